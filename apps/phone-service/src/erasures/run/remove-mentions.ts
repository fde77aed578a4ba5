import { type ErasedSubject, filterCallsMentioning, hasOpenCall } from '../../call-log/index.ts'
import {
  deleteMention,
  insertMentions,
  listMentions,
  saveFailedMention,
  takeCallsToSearch,
} from '../records/index.ts'
import { removeMention } from './erase-call.ts'
import {
  type ErasureDeps,
  type ErasureTurn,
  endedCallDelayMs,
  type Rest,
  toRequestEnd,
} from './erasure-turn.ts'

type NumberSubject = Extract<ErasedSubject, { number: string }>

/** Few: other workspaces wait for the turn, and other transactions for the search. */
const maxSearchesOfTurn = 10
const maxCallsOfSearch = 2_000
const maxChangesOfTurn = 100

/**
 * Removes a number from calls of which it was no party. All calls are searched once, after their end: a call may get the
 * number while it runs. A call that cannot lose it does not prevent others.
 */
export async function removeMentions(
  deps: ErasureDeps,
  turn: ErasureTurn,
  subject: NumberSubject,
): Promise<Rest> {
  const { id, requestedAt, hasSearched } = turn.stored
  const startedUntil = toRequestEnd(requestedAt)
  const endedBefore = new Date(deps.now().getTime() - endedCallDelayMs)
  if (!hasSearched && (await hasOpenCall(deps.database, subject.workspaceId, { startedUntil, endedBefore })))
    return { problem: 'calls-running', isFinished: true }
  const isLast = hasSearched || (await searchCalls(turn, subject))
  const callIds = await listMentions(deps.database, id, maxChangesOfTurn)
  let hasFailed = false
  for (const callId of callIds)
    if (!(await changeCall(deps, turn, { callId, number: subject.number }))) hasFailed = true
  return { problem: hasFailed ? 'failed' : null, isFinished: isLast && callIds.length < maxChangesOfTurn }
}

/** Searches calls that were not searched before. Returns whether these were the last ones. */
async function searchCalls(turn: ErasureTurn, { workspaceId, number }: NumberSubject): Promise<boolean> {
  const { id, requestedAt } = turn.stored
  const page = { workspaceId, until: toRequestEnd(requestedAt), max: maxCallsOfSearch }
  for (let search = 0; search < maxSearchesOfTurn; search += 1) {
    let isLast = false
    await turn.run(async (transaction) => {
      const callIds = await takeCallsToSearch(transaction, id, page)
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
 * Returns false when a call still has the number.
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
