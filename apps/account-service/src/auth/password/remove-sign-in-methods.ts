import { deleteUnusedAuthorizationCodes, deleteUserConnections } from '../../oauth/connections/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import { revokeUserKeys } from '../../projects/api-keys/records/index.ts'
import { deleteSecondFactor } from '../mfa/index.ts'
import { deletePasskey } from '../passkeys/index.ts'

/**
 * Removes what an earlier holder of an account could use to enter it: the passkey, the second factor, provider
 * accounts and API keys. Passwords, contact channels and sessions are replaced by the caller.
 */
export async function removeSignInMethods(
  transaction: ServiceTransaction,
  userId: string,
  now: Date,
): Promise<void> {
  await deletePasskey(transaction, userId)
  await deleteSecondFactor(transaction, userId)
  await deleteUserConnections(transaction, userId)
  await deleteUnusedAuthorizationCodes(transaction, userId)
  await revokeUserKeys(transaction, userId, now)
}
