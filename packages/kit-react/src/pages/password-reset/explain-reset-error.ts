import type { EndpointError, Project } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'
import { explainUntrustedCallback } from '../sign-in/explain-link-error.ts'

type ResetError = EndpointError<'POST /auth/password/reset'>

/** An error that another link is the remedy for. */
export type ResetLinkError = Exclude<
  ResetError,
  {
    code: 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_REQUIREMENTS_NOT_MET' | 'PASSWORD_TOO_SIMPLE'
  }
>

/** Returns the message for a password reset link that cannot be used. */
export function explainResetLinkError(refusal: ResetLinkError, t: Translate, project: Project): Explanation {
  switch (refusal.code) {
    case 'VERIFICATION_CODE_NOT_FOUND':
      return { title: t('reset.invalid'), advice: t('reset.invalid-advice') }
    case 'VERIFICATION_CODE_EXPIRED':
      return { title: t('reset.expired'), advice: t('reset.expired-advice') }
    case 'VERIFICATION_CODE_ALREADY_USED':
      return { title: t('reset.used'), advice: t('reset.used-advice') }
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return { title: t('reset.too-many'), advice: t('reset.too-many-advice') }
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return {
        title: t('refusal.passwords-off'),
        advice: project.config.magicLinkEnabled ? t('refusal.passwords-off-advice') : '',
      }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainUntrustedCallback(t, project)
  }
}
