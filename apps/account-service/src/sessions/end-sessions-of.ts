import type { Transaction } from 'kysely'
import type { AccountTables } from '../database/index.ts'
import { attemptCodeType } from '../mfa/index.ts'
import { cancelCodesOf } from '../verification-codes/index.ts'
import { deleteSessionsOf } from './sessions.ts'

interface Whose {
  readonly projectId: string
  readonly userId: string
  /** A session that goes on; null where none does. */
  readonly keptId: string | null
}

/** Ends every session of a user but one, and every attempt at a second factor, which would become one. */
export async function endSessionsOf(
  transaction: Transaction<AccountTables>,
  { projectId, userId, keptId }: Whose,
  now: Date,
): Promise<void> {
  // The attempts go first: one that is being finished is waited for, so that the session it becomes is there to be removed.
  await cancelCodesOf(transaction, { projectId, type: attemptCodeType.name, subject: userId }, now)
  await deleteSessionsOf(transaction, userId, keptId)
}
