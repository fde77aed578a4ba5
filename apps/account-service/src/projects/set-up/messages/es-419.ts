import type { SetUpMessages } from './messages.ts'

export const es419: SetUpMessages = {
  title: 'Configurar Parley',
  intro:
    'Conviértete en el primer administrador. Esta instalación es tuya, y también el primer espacio de trabajo del teléfono.',
  name: 'Nombre',
  email: 'Correo',
  password: 'Contraseña',
  passwordHint: 'De 8 a 70 caracteres',
  submit: 'Ser administrador',
  noToken: 'El enlace está incompleto. Copia el enlace completo de la terminal en la que se inició Parley.',
  done: 'Parley está configurado',
  doneBody: 'Inicia sesión con tu correo y contraseña. Después:',
  openPhone: 'Abrir el teléfono',
  openPhoneBody: 'Llama a Echo desde el teclado y escúchate.',
  addTrunk: 'Agregar una troncal',
  addTrunkBody:
    'Conecta a tu equipo con la red telefónica. Hasta entonces, las llamadas se quedan en Parley.',
  invite: 'Invitar a personas',
  inviteBody: 'Envíales este enlace. Quien cree una cuenta ahí recibe un número al que puedes llamar.',
  errors: {
    link: 'Este enlace venció o ya se usó. Reinicia Parley para obtener uno nuevo.',
    email: 'Ingresa una dirección de correo completa.',
    taken: 'Este correo ya está en uso. Usa otro.',
    short: 'La contraseña debe tener al menos 8 caracteres.',
    long: 'La contraseña puede tener 70 caracteres como máximo.',
    common: 'Esta contraseña es demasiado común. Elige otra.',
    busy: 'Demasiados intentos. Espera unos segundos e intenta de nuevo.',
    other: 'No se pudo configurar Parley. Intenta de nuevo.',
  },
}
