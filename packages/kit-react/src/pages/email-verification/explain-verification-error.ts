import type { EndpointError } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'

type Refusal = EndpointError<'POST /contact-channels/verify'>

/** The user who added the address is not signed in. */
export type NotOwnerError = Extract<
  Refusal,
  { readonly code: 'USER_AUTHENTICATION_REQUIRED' | 'EMAIL_NOT_ASSOCIATED_WITH_USER' }
>

export function isNotOwnerError(refusal: Refusal): refusal is NotOwnerError {
  return refusal.code === 'USER_AUTHENTICATION_REQUIRED' || refusal.code === 'EMAIL_NOT_ASSOCIATED_WITH_USER'
}

/** Returns the message for a rejected verification link. */
export function explainVerificationError(
  refusal: Exclude<Refusal, NotOwnerError>,
  t: Translate,
  names: { readonly project: string; readonly host: string },
): Explanation {
  switch (refusal.code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: t('verification.invalid'), advice: t('verification.invalid-advice') }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: t('verification.expired'), advice: t('verification.expired-advice') }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: t('verification.used'), advice: t('verification.used-advice') }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: t('verification.too-many'), advice: t('verification.too-many-advice') }
    case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE':
      return { title: t('error.email-in-use'), advice: t('verification.in-use-advice') }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return {
        title: t('refusal.callback-not-trusted', names),
        advice: t('refusal.callback-not-trusted-advice', names),
      }
  }
}
