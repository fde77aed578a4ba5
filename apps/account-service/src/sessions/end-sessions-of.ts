import type { Transaction } from 'kysely'
import type { AccountTables } from '../database/index.ts'
import { attemptCodeType } from '../mfa/index.ts'
import { cancelCodesOf } from '../verification-codes/index.ts'
import { deleteSessionsOf } from './sessions.ts'

interface Whose {
  readonly projectId: string
  readonly userId: string
  /** A session to retain; null to end all. */
  readonly keptId: string | null
}

/** Ends all sessions of a user except one, and all pending second-factor attempts, which would become sessions. */
export async function endSessionsOf(
  transaction: Transaction<AccountTables>,
  { projectId, userId, keptId }: Whose,
  now: Date,
): Promise<void> {
  // Attempts first: this waits for one that is being completed, so that the session it creates exists and is deleted.
  await cancelCodesOf(transaction, { projectId, type: attemptCodeType.name, subject: userId }, now)
  await deleteSessionsOf(transaction, userId, keptId)
}
