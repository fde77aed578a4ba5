import type { Messages } from '../../en-US/index.ts'

export const ledger = {
  'ledger.title': 'Aufzeichnungsansagen',
  'ledger.sentence':
    'Bevor der Ton einer teilnehmenden Person geschrieben wird, hört sie, dass der Anruf aufgezeichnet wird. Diese Liste zeigt, wer welche Ansage gehört hat. Ein Eintrag wird mit seinem Anruf gelöscht.',
  'ledger.filter': 'Anzeigen',
  'ledger.filter-all': 'Alle',
  'ledger.filter-played': 'Bis zum Ende abgespielt',
  'ledger.filter-incomplete': 'Nicht bis zum Ende abgespielt',
  'ledger.from': 'Von',
  'ledger.until': 'Bis',
  'ledger.entries': 'Ansagen',
  'ledger.none': 'Es gibt keine Ansagen.',
  'ledger.time': 'Beginn',
  'ledger.participant': 'Person',
  'ledger.outcome': 'Ergebnis',
  'ledger.announcement': 'Ansage',
  'ledger.call': 'Anruf',
  'ledger.outcome-played': 'Bis zum Ende abgespielt',
  'ledger.outcome-interrupted': 'Unterbrochen',
  'ledger.outcome-failed': 'Fehlgeschlagen',
  'ledger.outcome-unknown': 'Ende nicht bekannt',
  'ledger.no-participant': 'Nicht bekannt oder gelöscht',
  'ledger.of-parley': 'Von Parley: {language}',
  'ledger.uploaded': 'Hochgeladene Ansage',
  'ledger.export': 'Als CSV exportieren',
  'ledger.export-file': 'aufzeichnungsansagen',
} satisfies Partial<Messages>
