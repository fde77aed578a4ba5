import type { Messages } from '../../en-US/index.ts'

export const ledger = {
  'ledger.title': 'Anuncios de grabación',
  'ledger.sentence':
    'Antes de que se grabe el audio de una persona, esta oye que la llamada se graba. Esta lista muestra quién oyó qué anuncio. Una entrada se elimina con su llamada.',
  'ledger.filter': 'Mostrar',
  'ledger.filter-all': 'Todos',
  'ledger.filter-played': 'Reproducidos hasta el final',
  'ledger.filter-incomplete': 'No reproducidos hasta el final',
  'ledger.from': 'Desde',
  'ledger.until': 'Hasta',
  'ledger.entries': 'Anuncios',
  'ledger.none': 'No hay anuncios.',
  'ledger.time': 'Inicio',
  'ledger.participant': 'Participante',
  'ledger.outcome': 'Resultado',
  'ledger.announcement': 'Anuncio',
  'ledger.call': 'Llamada',
  'ledger.outcome-played': 'Reproducido hasta el final',
  'ledger.outcome-interrupted': 'Interrumpido',
  'ledger.outcome-failed': 'Falló',
  'ledger.outcome-unknown': 'Final desconocido',
  'ledger.no-participant': 'Desconocido o borrado',
  'ledger.of-parley': 'De Parley: {language}',
  'ledger.uploaded': 'Anuncio subido',
  'ledger.export': 'Exportar como CSV',
  'ledger.export-file': 'anuncios-de-grabacion',
} satisfies Partial<Messages>
