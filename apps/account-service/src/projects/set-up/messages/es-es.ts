import type { SetUpMessages } from './en-us.ts'

export const esEs: SetUpMessages = {
  title: 'Configurar Parley',
  intro:
    'Conviértete en el primer administrador. Esta instalación es tuya, y también el primer espacio de trabajo del teléfono.',
  name: 'Nombre',
  email: 'Correo',
  workspace: 'Espacio de trabajo',
  'workspace-proposal': 'Mi empresa',
  'workspace-hint': 'Tus compañeros ven este nombre. Podrás cambiarlo más adelante.',
  password: 'Contraseña',
  'show-password': 'Mostrar contraseña',
  'hide-password': 'Ocultar contraseña',
  'password-hint': 'De 8 a 70 caracteres',
  language: 'Idioma',
  submit: 'Ser administrador',
  'no-token':
    'El enlace está incompleto. Copia el enlace entero del terminal en el que se ha iniciado Parley.',
  done: 'Parley está configurado',
  'done-body': 'Continúa en el teléfono. Allí ya has iniciado sesión.',
  'open-phone': 'Abrir el teléfono',
  'open-phone-body': 'Llama a Echo desde el teclado y escúchate.',
  'add-trunk': 'Añadir una troncal',
  'add-trunk-body':
    'Conecta tu espacio de trabajo con la red telefónica. Hasta entonces, las llamadas se quedan en Parley.',
  invite: 'Invitar a personas',
  'invite-body':
    'Envíales una invitación a tu espacio de trabajo. Quien se una recibe un número al que puedes llamar.',

  used: 'Parley ya está configurado',
  'used-body':
    'El enlace del primer administrador funciona una sola vez y ya se ha usado. Inicia sesión en el teléfono o pide acceso al administrador.',
  expired: 'Este enlace ha caducado',
  'expired-body': 'Reinicia Parley para obtener otro.',

  'error.link': 'Este enlace ha caducado o ya se ha usado. Reinicia Parley para obtener uno nuevo.',
  'error.name': 'Introduce tu nombre.',
  'error.email': 'Introduce una dirección de correo completa.',
  'error.workspace': 'Escribe un nombre para el espacio de trabajo.',
  'error.taken': 'Este correo ya está en uso. Usa otro.',
  'error.short': 'La contraseña debe tener al menos 8 caracteres.',
  'error.long': 'La contraseña puede tener 70 caracteres como máximo.',
  'error.common': 'Esta contraseña es demasiado común. Elige otra.',
  'error.simple':
    'Esta contraseña es solo un carácter repetido, espacios o tu correo electrónico. Elige otra.',
  'error.busy': 'Demasiados intentos. Espera unos segundos y vuelve a intentarlo.',
  'error.other': 'No se ha podido configurar Parley. Vuelve a intentarlo.',
}
