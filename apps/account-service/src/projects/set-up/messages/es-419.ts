import type { SetUpMessages } from './en-us.ts'

export const es419: SetUpMessages = {
  title: 'Configurar Parley',
  intro:
    'Conviértete en el primer administrador. Esta instalación es tuya, y también el primer espacio de trabajo del teléfono.',
  name: 'Nombre',
  email: 'Correo',
  workspace: 'Espacio de trabajo',
  'workspace-proposal': 'Mi empresa',
  'workspace-hint': 'Tus colegas ven este nombre. Puedes cambiarlo después.',
  password: 'Contraseña',
  'show-password': 'Mostrar contraseña',
  'hide-password': 'Ocultar contraseña',
  'password-hint': 'De 8 a 70 caracteres',
  language: 'Idioma',
  submit: 'Ser administrador',
  'no-token':
    'El enlace está incompleto. Copia el enlace completo de la terminal en la que se inició Parley.',
  done: 'Parley está configurado',
  'done-body': 'Continúa en el teléfono. Allí ya iniciaste sesión.',
  'open-phone': 'Abrir el teléfono',
  'open-phone-body': 'Llama a Echo desde el teclado y escúchate.',
  'add-trunk': 'Agregar una troncal',
  'add-trunk-body':
    'Conecta tu espacio de trabajo con la red telefónica. Hasta entonces, las llamadas se quedan en Parley.',
  invite: 'Invitar a personas',
  'invite-body':
    'Envíales una invitación a tu espacio de trabajo. Quien se una recibe un número al que puedes llamar.',

  used: 'Parley ya está configurado',
  'used-body':
    'El enlace del primer administrador funciona una sola vez y ya se usó. Inicia sesión en el teléfono o pide acceso al administrador.',
  expired: 'Este enlace venció',
  'expired-body': 'Reinicia Parley para obtener otro.',

  'error.link': 'Este enlace venció o ya se usó. Reinicia Parley para obtener uno nuevo.',
  'error.name': 'Ingresa tu nombre.',
  'error.email': 'Ingresa una dirección de correo completa.',
  'error.workspace': 'Escribe un nombre para el espacio de trabajo.',
  'error.taken': 'Este correo ya está en uso. Usa otro.',
  'error.short': 'La contraseña debe tener al menos 8 caracteres.',
  'error.long': 'La contraseña puede tener 70 caracteres como máximo.',
  'error.common': 'Esta contraseña es demasiado común. Elige otra.',
  'error.simple':
    'Esta contraseña es solo un carácter repetido, espacios o tu correo electrónico. Elige otra.',
  'error.busy': 'Demasiados intentos. Espera unos segundos e intenta de nuevo.',
  'error.other': 'No se pudo configurar Parley. Intenta de nuevo.',
}
