import type { Messages } from '../en-US/index.ts'

export const selfTest = {
  'self-test.never': 'Aún no se ha ejecutado',
  'self-test.passed-keypad':
    'Se ha enviado {sent} y se ha recibido {received}, en orden inverso como se esperaba.',
  'self-test.passed-mail': 'El servidor ha aceptado un correo para {address}.',
  'self-test.passed-mail-deleted': 'El servidor ha aceptado un correo.',
  'self-test.passed-storage': 'Se ha guardado, leído y eliminado un archivo.',
  'self-test.outdated': 'La configuración ha cambiado desde entonces. Vuelve a probar.',
  'self-test.open-costs': 'Abrir costes',
  'self-test.keypad-not-connected':
    'La llamada de prueba se ha rechazado o no se ha conectado. Revisa el número con tu proveedor.',
  'self-test.keypad-not-returned':
    'La llamada de prueba no ha llegado a Parley. Pregunta a tu proveedor si envía aquí las llamadas a este número, con el identificador de la troncal.',
  'self-test.storage-quota-full':
    'Las grabaciones de tu espacio de trabajo han alcanzado su cuota. Elimina algunas o pide más espacio al operador del servidor.',
  'self-test.storage-changed':
    'Un archivo guardado ha vuelto alterado. Pide al operador del servidor que revise el disco.',
  'self-test.problem-timed-out':
    'La prueba ha tardado demasiado y se ha detenido. Vuelve a probar y revisa si la otra parte responde.',
  'self-test.problem-interrupted':
    'La prueba se ha interrumpido porque se ha reiniciado el servidor. Vuelve a probar.',
  'self-test.problem-unknown':
    'La prueba ha fallado por un motivo desconocido. Vuelve a probar o pide el registro al operador del servidor.',
  'error.SELF_TEST_NOTHING_TO_TEST':
    'No se ha probado nada porque esto ya no está configurado. Vuelve a cargar la página.',
  'error.SELF_TEST_NUMBER_NOT_YOURS':
    'No se ha hecho la llamada de prueba: este número ya no es de una troncal de tu espacio de trabajo. Vuelve a cargar la página.',
} satisfies Partial<Messages>
