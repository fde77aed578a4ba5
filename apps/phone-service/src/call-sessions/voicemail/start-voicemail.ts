import type { Conference } from '@parley/call-engine'
import type { VoicemailStep } from '../../call-state/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { findSpaceProblem } from '../../recordings/index.ts'
import { endCall, endUnanswered } from '../end-call.ts'
import { isCallerAnswered } from '../menus/run-menu.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { stopWaitingAudio } from '../players/remove-players.ts'
import { clearTimer, ringingTimer, setTimer } from '../timers/timer-data.ts'
import { playGreeting } from './record-message.ts'
import { greetingTimer } from './voicemail-timers.ts'

/** Of one workspace on this node: a flood of callers must leave the media processes to the calls of users. */
const maxVoicemails = 50

/**
 * Answers an incoming call that no user has answered. Without space for a message, and when too many callers leave one,
 * the call ends.
 */
export async function startVoicemail(parts: CallParts, step: VoicemailStep): Promise<void> {
  await runOrEnd(parts, async (conference, legId) => {
    if (await canAnswer(parts)) await answer(parts, step, conference, legId)
    else await endCall(parts, 'missed', parts.deps.now().getTime())
  })
}

/** Answers an incoming call. Requires {@link canAnswer}. */
export async function answerByVoicemail(parts: CallParts, step: VoicemailStep): Promise<void> {
  await runOrEnd(parts, (conference, legId) => answer(parts, step, conference, legId))
}

/** Runs `work` for a call that rings. The call ends when it fails. */
async function runOrEnd(
  parts: CallParts,
  work: (conference: Conference, legId: string) => Promise<void>,
): Promise<void> {
  const { deps, ringing } = parts
  const { legId } = ringing
  const conference = parts.conference.current
  if (!conference || legId === null) return
  try {
    requireCallsAllowed(deps)
    await work(conference, legId)
  } catch (error) {
    await endUnanswered(parts, 'voicemail.answer_failed', error)
  }
}

/** The greeting begins when the caller hears it. */
async function answer(
  parts: CallParts,
  { userId, announcementId }: VoicemailStep,
  conference: Conference,
  legId: string,
): Promise<void> {
  const { deps, record, ringing } = parts
  const at = deps.now().getTime()
  const isAnswered = isCallerAnswered(parts)
  await record.apply(
    { type: 'voicemail', at, voicemail: { userId, announcementId, stage: 'greeting', at } },
    [clearTimer(ringingTimer), setTimer(greetingTimer)],
  )
  await conference.answerIncoming(legId)
  ringing.end()
  if (!isAnswered) return
  await stopWaitingAudio(parts, legId)
  await playGreeting(parts)
}

/** Returns whether voicemail can answer another call of the workspace. Logs why it cannot. */
export async function canAnswer({ deps, record }: CallParts): Promise<boolean> {
  const { id: callId, workspaceId } = record.stored
  const others = [...deps.callSessions.values()].filter(
    ({ stored }) => stored.workspaceId === workspaceId && stored.state.voicemail,
  )
  const isFull = others.length >= maxVoicemails
  if (!isFull && !(await findSpaceProblem(deps, workspaceId))) return true
  deps.log.warn('voicemail.not_answered', { callId, workspaceId, problem: isFull ? 'too-many' : 'no-space' })
  return false
}
