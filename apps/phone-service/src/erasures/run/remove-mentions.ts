import { countRunningCallsMentioning, type ErasedSubject, listCallsMentioning } from '../../call-log/index.ts'
import { type StoredErasure, saveFailedMention } from '../records/index.ts'
import { removeMention } from './erase-call.ts'
import { type ErasureDeps, type ErasureTurn, toRequestEnd } from './erasure-turn.ts'

/** Few: other workspaces wait for it. */
const maxCallsOfTurn = 100

/**
 * Removes a number from calls of which it was no party. A call that cannot lose it does not prevent others. Returns why
 * calls have it still, or null.
 */
export async function removeMentions(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: Extract<ErasedSubject, { number: string }>,
): Promise<StoredErasure['problem']> {
  const { id: erasureId, requestedAt } = turn.stored
  const until = toRequestEnd(requestedAt)
  const page = { erasureId, until, max: maxCallsOfTurn }
  let hasFailed = false
  for (const callId of await listCallsMentioning(deps.database, subject, page))
    if (!(await changeCall(deps, turn, { callId, number: subject.number }))) hasFailed = true
  if (hasFailed) return 'failed'
  const running = await countRunningCallsMentioning(deps.database, subject, until)
  return running > 0 ? 'calls-running' : null
}

/**
 * Returns whether a call has changed.
 *
 * @throws {Error} The lease has ended, or the database is not available.
 */
async function changeCall(
  deps: ErasureDeps,
  turn: ErasureTurn,
  { callId, number }: { readonly callId: string; readonly number: string },
): Promise<boolean> {
  const { id: erasureId, workspaceId } = turn.stored
  let isChanged = false
  let cause: unknown = 'The call retains the number.'
  try {
    await turn.run(async (transaction) => {
      isChanged = await removeMention(transaction, callId, number)
      return { calls: isChanged ? 1 : 0 }
    })
  } catch (error) {
    isChanged = false
    cause = error
  }
  if (isChanged) return true
  await turn.run(async (transaction) => {
    await saveFailedMention(transaction, erasureId, { callId, failedAt: deps.now() })
    return {}
  })
  deps.log.error('erasure.call_failed', { erasureId, workspaceId, callId, error: cause })
  return false
}
