import type { Project, RefusalOf } from '@parley/kit'
import type { Messages } from '../../locales/index.ts'
import type { Explanation } from '../form/explanation.ts'
import { explainCodeRefusal } from '../sign-in/explain-link-refusal.ts'

/** What to tell a person whose magic link was refused, or null when the answer is another page. */
export function explainRefusal(
  refusal: RefusalOf<'POST /auth/otp/sign-in'>,
  messages: Messages,
  project: Project,
): Explanation | null {
  const { link } = messages
  if (refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
    return { title: link.invalid, advice: link.invalidAdvice }
  return explainCodeRefusal(refusal, messages, project)
}
