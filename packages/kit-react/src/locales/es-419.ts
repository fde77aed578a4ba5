import type { Messages } from './en-US.ts'
import { esES } from './es-ES.ts'

/** Latin American Spanish, as differences from the Spanish of Spain. */
export const es419: Messages = {
  ...esES,
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

  'sessions.ended': 'Se cerraron todas las demás sesiones',

  'verification.link-sent': 'Se envió un enlace nuevo',
  'verification.expired': 'El enlace de verificación venció',
  'verification.used': 'El enlace de verificación ya se usó',
  'verification.failed': 'La verificación falló',

  'link.done': 'Iniciaste sesión',
  'link.elsewhere': 'Este enlace se pidió en otro navegador',
  'link.elsewhere-advice':
    'Escribe el código {code} en la página donde lo pediste o pide aquí un enlace nuevo.',
  'link.expired': 'El enlace de acceso venció',
  'link.used': 'El enlace de acceso ya se usó',
  'link.failed': 'No se pudo iniciar la sesión',

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
  'failure.untrusted': 'Iniciaste sesión, pero el enlace lleva a otro sitio.',
  'failure.untrusted-advice': 'El enlace no se abrió.',

  'error.title': 'Algo salió mal',
  'error.access-denied': 'El proveedor de acceso lo denegó',
}
