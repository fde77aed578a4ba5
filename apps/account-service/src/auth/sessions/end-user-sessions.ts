import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import { attemptCodeType } from '../mfa/index.ts'
import { cancelCodes } from '../verification-codes/index.ts'
import { deleteUserSessions } from './records/index.ts'

interface EndSessionsInput {
  readonly projectId: string
  readonly userId: string
  /** A session to retain; null to end all. */
  readonly exceptId: string | null
}

/**
 * Ends all sessions of a user except one, and all pending second-factor attempts, which would become
 * sessions.
 */
export async function endUserSessions(
  transaction: ServiceTransaction,
  { projectId, userId, exceptId }: EndSessionsInput,
  now: Date,
): Promise<void> {
  // Attempts first: this waits for one that is being completed, so that the session it creates exists and is
  // deleted.
  await cancelCodes(transaction, { projectId, type: attemptCodeType.name, subject: userId }, now)
  const ended = await deleteUserSessions(transaction, userId, exceptId)
  await transaction.publishAll(
    'session.ended',
    ended.map((id) => ({ id, user_id: userId })),
  )
}
