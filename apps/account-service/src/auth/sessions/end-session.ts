import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import { deleteSession } from './records/index.ts'

/** Ends a session and publishes it. Returns whether it existed. */
export async function endSession(
  transaction: ServiceTransaction,
  projectId: string,
  id: string,
): Promise<boolean> {
  const userId = await deleteSession(transaction, projectId, id)
  if (userId === null) return false
  await transaction.publish('session.ended', { id, user_id: userId })
  return true
}
