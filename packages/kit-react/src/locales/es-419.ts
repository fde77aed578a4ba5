import type { Messages } from './en-US.ts'
import { esES } from './es-ES.ts'

/** The Spanish of Latin America, where it differs from that of Spain. */
export const es419: Messages = {
  ...esES,
  languageName: 'Español (Latinoamérica)',
  common: { ...esES.common, retry: 'Intentar de nuevo' },
  form: {
    ...esES.form,
    passwordTooShort: 'La contraseña debe tener al menos {minimum} caracteres',
    codeInvalid: 'El código tiene 6 letras y números',
  },
  signIn: {
    ...esES.signIn,
    forgotPassword: '¿La olvidaste?',
    noWayIn: 'Por ahora no se puede iniciar sesión.',
    noWayInAdvice: 'Pide a quien administra {project} que permita contraseñas o enlaces de acceso.',
    alreadySignedIn: 'Iniciaste sesión',
  },
  magicLink: {
    ...esES.magicLink,
    hint: 'Te llega un correo con un enlace y un código. Cualquiera de los dos inicia la sesión.',
    sent: 'Revisa tu bandeja de entrada.',
    sentTo: 'Hay un correo en camino a {email}. Abre su enlace o escribe aquí su código.',
    codeHint: '6 letras y números',
    sentAgain: 'Otro correo está en camino. Solo vale el último.',
  },
  signUp: {
    ...esES.signUp,
    closed: 'El registro de usuarios nuevos no está disponible por ahora',
    closedAdvice: 'Pide acceso a quien administra {project}.',
  },
  signOut: { ...esES.signOut, title: 'Cerraste la sesión' },
  verification: {
    ...esES.verification,
    linkSent: 'Un enlace nuevo está en camino',
    linkSentAdvice: 'Revisa la bandeja de entrada de {email}.',
    expired: 'El enlace de verificación venció',
    used: 'El enlace de verificación ya se usó',
    tooMany: 'El enlace de verificación se probó demasiadas veces',
    failed: 'La verificación falló',
  },
  link: {
    ...esES.link,
    done: 'Iniciaste sesión',
    elsewhereAdvice: 'Escribe el código {code} en la página que lo solicitó o pide aquí un enlace nuevo.',
    expired: 'El enlace de acceso venció',
    used: 'El enlace de acceso ya se usó',
    tooMany: 'El enlace de acceso se probó demasiadas veces',
    failed: 'No se pudo iniciar la sesión',
  },
  refusal: {
    ...esES.refusal,
    wrongCredentialCheck: 'Revisa ambos e intenta de nuevo.',
    signUpOffAdvice: 'Revisa la dirección o pide acceso a quien administra {project}.',
    callbackNotTrustedAdvice: 'Pide a quien lo administra que agregue {host} a los dominios de confianza.',
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
    untrustedAdvice: 'No se siguió.',
  },
  error: { ...esES.error, title: 'Algo salió mal', accessDenied: 'El proveedor de acceso lo denegó' },
}
