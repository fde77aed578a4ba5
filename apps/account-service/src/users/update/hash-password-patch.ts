import { KnownError } from '@parley/contract'
import { password as contract } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { type PasswordService, toHashingClient } from '../../auth/password/hashes/index.ts'
import type { Access } from '../../platform/request-context/index.ts'

interface PasswordPatch {
  readonly password?: string | null
  /** A bcrypt hash created by another system. */
  readonly password_hash?: string
}

/**
 * Returns the hash of the password that a back end sets: null to remove the password, undefined to leave it
 * unchanged. Password strength is not checked, because the user did not choose it.
 *
 * @throws {KnownError} PASSWORD_TOO_LONG
 * @throws {PlainTextError} 400 when password sign-in is disabled, both fields are given, or the cost of a
 * hash is out of range.
 */
export async function hashPasswordPatch(
  { passwords }: PasswordService,
  access: Pick<Access, 'project' | 'info'>,
  { password, password_hash }: PasswordPatch,
  before: { readonly hasPassword: boolean },
): Promise<string | null | undefined> {
  if (password_hash !== undefined && password !== undefined)
    throw new PlainTextError(400, 'Send password or password_hash, not both.')
  const patch = password ?? password_hash
  if (patch !== undefined && !before.hasPassword && !access.project.config.credential_enabled)
    throw new PlainTextError(400, 'Signing in with a password is not enabled for this project.')
  if (password_hash !== undefined) {
    requireVerifiableCost(password_hash)
    return password_hash
  }
  if (!password) return password === null ? null : undefined

  if (password.length > contract.passwordLength.max)
    throw new KnownError('PASSWORD_TOO_LONG', { maxLength: contract.passwordLength.max })
  return await passwords.hash(password, toHashingClient(access))
}

/** A higher cost would take seconds at every sign-in. */
function requireVerifiableCost(bcryptHash: string): void {
  const cost = Number(bcryptHash.slice(4, 6))
  if (cost < 4 || cost > 16)
    throw new PlainTextError(400, 'The cost of a bcrypt hash must be between 4 and 16.')
}
