import type { EndReason } from '@parley/contract/phone'
import { saveCall, serializeCall } from '../call-log/index.ts'
import { releaseSlots } from '../limits/index.ts'
import { finalizeCallRecordings } from '../recordings/index.ts'
import type { CallDeps } from './apply-call-event.ts'
import { applyCallEvent } from './apply-call-event.ts'
import type { CallSession } from './call-session.ts'

/**
 * Ends a call: removes all participants, and finalizes the record when the engine has closed the conference. Call
 * within `runExclusive`. Idempotent.
 */
export async function endCall(
  deps: CallDeps,
  session: CallSession,
  reason: EndReason,
  at: number,
): Promise<void> {
  if (session.stored.state.phase === 'ended') return

  for (const timer of session.timers.values()) clearTimeout(timer)
  session.timers.clear()
  await applyCallEvent(deps, session, { type: 'ended', at, reason })
  // Stops the ringing for a caller who is still waiting. No-op when the call was already rejected or answered.
  if (session.incomingId !== null) await deps.engine.rejectIncoming(session.incomingId, 'not-now')
  session.incomingId = null

  if (session.conference) await session.conference.close()
  else await finalizeCall(deps, session)
}

/**
 * Finalizes an ended call in one transaction: the call, its recordings and its call slots. Called after the last event
 * of the conference.
 */
export async function finalizeCall(deps: CallDeps, session: CallSession): Promise<void> {
  const { database, log } = deps
  const { id, workspaceId } = session.stored
  const recordings = session.hasRecording ? 'recorded' : 'not-recorded'
  try {
    await database.transaction().execute(async (transaction) => {
      await saveCall(transaction, session.stored, recordings)
      await finalizeCallRecordings(transaction, deps.settings.recordingsDirectory, id)
      await releaseSlots(transaction, workspaceId, session.stored.slotIds)
    })
  } catch (error) {
    // The row still shows an active call. Recovery ends it at the next start of this node.
    log.error('call.finalize_failed', { callId: id, error })
  }
  deps.callSessions.delete(id)
  session.finished.resolve()
  await publishCallEnded(deps, session)
}

async function publishCallEnded(deps: CallDeps, session: CallSession): Promise<void> {
  const { workspaceId } = session.stored
  for (const userId of deps.live.onlineUsers(workspaceId)) {
    try {
      const call = await serializeCall(deps, { workspaceId, userId }, session.stored)
      deps.live.sendToUser(workspaceId, userId, { type: 'call.ended', call })
    } catch (error) {
      deps.log.error('call.publish_failed', { callId: session.stored.id, error })
    }
  }
}
