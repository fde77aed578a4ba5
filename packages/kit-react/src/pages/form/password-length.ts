import { fill, type Messages } from '../../locales/index.ts'

/** How long a password of this service may be, in UTF-16 code units. */
export const passwordLength = { min: 8, max: 70 } as const

/** What is wrong with a password that somebody chose, or null. The service has the last word. */
export function explainNewPassword(typed: string, { form }: Messages): string | null {
  if (typed === '') return form.passwordRequired
  if (typed.length < passwordLength.min) return fill(form.passwordTooShort, { minimum: passwordLength.min })
  if (typed.length > passwordLength.max) return fill(form.passwordTooLong, { maximum: passwordLength.max })
  return null
}
