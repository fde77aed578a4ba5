export const selfTest = {
  'self-test.title': 'Autoprueba',
  'self-test.run': 'Iniciar autoprueba',
  'self-test.running': 'En curso, {done} de {total} listas',
  'self-test.never': 'Aún no se ejecutó',
  'self-test.all-passed': 'Todo lo probado funciona',
  'self-test.failed.one': '{count} parte no funciona',
  'self-test.failed.other': '{count} partes no funcionan',
  'self-test.sentence':
    'Prueba a la vez todo lo que está configurado. Ninguna llamada sale de Parley. Recibes un correo si hay un servidor de correo. Los proveedores pueden cobrar unas pocas palabras de transcripción y análisis.',
  'self-test.name-trunk': 'Troncal «{name}»',
  'self-test.name-no-trunk': 'Troncal',
  'self-test.name-keypad': 'Dígitos del teclado, ida y vuelta',
  'self-test.name-mail': 'Correo electrónico',
  'self-test.name-storage': 'Almacenamiento de grabaciones',
  'self-test.name-transcription': 'Transcripción',
  'self-test.name-analysis': 'Análisis',
  'self-test.running-trunk': 'Contactando con la troncal…',
  'self-test.running-keypad': 'Llamando y enviando dígitos en ambos sentidos…',
  'self-test.running-mail': 'Enviándote un correo…',
  'self-test.running-storage': 'Guardando y leyendo un archivo…',
  'self-test.running-transcription': 'Enviando un anuncio…',
  'self-test.running-analysis': 'Pidiendo al modelo un resumen breve…',
  'self-test.passed-keypad': 'Se envió {sent} y se recibió {received}, en orden inverso como se esperaba.',
  'self-test.passed-mail': 'El servidor aceptó un correo para {address}.',
  'self-test.passed-mail-deleted': 'El servidor aceptó un correo.',
  'self-test.passed-storage': 'Se guardó, leyó y eliminó un archivo.',
  'self-test.missing-trunk': 'Sin configurar. Las llamadas se quedan dentro de Parley.',
  'self-test.missing-keypad': 'Necesita una troncal con un número.',
  'self-test.missing-mail':
    'Sin configurar. Los correos se envían por el servidor de correo de esta instalación.',
  'self-test.missing-transcription': 'Sin configurar. Las grabaciones no se transcriben.',
  'self-test.missing-analysis': 'Sin configurar. Las transcripciones no se analizan.',
  'self-test.missing-storage': 'Sin configurar.',
  'self-test.not-tested': 'Configurado, aún sin probar.',
  'self-test.outdated': 'La configuración cambió desde entonces. Prueba de nuevo.',
  'self-test.tested': 'Probado por {name}, {when}',
  'self-test.tested-at': 'Probado {when}',
  'self-test.test-named': 'Probar: {name}',
  'self-test.set-up': 'Configurar',
  'self-test.set-up-named': 'Configurar: {name}',
  'self-test.open-trunks': 'Abrir troncales',
  'self-test.open-mail': 'Abrir correo',
  'self-test.open-providers': 'Abrir análisis de llamadas',
  'self-test.open-limits': 'Abrir límites',
  'self-test.open-costs': 'Abrir costos',
  'self-test.keypad-not-connected':
    'La llamada de prueba se rechazó o no se conectó. Revisa el número con tu proveedor.',
  'self-test.keypad-trunk-unavailable': 'La troncal no está disponible. Prueba primero la troncal.',
  'self-test.keypad-not-returned':
    'La llamada de prueba no llegó a Parley. Pregunta a tu proveedor si envía aquí las llamadas a este número, con el identificador de la troncal.',
  'self-test.keypad-lost-on-the-way-there':
    'Las llamadas funcionan, pero los dígitos que envía Parley no llegan. Pide a tu proveedor que active RFC 4733 (telephone events).',
  'self-test.keypad-lost-on-the-way-back':
    'Las llamadas funcionan, pero los dígitos de la otra parte no llegan en las llamadas salientes. Pide a tu proveedor que active RFC 4733 (telephone events).',
  'self-test.storage-disk-full':
    'El disco de este servidor está casi lleno y no se graba nada. Pide a su operador que libere espacio.',
  'self-test.storage-quota-full':
    'Las grabaciones de tu espacio de trabajo alcanzaron su cuota. Elimina algunas o pide más espacio al operador del servidor.',
  'self-test.storage-read-only':
    'No se puede escribir en el directorio de las grabaciones. Pide al operador del servidor que revise sus permisos.',
  'self-test.storage-rejected':
    'El almacén de las grabaciones rechaza archivos. Pide al operador del servidor que revise su configuración.',
  'self-test.storage-unavailable':
    'El almacén de las grabaciones no está disponible. Pide al operador del servidor que lo revise.',
  'self-test.storage-changed':
    'Un archivo guardado volvió alterado. Pide al operador del servidor que revise el disco.',
  'self-test.problem-timed-out':
    'La prueba tardó demasiado y se detuvo. Prueba de nuevo y revisa si la otra parte responde.',
  'self-test.problem-interrupted':
    'La prueba se interrumpió porque se reinició el servidor. Prueba de nuevo.',
  'self-test.problem-unknown':
    'La prueba falló por un motivo desconocido. Prueba de nuevo o pide el registro al operador del servidor.',
  'self-test.call-trunk': 'Llamar por una troncal…',
  'self-test.call-title': '¿Hacer una llamada de prueba por una troncal?',
  'self-test.call-sentence':
    'Parley llama por tu proveedor a un número de tu espacio de trabajo, responde la llamada y envía dígitos en ambos sentidos. No suena ningún teléfono. La llamada dura como máximo {seconds} segundos.',
  'self-test.call-number': 'Número al que se llama',
  'self-test.call-route': 'Desde {from}, por {trunk}.',
  'self-test.call-price': 'Precio: {price}.',
  'self-test.call-price-unknown':
    'Tu tabla de precios no tiene precio para este número. Tu proveedor puede cobrar una llamada.',
  'self-test.call-confirm': 'Hacer llamada de prueba',
  'self-test.state-passed': 'Funciona:',
  'self-test.state-failed': 'No funciona:',
  'self-test.state-running': 'En prueba:',
  'self-test.state-not-tested': 'Sin probar:',
  'self-test.state-missing': 'Sin configurar:',
  'error.SELF_TEST_RUNNING': 'En este espacio de trabajo hay una autoprueba en curso. Espera a que termine.',
  'error.SELF_TEST_NOTHING_TO_TEST':
    'No se probó nada porque esto ya no está configurado. Vuelve a cargar la página.',
  'error.SELF_TEST_NUMBER_NOT_YOURS':
    'No se hizo la llamada de prueba: este número ya no es de una troncal de tu espacio de trabajo. Vuelve a cargar la página.',
}
