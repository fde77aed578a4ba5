import type { Messages } from './en-US.ts'
import { esES } from './es-ES.ts'

/** Latin American Spanish, as differences from the Spanish of Spain. */
export const es419: Messages = {
  ...esES,
  languageName: 'Español (Latinoamérica)',
  common: { ...esES.common, retry: 'Intentar de nuevo' },
  form: { ...esES.form, codeInvalid: 'Escribe el código de 6 caracteres' },
  signIn: {
    ...esES.signIn,
    forgotPassword: '¿Olvidaste la contraseña?',
    noMethods: 'Por ahora no se puede iniciar sesión.',
    alreadySignedIn: 'Iniciaste sesión',
  },
  magicLink: {
    ...esES.magicLink,
    sentTo: 'Enviamos un correo a {email}. Abre su enlace o escribe aquí su código.',
    codeHint: '6 letras y números',
    sentAgain: 'Enviamos otro correo. Solo el último es válido.',
  },
  signUp: {
    ...esES.signUp,
    closed: 'El registro de usuarios nuevos no está disponible por ahora',
  },
  signOut: {
    ...esES.signOut,
    title: 'Cerraste la sesión',
    advice: 'Tu sesión en este navegador terminó.',
  },
  verification: {
    ...esES.verification,
    linkSent: 'Se envió un enlace nuevo',
    expired: 'El enlace de verificación venció',
    used: 'El enlace de verificación ya se usó',
    failed: 'La verificación falló',
  },
  link: {
    ...esES.link,
    done: 'Iniciaste sesión',
    elsewhere: 'Este enlace se pidió en otro navegador',
    elsewhereAdvice: 'Escribe el código {code} en la página donde lo pediste o pide aquí un enlace nuevo.',
    expired: 'El enlace de acceso venció',
    used: 'El enlace de acceso ya se usó',
    failed: 'No se pudo iniciar la sesión',
  },
  refusal: {
    ...esES.refusal,
    wrongCredentialCheck: 'Revisa ambos e intenta de nuevo.',
    callbackNotTrustedAdvice: 'Pide al administrador que agregue {host} a los dominios de confianza.',
  },
  failure: {
    ...esES.failure,
    unknown: 'Ocurrió un error desconocido',
    unknownAdvice: 'Intenta de nuevo. Si se repite, avisa al equipo de desarrollo.',
    unreachableAdvice: 'Revisa tu conexión e intenta de nuevo.',
    offline: 'No tienes conexión. Revisa tu conexión a internet e intenta de nuevo.',
    tooManyAdvice: 'Espera un momento e intenta de nuevo.',
    tooManyWait: 'Intenta de nuevo en {seconds} segundos.',
    cookiesBlockedAdvice: 'Permítelas en este sitio e intenta de nuevo.',
    untrusted: 'Iniciaste sesión, pero el enlace lleva a otro sitio.',
    untrustedAdvice: 'El enlace no se abrió.',
  },
  error: { ...esES.error, title: 'Algo salió mal', accessDenied: 'El proveedor de acceso lo denegó' },
}
