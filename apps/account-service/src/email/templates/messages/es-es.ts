import type { EmailMessages } from './messages.ts'

export const esEs: EmailMessages = {
  verification: {
    subject: 'Verifica tu correo electrónico en {project}',
    heading: 'Verifica tu correo electrónico',
    body: 'Esta dirección de correo se ha usado para una cuenta en {project}. Confirma que es tuya. El enlace se puede usar una sola vez durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no has sido tú, ignora este correo. Nada cambia si no se abre el enlace.',
  },
  passwordReset: {
    subject: 'Restablece tu contraseña en {project}',
    heading: 'Restablece tu contraseña',
    body: 'Se ha solicitado restablecer la contraseña de tu cuenta en {project}. El enlace se puede usar una sola vez durante una hora.',
    button: 'Elegir una contraseña',
    ignore: 'Si no has sido tú, ignora este correo. Tu contraseña no cambia.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador en el que lo has solicitado. Se puede usar una sola vez durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O introduce este código donde lo has solicitado:',
    ignore: 'Si no lo has solicitado, ignora este correo y no compartas el código con nadie.',
  },
  teamInvitation: {
    subject: 'Invitación a {team}',
    heading: 'Únete a {team}',
    body: 'Un miembro de {team} en {project} te ha invitado a unirte. El enlace se puede usar una sola vez durante siete días.',
    button: 'Unirme al equipo',
    ignore: 'Si no conoces este equipo, ignora este correo. Nada cambia si no se abre el enlace.',
  },
  signInInvitation: {
    subject: 'Invitación a {project}',
    heading: 'Inicia sesión en {project}',
    body: '{team} te ha invitado a {project}. Abre el enlace para iniciar sesión o crea una cuenta con esta dirección de correo.',
    button: 'Ir al inicio de sesión',
    ignore: 'Si no lo esperabas, ignora este correo.',
  },
  addressUnverified: {
    subject: 'Inicia sesión en {project}: verifica primero tu correo',
    heading: 'Verifica primero tu correo',
    body: 'Se ha solicitado un enlace para iniciar sesión en {project}, pero tu dirección de correo aún no está verificada, por eso no se ha enviado ningún enlace. Abre el correo de verificación que llegó con el registro o inicia sesión con tu contraseña.',
    ignore: 'Si no has sido tú, ignora este correo. Nadie ha iniciado sesión.',
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
      'recovery-code-used':
        'Se ha usado un código de recuperación para iniciar sesión en tu cuenta de {project}.',
      'recovery-codes-made':
        'Se han generado nuevos códigos de recuperación para tu cuenta en {project}. Los anteriores ya no sirven.',
      'provider-linked': 'Se ha vinculado una cuenta de otro proveedor a tu cuenta en {project}.',
      'provider-unlinked': 'Se ha desvinculado una cuenta de otro proveedor de tu cuenta en {project}.',
      'code-sign-in-on':
        'Ahora puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
      'code-sign-in-off':
        'Ya no puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
      'address-added': 'Se ha añadido una dirección de correo a tu cuenta en {project}.',
      'address-removed': 'Se ha quitado una dirección de correo de tu cuenta en {project}.',
      'primary-address-changed': 'Se ha cambiado la dirección de correo principal de tu cuenta en {project}.',
    },
    ignore: 'Si no has sido tú, restablece tu contraseña de inmediato y revisa tus sesiones.',
  },
  orLink: 'Si el botón no funciona, abre este enlace:',
  unsubscribe: 'Dejar de recibir correos como este',
}
