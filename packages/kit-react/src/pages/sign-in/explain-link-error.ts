import { type EndpointError, type Project, UnexpectedResponseError } from '@parley/kit'
import { fill, type Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'

type SendLinkError = EndpointError<'POST /auth/otp/send-sign-in-code'>

/** Returns the message for a rejected magic link request. */
export function explainSendLinkError(
  refusal: SendLinkError,
  messages: Messages,
  project: Project,
): Explanation {
  const { refusal: texts } = messages
  switch (refusal.code) {
    case 'USER_EMAIL_ALREADY_EXISTS':
      return { title: texts.emailUnverified, advice: texts.emailUnverifiedAdvice }
    case 'SIGN_UP_NOT_ENABLED':
      return { title: texts.signUpOff, advice: fill(texts.signUpOffAdvice, { project: project.displayName }) }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainUntrustedCallback(messages, project)
  }
}

export function explainUntrustedCallback({ refusal }: Messages, project: Project): Explanation {
  const names = { project: project.displayName, host: location.host }
  return {
    title: fill(refusal.callbackNotTrusted, names),
    advice: fill(refusal.callbackNotTrustedAdvice, names),
  }
}

/** Returns the message for disabled magic links, which the service reports as plain-text 403. Rethrows other errors. */
export function explainMagicLinksDisabled(error: unknown, { refusal }: Messages): Explanation {
  if (error instanceof UnexpectedResponseError && error.status === 403) {
    return { title: refusal.linksOff, advice: refusal.linksOffAdvice }
  }
  throw error
}

/** Returns the message for a rejected code, or null if another page opens. */
export function explainCodeError(
  refusal: EndpointError<'POST /auth/otp/sign-in'>,
  messages: Messages,
  project: Project,
): Explanation | null {
  const { magicLink, link } = messages
  switch (refusal.code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: magicLink.wrongCode, advice: magicLink.wrongCodeAdvice }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: link.expired, advice: link.expiredAdvice }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: link.used, advice: link.usedAdvice }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: link.tooMany, advice: link.tooManyAdvice }
    case 'USER_EMAIL_ALREADY_EXISTS':
    case 'SIGN_UP_NOT_ENABLED':
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainSendLinkError(refusal, messages, project)
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return null
  }
}
