import { KnownError } from '@parley/contract'
import { password } from '@parley/contract/account'
import type { Project } from '../../../projects/records/index.ts'
import { isCommonPassword } from './common-passwords.ts'

const { max } = password.passwordLength

export interface PasswordPolicyInput {
  readonly project: Pick<Project, 'displayName' | 'settings'>
  readonly password: string
  readonly email: string | null
  /** Name of the user, if it is known. */
  readonly displayName?: string | null
}

/**
 * Checks a password that a user chooses against the password policy.
 *
 * @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG; PASSWORD_REQUIREMENTS_NOT_MET for a common
 * password; PASSWORD_TOO_SIMPLE if the project rejects simple ones.
 */
export async function checkPasswordPolicy({
  project,
  password: typed,
  email,
  displayName = null,
}: PasswordPolicyInput): Promise<void> {
  checkPasswordLength(project, typed)
  if (await isCommonPassword(typed, [project.displayName, email, displayName]))
    throw new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', {
      message: 'This password is too common. Choose another one.',
    })
  if (project.settings.rejects_simple_passwords && isSimplePassword(typed, email))
    throw new KnownError('PASSWORD_TOO_SIMPLE')
}

/** @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
function checkPasswordLength({ settings }: Pick<Project, 'settings'>, typed: string): void {
  const min = settings.password_minimum
  if (typed.length < min) throw new KnownError('PASSWORD_TOO_SHORT', { min_length: min })
  if (typed.length > max) throw new KnownError('PASSWORD_TOO_LONG', { maxLength: max })
}

/**
 * Returns whether a password is one repeated character, white space only, or the e-mail address or its local
 * part.
 */
function isSimplePassword(typed: string, email: string | null): boolean {
  const text = normalize(typed)
  const visible = text.replace(/[\p{C}\p{Z}]+/gu, '')
  if (new Set(visible).size <= 1) return true
  return (
    email !== null && [email, email.slice(0, email.lastIndexOf('@'))].some((part) => normalize(part) === text)
  )
}

const normalize = (text: string) => text.normalize('NFKC').trim().toLowerCase()
