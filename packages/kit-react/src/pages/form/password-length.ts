import type { Project } from '@parley/kit'
import type { Translate } from '../../provider/language.tsx'

/** Returns the validation message for a new password, or null. The service validates it again. */
export function validateNewPassword(input: string, project: Project, t: Translate): string | null {
  const { minimum, maximum } = passwordLength(project)
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
export function describePasswordLength(project: Project, t: Translate): string {
  return t('sign-up.password-hint', passwordLength(project))
}

/** The limits of the project; the default ones for a project in the form that owners see. */
function passwordLength({ config: { signUp } }: Project): { minimum: number; maximum: number } {
  return { minimum: signUp?.passwordMinLength ?? 8, maximum: signUp?.passwordMaxLength ?? 70 }
}
