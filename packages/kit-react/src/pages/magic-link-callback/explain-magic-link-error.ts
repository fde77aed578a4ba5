import type { EndpointError, Project } from '@parley/kit'
import type { Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'
import { explainCodeError } from '../sign-in/explain-link-error.ts'

/** Returns the message for a rejected magic link, or null if another page opens. */
export function explainMagicLinkError(
  refusal: EndpointError<'POST /auth/otp/sign-in'>,
  messages: Messages,
  project: Project,
): Explanation | null {
  const { link } = messages
  if (refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
    return { title: link.invalid, advice: link.invalidAdvice }
  return explainCodeError(refusal, messages, project)
}
