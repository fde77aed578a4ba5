import type { EmailTexts } from './text.ts'

export const es419: EmailTexts = {
  verification: {
    subject: 'Verifica tu correo en {project}',
    heading: 'Verifica tu correo',
    body: 'Alguien, esperamos que tú, usó esta dirección para una cuenta en {project}. Confirma que es tuya. El enlace funciona una vez, durante una hora.',
    button: 'Verificar correo',
    ignore: 'Si no fuiste tú, ignora este correo. Sin el enlace no pasa nada.',
  },
  passwordReset: {
    subject: 'Restablece tu contraseña en {project}',
    heading: 'Restablece tu contraseña',
    body: 'Alguien, esperamos que tú, pidió otra contraseña para la cuenta que esta dirección tiene en {project}. El enlace funciona una vez, durante una hora.',
    button: 'Elegir una contraseña',
    ignore: 'Si no fuiste tú, ignora este correo. Tu contraseña queda como está.',
  },
  magicLink: {
    subject: 'Inicia sesión en {project}: tu código es {otp}',
    heading: 'Inicia sesión en {project}',
    body: 'Abre el enlace en el navegador donde quieres iniciar sesión. Funciona una vez, durante diez minutos.',
    button: 'Iniciar sesión',
    orCode: 'O escribe este código donde lo solicitaste:',
    ignore: 'Si no lo solicitaste, ignora este correo y no le des el código a nadie.',
  },
  teamInvitation: {
    subject: 'Te invitaron a {team}',
    heading: 'Únete a {team}',
    body: 'Alguien de {team} en {project} te invita a unirte. El enlace funciona una vez, durante siete días.',
    button: 'Unirme al equipo',
    ignore: 'Si no conoces este equipo, ignora este correo. Sin el enlace no pasa nada.',
  },
  signInInvitation: {
    subject: 'Te invitaron a iniciar sesión en {project}',
    heading: 'Inicia sesión en {project}',
    body: '{team} te invita a {project}. Abre el enlace e inicia sesión, o crea una cuenta con esta dirección.',
    button: 'Ir a iniciar sesión',
    ignore: 'Si no lo esperabas, ignora este correo.',
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
      'recovery-code-used': 'Se usó un código de recuperación para entrar a tu cuenta en {project}.',
      'recovery-codes-made':
        'Se crearon códigos de recuperación para tu cuenta en {project}. Los anteriores ya no funcionan.',
      'provider-linked': 'Se vinculó una cuenta de otro proveedor a tu cuenta en {project}.',
      'provider-unlinked': 'Se desvinculó una cuenta de otro proveedor de tu cuenta en {project}.',
      'code-sign-in-on': 'Ahora se puede entrar a tu cuenta en {project} con un código por correo.',
      'code-sign-in-off': 'Ya no se puede entrar a tu cuenta en {project} con un código por correo.',
      'address-added': 'Se agregó una dirección de correo a tu cuenta en {project}.',
      'address-removed': 'Se quitó una dirección de correo de tu cuenta en {project}.',
      'primary-address-changed': 'Tu cuenta en {project} ahora tiene otra dirección de correo principal.',
    },
    ignore: 'Si no fuiste tú, restablece tu contraseña de inmediato y revisa tus sesiones.',
  },
  orLink: 'Si el botón no funciona, abre esta dirección:',
  unsubscribe: 'Dejar de recibir correos como este',
}
