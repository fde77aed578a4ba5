import type { EndpointError, Project } from '@parley/kit'
import type { Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'

/** Returns the message for a rejected sign-in, or null if another page opens. */
export function explainSignInError(
  refusal: EndpointError<'POST /auth/password/sign-in'>,
  { refusal: texts }: Messages,
  { config }: Project,
): Explanation | null {
  switch (refusal.code) {
    case 'EMAIL_PASSWORD_MISMATCH':
      return {
        title: texts.wrongCredential,
        advice: config.magicLinkEnabled ? texts.wrongCredentialAdvice : texts.wrongCredentialCheck,
      }
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return { title: texts.passwordsOff, advice: config.magicLinkEnabled ? texts.passwordsOffAdvice : '' }
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return null
  }
}
