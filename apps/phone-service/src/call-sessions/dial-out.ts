import { EngineError } from '@parley/call-engine'
import { releaseSlots } from '../limits/index.ts'
import { applyCallEvent, type CallDeps } from './apply-call-event.ts'
import type { CallSession, PendingDial } from './call-session.ts'
import { endCall } from './end-call.ts'

/** Dials the number that was waiting for the audio of the browser. */
export async function dialPending(deps: CallDeps, session: CallSession): Promise<void> {
  const dial = session.pendingDial
  if (!dial) return
  session.pendingDial = null
  try {
    await dialOut(deps, session, dial)
  } catch (error) {
    deps.log.error('call.dial_failed', { callId: session.stored.id, error })
    const isTrunkGone = error instanceof EngineError && error.code === 'no-such-trunk'
    await endCall(deps, session, isTrunkGone ? 'trunk-down' : 'failed', deps.now())
  }
}

/** Dials a number into the conference. Releases the call slot if dialling cannot start. */
export async function dialOut(deps: CallDeps, session: CallSession, dial: PendingDial): Promise<void> {
  const { conference, stored } = session
  try {
    if (!conference) throw new EngineError('conference-closed')
    const legId = await conference.dialOut({
      to: dial.to,
      through: dial.trunkId,
      as: { number: dial.from, name: stored.userName },
      ringTimeoutMs: deps.settings.ringTimeoutMs,
      ...(dial.postDialDigits === null ? {} : { postDialDigits: dial.postDialDigits }),
    })
    session.slotIdsByLeg.set(legId, dial.slotId)
    await applyCallEvent(deps, session, {
      type: 'leg-added',
      at: deps.now(),
      leg: { id: legId, kind: 'phone', number: dial.to },
    })
  } catch (error) {
    await releaseSlots(deps.database, stored.workspaceId, [dial.slotId])
    throw error
  }
}
