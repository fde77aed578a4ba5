import { EngineError } from '@parley/call-engine'
import { type CallTools, changeCall } from './change-call.ts'
import { endCall } from './end-call.ts'
import { type LiveCall, notLater } from './live-call.ts'
import { stopRinging } from './stop-ringing.ts'

/** Answers an incoming call after the audio of the answering browser has connected. */
export async function answerLine(tools: CallTools, live: LiveCall, browserLegId: string): Promise<void> {
  const { conference, incomingId } = live
  const by = live.stored.state.legs.find(({ id }) => id === browserLegId)
  if (!conference || incomingId === null || !by?.userId) return

  try {
    const legId = await conference.answerIncoming(incomingId)
    notLater(live, 'ringing')
    stopRinging(tools, live, { because: 'answered', by: { userId: by.userId, name: by.userName } })
    live.incomingId = null
    live.answering = null
    live.stored = { ...live.stored, userId: by.userId, userName: by.userName }
    await changeCall(tools, live, {
      type: 'leg-added',
      at: tools.now(),
      leg: { id: legId, kind: 'phone', number: live.stored.number },
    })
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-incoming'
    if (!isOver) tools.log.error('call.answer-failed', { callId: live.stored.id, error })
    await endCall(tools, live, isOver ? 'missed' : 'failed', tools.now())
  }
}
