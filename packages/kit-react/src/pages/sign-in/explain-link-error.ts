import { type EndpointError, type FormProject, type Project, UnexpectedResponseError } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'

type SendLinkError = EndpointError<'POST /auth/otp/send-sign-in-code'>

/** Returns the message for a rejected magic link request. */
export function explainSendLinkError(
  refusal: SendLinkError,
  t: Translate,
  project: FormProject,
): Explanation {
  switch (refusal.code) {
    case 'USER_EMAIL_ALREADY_EXISTS':
      return { title: t('refusal.email-unverified'), advice: t('refusal.email-unverified-advice') }
    case 'SIGN_UP_NOT_ENABLED':
      return project.config.signUpNeedsInvitation
        ? explainClosedSignUp(t, project)
        : {
            title: t('refusal.sign-up-off'),
            advice: t('refusal.sign-up-off-advice', { project: project.displayName }),
          }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainUntrustedCallback(t, project)
  }
}

/** Returns the message for a sign-up that the project does not allow. */
export function explainClosedSignUp(t: Translate, { displayName, config }: FormProject): Explanation {
  const names = { project: displayName }
  return config.signUpNeedsInvitation
    ? { title: t('sign-up.not-invited'), advice: t('sign-up.not-invited-advice', names) }
    : { title: t('sign-up.closed'), advice: t('sign-up.closed-advice', names) }
}

export function explainUntrustedCallback(t: Translate, project: Project): Explanation {
  const names = { project: project.displayName, host: location.host }
  return {
    title: t('refusal.callback-not-trusted', names),
    advice: t('refusal.callback-not-trusted-advice', names),
  }
}

/**
 * Returns the message for disabled magic links, which the service reports as plain-text 403. Rethrows other
 * errors.
 */
export function explainMagicLinksDisabled(error: unknown, t: Translate): Explanation {
  if (error instanceof UnexpectedResponseError && error.status === 403) {
    return { title: t('refusal.links-off'), advice: t('refusal.links-off-advice') }
  }
  throw error
}

/** Returns the message for a rejected code, or null if another page opens. */
export function explainCodeError(
  refusal: EndpointError<'POST /auth/otp/sign-in'>,
  t: Translate,
  project: FormProject,
): Explanation | null {
  switch (refusal.code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: t('magic-link.wrong-code'), advice: t('magic-link.wrong-code-advice') }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: t('link.expired'), advice: t('link.expired-advice') }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: t('link.used'), advice: t('link.used-advice') }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: t('link.too-many'), advice: t('link.too-many-advice') }
    case 'USER_EMAIL_ALREADY_EXISTS':
    case 'SIGN_UP_NOT_ENABLED':
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainSendLinkError(refusal, t, project)
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return null
  }
}
