import { ApiError, type EndpointError, type Project } from '@parley/kit'
import type { FormErrors } from '@parley/ui'
import { fill, type Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'
import { explainUntrustedCallback } from '../sign-in/explain-link-error.ts'

/** Returns the messages for a rejected sign-up: for fields, above the form, or none if another page opens. */
export function explainSignUpError(
  refusal: EndpointError<'POST /auth/password/sign-up'>,
  messages: Messages,
  project: Project,
): { readonly fields: FormErrors; readonly note: Explanation | null } {
  const { form, refusal: texts, signUp } = messages
  switch (refusal.code) {
    case 'PASSWORD_TOO_SHORT': {
      const password = fill(form.passwordTooShort, { minimum: refusal.details.min_length })
      return { fields: { password }, note: null }
    }
    case 'PASSWORD_TOO_LONG': {
      const password = fill(form.passwordTooLong, { maximum: refusal.details.maxLength })
      return { fields: { password }, note: null }
    }
    case 'USER_EMAIL_ALREADY_EXISTS': {
      const note = { title: texts.emailTaken, advice: texts.emailTakenAdvice }
      return { fields: { email: texts.emailTaken }, note }
    }
    case 'SIGN_UP_NOT_ENABLED': {
      const advice = fill(signUp.closedAdvice, { project: project.displayName })
      return { fields: {}, note: { title: signUp.closed, advice } }
    }
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return { fields: {}, note: { title: texts.passwordsOff, advice: texts.passwordsOffAdvice } }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return { fields: {}, note: explainUntrustedCallback(messages, project) }
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return { fields: {}, note: null }
  }
}

/**
 * Returns the field error for a common password, which the service rejects with SCHEMA_ERROR. All other input was validated
 * before the request. Rethrows other errors.
 */
export function explainCommonPassword(error: unknown, { form }: Messages): FormErrors {
  if (error instanceof ApiError && error.code === 'SCHEMA_ERROR') return { password: form.passwordTooCommon }
  throw error
}
