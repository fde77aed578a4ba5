import type { EndpointError, FormProject } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'
import { explainCodeError } from '../sign-in/explain-link-error.ts'

/** Returns the message for a rejected magic link, or null if another page opens. */
export function explainMagicLinkError(
  refusal: EndpointError<'POST /auth/otp/sign-in'>,
  t: Translate,
  project: FormProject,
): Explanation | null {
  if (refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
    return { title: t('link.invalid'), advice: t('link.invalid-advice') }
  return explainCodeError(refusal, t, project)
}
