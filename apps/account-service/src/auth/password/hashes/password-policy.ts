import { KnownError } from '@parley/contract'
import { password } from '@parley/contract/account'
import type { Project } from '../../../projects/records/index.ts'
import { isCommonPassword } from './common-passwords.ts'

const { max } = password.passwordLength

export interface PasswordPolicyInput {
  readonly project: Pick<Project, 'displayName' | 'settings'>
  readonly password: string
  /** E-mail address and name of the user, as far as known. */
  readonly userInputs: readonly (string | null)[]
}

/**
 * Checks a password that a user chooses against the password policy.
 *
 * @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG; PASSWORD_REQUIREMENTS_NOT_MET for a common password.
 */
export async function checkPasswordPolicy({
  project,
  password: typed,
  userInputs: person,
}: PasswordPolicyInput): Promise<void> {
  checkPasswordLength(project, typed)
  if (await isCommonPassword(typed, [project.displayName, ...person]))
    throw new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', {
      message: 'This password is too common. Choose another one.',
    })
}

/** @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
export function checkPasswordLength({ settings }: Pick<Project, 'settings'>, typed: string): void {
  const min = settings.password_minimum
  if (typed.length < min) throw new KnownError('PASSWORD_TOO_SHORT', { min_length: min })
  if (typed.length > max) throw new KnownError('PASSWORD_TOO_LONG', { maxLength: max })
}
