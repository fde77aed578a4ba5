import { randomBytes } from 'node:crypto'
import { KnownError } from '@parley/contract'
import type { Project } from '../../projects/records/index.ts'

/** EdDSA, ES256 and RS256, in order of preference (RFC 9053). */
export const acceptedAlgorithms = [-8, -7, -257]

/** @throws {KnownError} PASSKEY_AUTHENTICATION_NOT_ENABLED */
export function requirePasskeys({ config }: Project): void {
  if (!config.passkey_enabled) throw new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
}

export function generateChallenge(): string {
  return randomBytes(32).toString('base64url')
}

export function userVerificationFor({ settings }: Project): 'required' | 'preferred' {
  return settings.passkeys_verify_user ? 'required' : 'preferred'
}
