import { EngineError, type RejectReason } from '@parley/call-engine'
import type { EndReason } from '@parley/contract/phone'
import { findEndReason } from '../call-state/index.ts'
import type { CallParts } from './parts/call-parts.ts'

/**
 * Ends a call: removes all participants, and finalizes the record when the engine has closed the conference.
 * Idempotent.
 */
export async function endCall(parts: CallParts, reason: EndReason, at: number): Promise<void> {
  const { deps, record, ringing, conference } = parts
  if (record.hasEnded) return

  await record.apply({ type: 'ended', at, reason })
  // A failing engine must not leave the record open and its call slot occupied: an ended call is never ended
  // again.
  try {
    // No-op when the call was answered or the caller is gone.
    if (ringing.legId !== null)
      await conference.current?.rejectIncoming(ringing.legId, toRejectReason(reason))
  } catch (error) {
    deps.log.error('call.reject_failed', { callId: record.id, error })
  }
  ringing.end()
  try {
    // The conference emits its last event, after which the call is finalized.
    if (conference.current) return await conference.current.close()
  } catch (error) {
    deps.log.error('call.close_failed', { callId: record.id, error })
  }
  await finalizeCall(parts)
}

/** Ends a call whose caller could not be answered: as missed when the caller has left meanwhile. */
async function endUnanswered(parts: CallParts, event: string, error: unknown): Promise<void> {
  const { deps, record } = parts
  const hasLeft = error instanceof EngineError && error.code === 'no-such-leg'
  if (!hasLeft) deps.log.error(event, { callId: record.id, error })
  await endCall(parts, hasLeft ? 'missed' : 'failed', deps.now().getTime())
}

/** Runs `work` for a caller who is not answered yet. A failure ends the call, see {@link endUnanswered}. */
export async function runOrEndUnanswered<Result>(
  parts: CallParts,
  event: string,
  work: () => Promise<Result>,
): Promise<Result | 'ended'> {
  try {
    return await work()
  } catch (error) {
    await endUnanswered(parts, event, error)
    return 'ended'
  }
}

/** Returns the reason that a caller who is still waiting receives. */
function toRejectReason(reason: EndReason): RejectReason {
  if (reason === 'declined') return 'declined'
  return reason === 'missed' ? 'not-answered' : 'not-now'
}

/** Ends a call that no longer has the participants to continue. */
export async function endIfAbandoned(parts: CallParts, at: number): Promise<'ended' | 'continues'> {
  const reason = findEndReason(parts.record.state)
  if (!reason) return 'continues'
  await endCall(parts, reason, at)
  return 'ended'
}

/**
 * Finalizes an ended call. Called after the last event of the conference. Idempotent.
 *
 * The session is kept until its end is saved: only its memory has the end that could not be saved.
 */
async function finalizeCall(parts: CallParts): Promise<void> {
  const { deps, record, queue } = parts
  if (parts.isFinalizing) return
  parts.isFinalizing = true
  if ((await record.finalize()) === 'saved') return await closeSession(parts)
  // Not awaited: requests for the call wait for this change.
  deps.saveRetries
    .run(() => queue.run(() => record.finalize()))
    .then(() => closeSession(parts))
    .catch((error) => deps.log.error('call.session_close_failed', { callId: record.id, error }))
}

/** Removes the session of a call that has ended, and sends the call to its readers. */
async function closeSession({ deps, record, finished }: CallParts): Promise<void> {
  deps.callSessions.delete(record.id)
  await record.sendEnd().finally(() => finished.resolve())
}

/** Ends the call of a conference that has closed, and finalizes its record. */
export async function onConferenceClosed(parts: CallParts): Promise<void> {
  const { deps, conference } = parts
  conference.clear()
  // The conference closes before its call ends only when the engine has failed.
  await endCall(parts, 'engine-lost', deps.now().getTime())
  await finalizeCall(parts)
}
