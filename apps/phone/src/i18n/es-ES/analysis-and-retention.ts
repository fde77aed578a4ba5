import type { Messages } from '../en-US/index.ts'

export const analysisAndRetention = {
  'reference.intro':
    'Las llamadas de referencia deben tener sus valores esperados antes de que se publique una versión. Añade una en los detalles de una llamada o en una prueba.',
  'reference.no-fields': 'Las instrucciones no tienen campos de salida. Añade uno primero.',
  'reference.check-needed':
    'Las llamadas de referencia no se han probado con este borrador. Pruébalas para publicarlo.',
  'reference.check-failed.one':
    '{count} llamada de referencia no ha pasado la prueba. Cambia las instrucciones, adopta los valores nuevos o quita la referencia.',
  'reference.check-failed.other':
    '{count} llamadas de referencia no han pasado la prueba. Cambia las instrucciones, adopta los valores nuevos o quita las referencias.',
  'reference.check-passed.one': '{count} llamada de referencia tiene los valores esperados.',
  'reference.check-passed.other': 'Las {count} llamadas de referencia tienen los valores esperados.',
  'error.REFERENCE_CALLS_NOT_PASSED':
    'No se ha publicado: las llamadas de referencia no han pasado la prueba con estas instrucciones.',
  'test-run.no-calls': 'No se ha encontrado ninguna llamada con transcripción.',
  'test-run.failures.one': '{count} ha fallado',
  'test-run.failures.other': '{count} han fallado',
  'test-run.result-failed': 'Ha fallado',
  'test-run.calls-deleted': 'Se han eliminado las llamadas de esta prueba.',
  'summary-mail.not-accepted':
    'No se ha enviado a {names}: su dirección no está verificada o hoy ha recibido demasiados correos.',
  'summary-mail.was-in-call': 'Ha estado en la llamada',
  'mail-rules.missed-hint': 'Para los miembros que no lo han elegido en su propia configuración.',
  'retention.sentence':
    'Los datos caducados se eliminan una vez al día, para siempre. Las transcripciones se eliminan a más tardar con su grabación, y todo lo de una llamada con su entrada en el registro.',
  'retention.calls-hint': 'Con notas, comentarios, costes y todos los datos anteriores.',
  'retention.days-wrong': 'Introduce un número de 1 a 3650.',
  'retention.next': 'Próxima eliminación de datos caducados: {day}, {time}.',
  'retention.nothing': 'Aún no hay datos que superen ese plazo. Los datos se eliminan cuando caducan.',
  'retention.confirm': 'Guardar y eliminar los datos caducados',
  'retention.saved': 'Se han guardado los plazos de conservación',
  'erasure.number-missing': 'Introduce un número de teléfono.',
  'erasure.remains-number':
    'La hora, la duración y la dirección de cada llamada, su coste y los miembros que participaron.',
  'erasure.remains-user':
    'La hora, la duración y la dirección de cada llamada, su coste, sus notas y los datos de las otras personas.',
  'erasure.requested': 'Ha empezado el borrado',
  'erasure.none': 'Aún no se ha borrado nada.',
  'erasure.sentence':
    'Borra lo que está guardado sobre un número de teléfono o sobre una persona que ha dejado el espacio de trabajo. El registro conserva cuándo fueron las llamadas y cuánto duraron.',
  'erasure.problem-audio-not-deleted':
    'Aún no se han eliminado archivos de grabaciones de su almacenamiento. Se vuelve a intentar.',
  'erasure.stopped': 'Ha terminado antes de tiempo: {day}, {time}',
  'erasure.receipt-stopped': 'Ha terminado antes de tiempo: {time}',
  'erasure.problem-member-again':
    'Esta persona vuelve a ser miembro del espacio de trabajo. Lo que figura aquí se ha borrado antes.',
  'erasure.problem-failed': 'El último intento ha fallado. Se repite automáticamente.',
  'erasure.receipt-deleted': 'Se ha borrado:',
  'error.CALL_ERASED': 'No se ha guardado: se han borrado los datos de esta llamada.',
  'error.OWN_NUMBER_NOT_ERASED':
    'No se ha borrado: es un número de tu espacio de trabajo o de un miembro. Quítalo primero de ahí.',
  'error.MEMBER_NOT_ERASED':
    'No se ha borrado: esta persona es miembro del espacio de trabajo. Quítala primero.',
  'error.FORMER_MEMBER_NOT_FOUND': 'No se ha borrado: no se han encontrado datos de esta persona.',
  'error.ERASURE_LIMIT': 'No se ha borrado: hay demasiados borrados en curso. Espera a que terminen algunos.',
  'call.erased': 'Se han borrado los datos de una persona de esta llamada: {when}',
  'ledger.sentence':
    'Antes de que se grabe el audio de una persona, esta oye que la llamada se graba. Esta lista muestra quién ha oído qué anuncio. Una entrada se elimina con su llamada.',
  'ledger.outcome-failed': 'Ha fallado',
} satisfies Partial<Messages>
