import type { FormProject } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'

/** Returns the validation message for a new password, or null. The service validates it again. */
export function validateNewPassword(input: string, { config }: FormProject, t: Translate): string | null {
  const { passwordMinLength: minimum, passwordMaxLength: maximum } = config
  if (input === '') return t('form.password-required')
  if (input.length < minimum) return t('form.password-too-short', { minimum })
  if (input.length > maximum) return t('form.password-too-long', { maximum })
  return null
}

/** Returns the validation message for the second input of a new password, or null. */
export function validateRepeatedPassword(input: string, password: string, t: Translate): string | null {
  if (input === '') return t('form.repeat-required')
  return input === password ? null : t('form.repeat-differs')
}

/** Returns the hint for a new password. */
export function describePasswordLength({ config }: FormProject, t: Translate): string {
  return t('sign-up.password-hint', { minimum: config.passwordMinLength, maximum: config.passwordMaxLength })
}
