import type { EndpointError, Project } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'

/** Returns the message for a rejected sign-in, or null if another page opens. */
export function explainSignInError(
  refusal: EndpointError<'POST /auth/password/sign-in'>,
  t: Translate,
  { config }: Project,
): Explanation | null {
  switch (refusal.code) {
    case 'EMAIL_PASSWORD_MISMATCH':
      return {
        title: t('refusal.wrong-credential'),
        advice: config.magicLinkEnabled
          ? t('refusal.wrong-credential-advice')
          : t('refusal.wrong-credential-check'),
      }
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return {
        title: t('refusal.passwords-off'),
        advice: config.magicLinkEnabled ? t('refusal.passwords-off-advice') : '',
      }
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return null
  }
}
