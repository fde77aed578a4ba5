import { EngineError } from '@parley/call-engine'
import type { VoicemailStep } from '../../call-state/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { findSpaceProblem } from '../../recordings/index.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { clearTimer, ringingTimer, setTimer } from '../timers/timer-data.ts'
import { greetingTimer } from './voicemail-timers.ts'

/**
 * Answers an incoming call that no user has answered. The greeting begins when the caller hears it. Without space
 * for a message the call ends.
 */
export async function startVoicemail(parts: CallParts, { userId }: VoicemailStep): Promise<void> {
  const { deps, record, ringing } = parts
  const { legId } = ringing
  const conference = parts.conference.current
  if (!conference || legId === null) return
  const at = deps.now().getTime()
  try {
    requireCallsAllowed(deps)
    const problem = await findSpaceProblem(deps, record.stored.workspaceId)
    if (problem) {
      deps.log.warn('voicemail.no_space', { callId: record.id, workspaceId: record.stored.workspaceId })
      return await endCall(parts, 'missed', at)
    }
    await record.apply({ type: 'voicemail', at, voicemail: { userId, stage: 'greeting', at } }, [
      clearTimer(ringingTimer),
      setTimer(greetingTimer),
    ])
    await conference.answerIncoming(legId)
    ringing.end()
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-leg'
    if (!isOver) deps.log.error('voicemail.answer_failed', { callId: record.id, error })
    await endCall(parts, isOver ? 'missed' : 'failed', at)
  }
}
