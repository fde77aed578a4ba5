import type { EmailTexts } from './text.ts'

export const esEs: EmailTexts = {
  verification: {
    subject: 'Verifica tu correo electrónico en {project}',
    heading: 'Verifica tu correo electrónico',
    body: 'Alguien, esperamos que tú, ha usado esta dirección para una cuenta en {project}. Confirma que es tuya. El enlace funciona una sola vez, durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no has sido tú, ignora este correo. Sin el enlace no ocurre nada.',
  },
  passwordReset: {
    subject: 'Restablece tu contraseña en {project}',
    heading: 'Restablece tu contraseña',
    body: 'Alguien, esperamos que tú, ha pedido otra contraseña para la cuenta que esta dirección tiene en {project}. El enlace funciona una sola vez, durante una hora.',
    button: 'Elegir una contraseña',
    ignore: 'Si no has sido tú, ignora este correo. Tu contraseña se queda como está.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador en el que quieras iniciar sesión. Funciona una sola vez, durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O introduce este código donde lo has pedido:',
    ignore: 'Si no lo has pedido, ignora este correo y no des el código a nadie.',
  },
  teamInvitation: {
    subject: 'Te han invitado a {team}',
    heading: 'Únete a {team}',
    body: 'Alguien de {team} en {project} te invita a unirte. El enlace funciona una sola vez, durante siete días.',
    button: 'Unirme al equipo',
    ignore: 'Si no conoces este equipo, ignora este correo. Sin el enlace no ocurre nada.',
  },
  signInInvitation: {
    subject: 'Te han invitado a iniciar sesión en {project}',
    heading: 'Inicia sesión en {project}',
    body: '{team} te invita a {project}. Abre el enlace e inicia sesión, o crea una cuenta con esta dirección.',
    button: 'Ir al inicio de sesión',
    ignore: 'Si no lo esperabas, ignora este correo.',
  },
  signInChanged: {
    subject: 'Ha cambiado tu inicio de sesión en {project}',
    heading: 'Ha cambiado tu inicio de sesión',
    changes: {
      'password-changed': 'Se ha cambiado la contraseña de tu cuenta en {project}.',
      'passkey-added': 'Se ha añadido una llave de acceso a tu cuenta en {project}.',
      'passkey-removed': 'Se ha quitado la llave de acceso de tu cuenta en {project}.',
      'second-factor-on': 'Tu cuenta en {project} pide ahora un segundo factor.',
      'second-factor-off': 'Tu cuenta en {project} ya no pide un segundo factor.',
      'recovery-code-used': 'Se ha usado un código de recuperación para entrar en tu cuenta en {project}.',
      'recovery-codes-made':
        'Se han creado códigos de recuperación para tu cuenta en {project}. Los anteriores ya no sirven.',
      'provider-linked': 'Se ha vinculado una cuenta de otro proveedor a tu cuenta en {project}.',
      'provider-unlinked': 'Se ha desvinculado una cuenta de otro proveedor de tu cuenta en {project}.',
      'code-sign-in-on': 'Ahora se puede entrar en tu cuenta en {project} con un código por correo.',
      'code-sign-in-off': 'Ya no se puede entrar en tu cuenta en {project} con un código por correo.',
      'address-added': 'Se ha añadido una dirección de correo a tu cuenta en {project}.',
      'address-removed': 'Se ha quitado una dirección de correo de tu cuenta en {project}.',
      'primary-address-changed': 'Tu cuenta en {project} tiene ahora otra dirección de correo principal.',
    },
    ignore: 'Si no has sido tú, restablece tu contraseña cuanto antes y revisa tus sesiones.',
  },
  orLink: 'Si el botón no funciona, abre esta dirección:',
  unsubscribe: 'Dejar de recibir correos como este',
}
