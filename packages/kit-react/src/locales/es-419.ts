import type { Messages } from './en-US.ts'
import { esES } from './es-ES.ts'
import { invitationEs419 } from './team-invitation/es-419.ts'

/** Latin American Spanish, as differences from the Spanish of Spain. */
export const es419: Messages = {
  ...esES,
  ...invitationEs419,
  'common.retry': 'Intentar de nuevo',

  'form.code-invalid': 'Escribe el código de 6 caracteres.',

  'sign-in.forgot-password': '¿Olvidaste la contraseña?',
  'sign-in.no-methods': 'Por ahora no se puede iniciar sesión.',
  'sign-in.already-signed-in': 'Iniciaste sesión',

  'magic-link.sent-to': 'Enviamos un correo a {email}. Abre su enlace o escribe aquí su código.',
  'magic-link.code-hint': '6 letras y números',
  'magic-link.sent-again': 'Enviamos otro correo. Solo el último es válido.',

  'sign-up.closed': 'El registro de usuarios nuevos no está disponible por ahora',

  'sign-out.title': 'Cerraste la sesión',
  'sign-out.advice': 'Tu sesión en este navegador terminó.',

  'verification.link-sent': 'Se envió un enlace nuevo',
  'verification.expired': 'El enlace de verificación venció',
  'verification.used': 'El enlace de verificación ya se usó',
  'verification.failed': 'La verificación falló',
  'verification.signed-out-advice':
    'El enlace verifica la dirección para la cuenta que se creó con ella. Si no creaste ninguna, cierra esta página: no cambiará nada.',
  'verification.wrong-account-advice':
    'Iniciaste sesión como {email}. Entra en la cuenta que se creó con la dirección del correo. Si no creaste ninguna, cierra esta página: no cambiará nada.',
  'link.done': 'Iniciaste sesión',
  'link.signed-in': 'Iniciaste sesión como {email}.',
  'link.elsewhere': 'Este enlace se pidió en otro navegador',
  'link.elsewhere-advice':
    'Escribe el código {code} en la página donde lo pediste o pide aquí un enlace nuevo.',
  'link.expired': 'El enlace de acceso venció',
  'link.used': 'El enlace de acceso ya se usó',
  'link.failed': 'No se pudo iniciar la sesión',

  'oauth.failed': 'No se pudo completar el inicio de sesión con el proveedor',

  'passkey.cancelled': 'No se usó ninguna llave de acceso.',
  'passkey.cancelled-advice': 'Intenta de nuevo o usa otro método.',
  'passkey.expired': 'Tardó demasiado.',
  'passkey.expired-advice': 'Intenta de nuevo.',
  'passkey.rejected': 'No se aceptó esta llave de acceso.',
  'passkey.failed': 'No se pudo usar la llave de acceso.',

  'forgot.title': '¿Olvidaste la contraseña?',
  'forgot.email-required': 'Escribe tu correo.',
  'forgot.sent-advice':
    'Si existe un usuario con el correo {email}, se envió un mensaje. Revisa también la carpeta de spam.',
  'forgot.sent-again': 'Si el usuario existe, se envió otro mensaje. Solo el último enlace es válido.',

  'reset.done-advice': 'Todas tus sesiones se cerraron. Inicia sesión con la contraseña nueva.',
  'reset.expired': 'El enlace para restablecer la contraseña venció',
  'reset.used': 'El enlace para restablecer la contraseña ya se usó',
  'reset.failed': 'No se pudo restablecer la contraseña',

  'mfa.title': 'Escribe tu código',
  'mfa.intro': 'Abre tu aplicación de autenticación y escribe el código de {project}.',
  'mfa.code': 'Código de 6 dígitos',
  'mfa.incomplete': 'Escribe los 6 dígitos.',
  'mfa.recovery-title': 'Escribe un código de recuperación',
  'mfa.recovery-required': 'Escribe un código de recuperación.',
  'mfa.wrong-recovery-code-advice': 'Usa un código que no hayas usado.',
  'mfa.missing-advice': 'Primero inicia sesión. Después escribe tu código.',
  'mfa.expired': 'El inicio de sesión venció',

  'cli.ends-separately': 'Cierres su sesión en la configuración de tu cuenta',
  'cli.warning': 'Permítelo solo si lo iniciaste hace un momento.',
  'cli.done': 'La línea de comandos inició sesión',
  'cli.refused': 'La línea de comandos no inició sesión',
  'cli.refused-advice': 'Su solicitud se canceló. Puedes cerrar esta página.',
  'cli.expired': 'La solicitud de la línea de comandos venció. Intenta de nuevo.',
  'cli.used': 'Esta solicitud ya se respondió.',
  'cli.used-advice': 'Si la línea de comandos no inició sesión, empieza de nuevo en tu terminal.',
  'cli.failed': 'No se pudo autorizar la aplicación de línea de comandos',

  'refusal.sign-in-again': 'Ya agregaste un método de inicio de sesión.',
  'refusal.wrong-credential-check': 'Revisa ambos e intenta de nuevo.',
  'refusal.callback-not-trusted-advice':
    'Pide al administrador que agregue {host} a los dominios de confianza.',

  'failure.unknown': 'Ocurrió un error desconocido.',
  'failure.unknown-advice': 'Intenta de nuevo. Si se repite, avisa al equipo de desarrollo.',
  'failure.unreachable-advice': 'Revisa tu conexión e intenta de nuevo.',
  'failure.offline': 'No tienes conexión. Revisa tu conexión a internet e intenta de nuevo.',
  'failure.too-many-advice': 'Espera un momento e intenta de nuevo.',
  'failure.too-many-wait': 'Intenta de nuevo en {seconds} segundos.',
  'failure.cookies-blocked-advice': 'Permítelas en este sitio e intenta de nuevo.',
  'failure.demo-advice': 'No se envió nada.',
  'failure.untrusted': 'Iniciaste sesión, pero el enlace lleva a otro sitio.',
  'failure.untrusted-advice': 'El enlace no se abrió.',

  'error.title': 'Algo salió mal',
  'error.access-denied': 'El proveedor de acceso lo denegó',
  'error.cancelled': 'El inicio de sesión se canceló o se denegó.',
  'error.timeout': 'El inicio de sesión con el proveedor tardó demasiado. Vuelve a iniciar sesión.',
  'error.code-invalid': 'Este inicio de sesión ya se completó o venció',
  'error.rejected': 'El proveedor cerró esta sesión',
  'error.invalid-totp-advice': 'Escribe el código que muestre entonces tu aplicación de autenticación.',
  'error.not-connected-advice': 'Conecta una en la configuración de tu cuenta.',
  'error.scope-missing-advice':
    'Vuelve a conectarla en la configuración de tu cuenta y otorga todos los permisos.',
  'error.account-settings': 'Configuración de la cuenta',
  'error.link-failed': 'No se pudo conectar la cuenta',
  'error.link-advice': 'No se cambió nada. Puedes volver a intentarlo en la configuración de la cuenta.',
  'anonymous.sign-in-advice':
    'Crea una para conservar lo que hiciste hasta ahora. No se traslada a una cuenta que ya tengas.',
  'anonymous.sign-up': 'Se conserva lo que hiciste hasta ahora.',
}
