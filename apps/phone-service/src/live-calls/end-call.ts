import type { EndReason } from '@parley/contract/phone'
import { saveCall, viewCall } from '../call-log/index.ts'
import { closeLines } from '../limits/index.ts'
import { endRecordingsOfCall } from '../recordings/index.ts'
import type { CallTools } from './change-call.ts'
import { changeCall } from './change-call.ts'
import type { LiveCall } from './live-call.ts'

/**
 * Ends a call: removes all participants, and finalizes the record when the engine has closed the conference. Call
 * within `runExclusive`. Idempotent.
 */
export async function endCall(
  tools: CallTools,
  session: LiveCall,
  reason: EndReason,
  at: number,
): Promise<void> {
  if (session.stored.state.phase === 'ended') return

  for (const timer of session.timers.values()) clearTimeout(timer)
  session.timers.clear()
  await changeCall(tools, session, { type: 'ended', at, reason })
  // Stops the ringing for a caller who is still waiting. No-op when the call was already rejected or answered.
  if (session.incomingId !== null) await tools.engine.refuseIncoming(session.incomingId, 'not-now')
  session.incomingId = null

  if (session.conference) await session.conference.close()
  else await finishCall(tools, session)
}

/**
 * Finalizes an ended call in one transaction: the call, its recordings and its call slots. Called after the last event
 * of the conference.
 */
export async function finishCall(tools: CallTools, session: LiveCall): Promise<void> {
  const { database, log } = tools
  const { id, workspaceId } = session.stored
  const recordings = session.hasRecording ? 'recorded' : 'not-recorded'
  try {
    await database.transaction().execute(async (transaction) => {
      await saveCall(transaction, session.stored, recordings)
      await endRecordingsOfCall(transaction, tools.settings.recordingsDirectory, id)
      await closeLines(transaction, workspaceId, session.stored.lineIds)
    })
  } catch (error) {
    // The row still shows an active call. Recovery ends it at the next start of this node.
    log.error('call.finish-failed', { callId: id, error })
  }
  tools.liveCalls.delete(id)
  session.finished.resolve()
  await tellEnd(tools, session)
}

async function tellEnd(tools: CallTools, session: LiveCall): Promise<void> {
  const { workspaceId } = session.stored
  for (const userId of tools.live.usersOnline(workspaceId)) {
    try {
      const call = await viewCall(tools, { workspaceId, userId }, session.stored)
      tools.live.toUser(workspaceId, userId, { type: 'call.ended', call })
    } catch (error) {
      tools.log.error('call.tell-failed', { callId: session.stored.id, error })
    }
  }
}
