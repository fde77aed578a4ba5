import { EngineError } from '@parley/call-engine'
import { closeLines } from '../limits/index.ts'
import { type CallTools, changeCall } from './change-call.ts'
import { endCall } from './end-call.ts'
import type { LiveCall, PendingDial } from './live-call.ts'

/** Dials the number that was waiting for the audio of the browser. */
export async function dialPending(tools: CallTools, session: LiveCall): Promise<void> {
  const dial = session.pendingDial
  if (!dial) return
  session.pendingDial = null
  try {
    await dialOut(tools, session, dial)
  } catch (error) {
    tools.log.error('call.dial-failed', { callId: session.stored.id, error })
    const isTrunkGone = error instanceof EngineError && error.code === 'no-such-trunk'
    await endCall(tools, session, isTrunkGone ? 'trunk-down' : 'failed', tools.now())
  }
}

/** Dials a number into the conference. Releases the call slot if dialling cannot start. */
export async function dialOut(tools: CallTools, session: LiveCall, dial: PendingDial): Promise<void> {
  const { conference, stored } = session
  try {
    if (!conference) throw new EngineError('conference-closed')
    const legId = await conference.dialOut({
      to: dial.to,
      through: dial.through,
      as: { number: dial.from, name: stored.userName },
      ringTimeoutMs: tools.settings.ringTimeoutMs,
      ...(dial.postDialDigits === null ? {} : { postDialDigits: dial.postDialDigits }),
    })
    session.lines.set(legId, dial.lineId)
    await changeCall(tools, session, {
      type: 'leg-added',
      at: tools.now(),
      leg: { id: legId, kind: 'phone', number: dial.to },
    })
  } catch (error) {
    await closeLines(tools.database, stored.workspaceId, [dial.lineId])
    throw error
  }
}
