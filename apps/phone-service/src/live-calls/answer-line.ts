import { EngineError } from '@parley/call-engine'
import { type CallTools, changeCall } from './change-call.ts'
import { endCall } from './end-call.ts'
import { type LiveCall, notLater } from './live-call.ts'
import { stopRinging } from './stop-ringing.ts'

/** Answers an incoming call after the audio of the answering browser has connected. */
export async function answerLine(tools: CallTools, session: LiveCall, browserLegId: string): Promise<void> {
  const { conference, incomingId } = session
  const by = session.stored.state.legs.find(({ id }) => id === browserLegId)
  if (!conference || incomingId === null || !by?.userId) return

  try {
    const legId = await conference.answerIncoming(incomingId)
    notLater(session, 'ringing')
    stopRinging(tools, session, { because: 'answered', by: { userId: by.userId, name: by.userName } })
    session.incomingId = null
    session.answering = null
    session.stored = { ...session.stored, userId: by.userId, userName: by.userName }
    await changeCall(tools, session, {
      type: 'leg-added',
      at: tools.now(),
      leg: { id: legId, kind: 'phone', number: session.stored.number },
    })
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-incoming'
    if (!isOver) tools.log.error('call.answer-failed', { callId: session.stored.id, error })
    await endCall(tools, session, isOver ? 'missed' : 'failed', tools.now())
  }
}
