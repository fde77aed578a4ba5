import type { EndpointError } from '@parley/kit'
import { fill, type Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'

/** Returns the message for a rejected verification link. */
export function explainVerificationError(
  refusal: EndpointError<'POST /contact-channels/verify'>,
  { refusal: texts, verification }: Messages,
  names: { readonly project: string; readonly host: string },
): Explanation {
  switch (refusal.code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: verification.invalid, advice: verification.invalidAdvice }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: verification.expired, advice: verification.expiredAdvice }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: verification.used, advice: verification.usedAdvice }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: verification.tooMany, advice: verification.tooManyAdvice }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return {
        title: fill(texts.callbackNotTrusted, names),
        advice: fill(texts.callbackNotTrustedAdvice, names),
      }
  }
}
