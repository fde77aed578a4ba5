import { KnownError } from '@parley/contract'
import type { Database } from '../../../platform/database/index.ts'
import { lockUser } from '../../../users/records/index.ts'
import { findSession } from './sessions.ts'

interface SignedInRequest {
  readonly project: { readonly id: string }
  readonly user: { readonly id: string } | null
  readonly session: { readonly id: string } | null
}

/**
 * Locks the user of a request, and rejects a request whose session has ended since it was authenticated:
 * what ends sessions because an account changes hands removes what can sign in to it under the same lock.
 * No-op for back ends.
 *
 * @throws {KnownError} ACCESS_TOKEN_EXPIRED
 */
export async function lockSignedInUser(
  transaction: Database,
  { project, user, session }: SignedInRequest,
  now: Date,
): Promise<void> {
  if (!user || !session) return
  await lockUser(transaction, user.id)
  if (!(await findSession(transaction, project.id, session.id, now)))
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
}
