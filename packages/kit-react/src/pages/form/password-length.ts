import { fill, type Messages } from '../../locales/index.ts'

/** Password length limits of the account service, in UTF-16 code units. */
export const passwordLength = { min: 8, max: 70 } as const

/** Returns the validation message for a new password, or null. The service validates it again. */
export function validateNewPassword(typed: string, { form }: Messages): string | null {
  if (typed === '') return form.passwordRequired
  if (typed.length < passwordLength.min) return fill(form.passwordTooShort, { minimum: passwordLength.min })
  if (typed.length > passwordLength.max) return fill(form.passwordTooLong, { maximum: passwordLength.max })
  return null
}
