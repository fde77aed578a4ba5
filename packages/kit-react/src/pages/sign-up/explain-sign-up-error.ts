import type { EndpointError, FormProject } from '@parley/kit'
import type { FormErrors } from '@parley/ui'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'
import { explainClosedSignUp, explainUntrustedCallback } from '../sign-in/explain-link-error.ts'

/** Returns the messages for a rejected sign-up: for fields, above the form, or none if another page opens. */
export function explainSignUpError(
  refusal: EndpointError<'POST /auth/password/sign-up' | 'POST /auth/anonymous/upgrade'>,
  t: Translate,
  project: FormProject,
): { readonly fields: FormErrors; readonly note: Explanation | null } {
  switch (refusal.code) {
    case 'PASSWORD_TOO_SHORT': {
      const password = t('form.password-too-short', { minimum: refusal.details.min_length })
      return { fields: { password }, note: null }
    }
    case 'PASSWORD_TOO_LONG': {
      const password = t('form.password-too-long', { maximum: refusal.details.maxLength })
      return { fields: { password }, note: null }
    }
    case 'PASSWORD_REQUIREMENTS_NOT_MET':
      return { fields: { password: t('form.password-too-common') }, note: null }
    case 'PASSWORD_TOO_SIMPLE':
      return { fields: { password: t('form.password-too-simple') }, note: null }
    case 'USER_EMAIL_ALREADY_EXISTS': {
      const note = { title: t('refusal.email-taken'), advice: t('refusal.email-taken-advice') }
      return { fields: { email: t('refusal.email-taken') }, note }
    }
    case 'SIGN_UP_NOT_ENABLED':
      return { fields: {}, note: explainClosedSignUp(t, project) }
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return {
        fields: {},
        note: { title: t('refusal.passwords-off'), advice: t('refusal.passwords-off-advice') },
      }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return { fields: {}, note: explainUntrustedCallback(t, project) }
    // An anonymous user who has added a sign-in method.
    case 'USER_AUTHENTICATION_REQUIRED':
      return {
        fields: {},
        note: { title: t('refusal.sign-in-again'), advice: t('refusal.sign-in-again-advice') },
      }
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return { fields: {}, note: null }
  }
}
