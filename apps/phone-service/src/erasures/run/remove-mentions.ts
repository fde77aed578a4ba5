import {
  countRunningCallsMentioning,
  type ErasedSubject,
  filterCallsMentioning,
} from '../../call-log/index.ts'
import {
  deleteMention,
  insertMentions,
  listMentions,
  listNextCalls,
  saveFailedMention,
} from '../records/index.ts'
import { removeMention } from './erase-call.ts'
import { type ErasureDeps, type ErasureTurn, type Rest, toRequestEnd } from './erasure-turn.ts'

type NumberSubject = Extract<ErasedSubject, { number: string }>

/** Few: other workspaces wait for the turn, and other transactions for the search. */
const maxSearchesOfTurn = 10
const maxCallsOfSearch = 2_000
const maxChangesOfTurn = 100

/**
 * Removes a number from calls of which it was no party. Each call is searched once, when none runs that mentions the
 * number. A call that cannot lose it does not prevent others.
 */
export async function removeMentions(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: NumberSubject,
): Promise<Rest> {
  const { id, requestedAt } = turn.stored
  const running = await countRunningCallsMentioning(deps.database, subject, toRequestEnd(requestedAt))
  if (running > 0) return { problem: 'calls-running', isFinished: false }
  const isFinished = await searchCalls(turn, subject)
  let hasFailed = false
  for (const callId of await listMentions(deps.database, id, maxChangesOfTurn))
    if (!(await changeCall(deps, turn, { callId, number: subject.number }))) hasFailed = true
  return { problem: hasFailed ? 'failed' : null, isFinished }
}

/** Searches calls that were not searched before. Returns whether these were the last ones. */
async function searchCalls(turn: ErasureTurn, { workspaceId, number }: NumberSubject): Promise<boolean> {
  const { id, requestedAt } = turn.stored
  const page = { workspaceId, until: toRequestEnd(requestedAt), max: maxCallsOfSearch }
  for (let search = 0; search < maxSearchesOfTurn; search += 1) {
    let isLast = false
    await turn.run(async (transaction) => {
      const callIds = await listNextCalls(transaction, id, page)
      isLast = callIds.length < maxCallsOfSearch
      if (callIds.length > 0)
        await insertMentions(transaction, id, await filterCallsMentioning(transaction, callIds, number))
      return {}
    })
    if (isLast) return true
  }
  return false
}

/**
 * Returns false when a call has the number still.
 *
 * @throws {Error} The lease has ended, or the database is not available.
 */
async function changeCall(
  deps: ErasureDeps,
  turn: ErasureTurn,
  { callId, number }: { readonly callId: string; readonly number: string },
): Promise<boolean> {
  const { id: erasureId, workspaceId } = turn.stored
  let cause: unknown = 'The call retains the number.'
  let isDone = false
  try {
    await turn.run(async (transaction) => {
      const isChanged = await removeMention(transaction, callId, number)
      // The change is saved although parts of the call retain the number.
      isDone = (await filterCallsMentioning(transaction, [callId], number)).length === 0
      if (isDone) await deleteMention(transaction, erasureId, callId)
      return { calls: isChanged ? 1 : 0 }
    })
  } catch (error) {
    isDone = false
    cause = error
  }
  if (!isDone)
    await turn.run(async (transaction) => {
      isDone = !(await saveFailedMention(transaction, erasureId, { callId, failedAt: deps.now() }))
      return {}
    })
  if (!isDone) deps.log.error('erasure.call_failed', { erasureId, workspaceId, callId, error: cause })
  return isDone
}
