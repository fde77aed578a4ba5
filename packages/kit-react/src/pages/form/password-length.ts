import type { Translate } from '../../provider/language.tsx'

/** Password length limits of the account service, in UTF-16 code units. */
export const passwordLength = { min: 8, max: 70 } as const

/** Returns the validation message for a new password, or null. The service validates it again. */
export function validateNewPassword(input: string, t: Translate): string | null {
  if (input === '') return t('form.password-required')
  if (input.length < passwordLength.min) return t('form.password-too-short', { minimum: passwordLength.min })
  if (input.length > passwordLength.max) return t('form.password-too-long', { maximum: passwordLength.max })
  return null
}

/** Returns the validation message for the second input of a new password, or null. */
export function validateRepeatedPassword(input: string, password: string, t: Translate): string | null {
  if (input === '') return t('form.repeat-required')
  return input === password ? null : t('form.repeat-differs')
}
