import { KnownError } from '@parley/contract'
import { password } from '@parley/contract/account'

const { min, max } = password.passwordLength

/** @throws {KnownError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG */
export function checkPasswordLength(typed: string): void {
  if (typed.length < min) throw new KnownError('PASSWORD_TOO_SHORT', { min_length: min })
  if (typed.length > max) throw new KnownError('PASSWORD_TOO_LONG', { maxLength: max })
}
