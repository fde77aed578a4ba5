import type { EmailMessages } from './messages.ts'

export const es419: EmailMessages = {
  verification: {
    subject: 'Verifica tu correo en {project}',
    heading: 'Verifica tu correo',
    body: 'Esta dirección de correo se usó para una cuenta en {project}. Confirma que es tuya. El enlace se puede usar una vez durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no fuiste tú, ignora este correo. Nada cambia si no se abre el enlace.',
  },
  passwordReset: {
    subject: 'Restablece tu contraseña en {project}',
    heading: 'Restablece tu contraseña',
    body: 'Se solicitó restablecer la contraseña de tu cuenta en {project}. El enlace se puede usar una vez durante una hora.',
    button: 'Elegir una contraseña',
    ignore: 'Si no fuiste tú, ignora este correo. Tu contraseña no cambia.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador donde lo solicitaste. Se puede usar una vez durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O escribe este código donde lo solicitaste:',
    ignore: 'Si no lo solicitaste, ignora este correo y no compartas el código con nadie.',
  },
  teamInvitation: {
    subject: 'Invitación a {team}',
    heading: 'Únete a {team}',
    body: 'Un miembro de {team} en {project} te invitó a unirte. El enlace se puede usar una vez durante siete días.',
    button: 'Unirme al equipo',
    ignore: 'Si no conoces este equipo, ignora este correo. Nada cambia si no se abre el enlace.',
  },
  signInInvitation: {
    subject: 'Invitación a {project}',
    heading: 'Inicia sesión en {project}',
    body: '{team} te invitó a {project}. Abre el enlace para iniciar sesión o crea una cuenta con esta dirección de correo.',
    button: 'Ir a iniciar sesión',
    ignore: 'Si no lo esperabas, ignora este correo.',
  },
  addressUnverified: {
    subject: 'Inicia sesión en {project}: verifica primero tu correo',
    heading: 'Verifica primero tu correo',
    body: 'Se solicitó un enlace para iniciar sesión en {project}, pero tu dirección de correo aún no está verificada, por eso no se envió ningún enlace. Abre el correo de verificación que llegó con el registro o inicia sesión con tu contraseña.',
    ignore: 'Si no fuiste tú, ignora este correo. Nadie inició sesión.',
  },
  signInChanged: {
    subject: 'Cambió tu inicio de sesión en {project}',
    heading: 'Cambió tu inicio de sesión',
    changes: {
      'password-changed': 'Se cambió la contraseña de tu cuenta en {project}.',
      'passkey-added': 'Se agregó una llave de acceso a tu cuenta en {project}.',
      'passkey-removed': 'Se quitó la llave de acceso de tu cuenta en {project}.',
      'second-factor-on': 'Tu cuenta en {project} ahora pide un segundo factor.',
      'second-factor-off': 'Tu cuenta en {project} ya no pide un segundo factor.',
      'recovery-code-used': 'Se usó un código de recuperación para iniciar sesión en tu cuenta de {project}.',
      'recovery-codes-made':
        'Se generaron nuevos códigos de recuperación para tu cuenta en {project}. Los anteriores ya no funcionan.',
      'provider-linked': 'Se vinculó una cuenta de otro proveedor a tu cuenta en {project}.',
      'provider-unlinked': 'Se desvinculó una cuenta de otro proveedor de tu cuenta en {project}.',
      'code-sign-in-on':
        'Ahora puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
      'code-sign-in-off':
        'Ya no puedes iniciar sesión en tu cuenta de {project} con un código enviado por correo.',
      'address-added': 'Se agregó una dirección de correo a tu cuenta en {project}.',
      'address-removed': 'Se quitó una dirección de correo de tu cuenta en {project}.',
      'primary-address-changed': 'Se cambió la dirección de correo principal de tu cuenta en {project}.',
    },
    ignore: 'Si no fuiste tú, restablece tu contraseña de inmediato y revisa tus sesiones.',
  },
  orLink: 'Si el botón no funciona, abre este enlace:',
  unsubscribe: 'Dejar de recibir correos como este',
}
