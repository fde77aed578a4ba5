import { EngineError } from '@parley/call-engine'
import { applyCallEvent, type CallDeps } from './apply-call-event.ts'
import { type CallSession, clearTimer } from './call-session.ts'
import { endCall } from './end-call.ts'
import { stopRinging } from './stop-ringing.ts'

/** Answers an incoming call after the audio of the answering browser has connected. */
export async function answerIncomingCall(
  deps: CallDeps,
  session: CallSession,
  browserLegId: string,
): Promise<void> {
  const { conference, incomingId } = session
  const by = session.stored.state.legs.find(({ id }) => id === browserLegId)
  if (!conference || incomingId === null || !by?.userId) return

  try {
    const legId = await conference.answerIncoming(incomingId)
    clearTimer(session, 'ringing')
    stopRinging(deps, session, { because: 'answered', by: { userId: by.userId, name: by.userName } })
    session.incomingId = null
    session.answeringLeg = null
    session.stored = { ...session.stored, userId: by.userId, userName: by.userName }
    await applyCallEvent(deps, session, {
      type: 'leg-added',
      at: deps.now(),
      leg: { id: legId, kind: 'phone', number: session.stored.number },
    })
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-incoming'
    if (!isOver) deps.log.error('call.answer_failed', { callId: session.stored.id, error })
    await endCall(deps, session, isOver ? 'missed' : 'failed', deps.now())
  }
}
