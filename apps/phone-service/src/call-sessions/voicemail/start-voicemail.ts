import type { Conference } from '@parley/call-engine'
import { listOnlineReaders } from '../../call-log/index.ts'
import type { VoicemailStep } from '../../call-state/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { findSpaceProblem } from '../../recordings/index.ts'
import { endCall, runOrEndUnanswered } from '../end-call.ts'
import { isCallerAnswered } from '../menus/run-menu.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { sendCall } from '../parts/send-call.ts'
import { clearTimer, createGreetingTimer, setTimer, timerNames } from '../timers/timer-data.ts'
import { listCallers } from './message-callers.ts'
import { playStage } from './record-message.ts'

/** Of one workspace on this node: a flood of callers must leave the media processes to the calls of users. */
const maxVoicemails = 50

/**
 * Answers an incoming call that no user has answered. Without space for a message, the caller hears so. When too many
 * callers are in voicemail, the call ends.
 */
export async function startVoicemail(parts: CallParts, step: VoicemailStep): Promise<void> {
  await answerOrEnd(parts, async (conference, legId) => {
    const problem = await findMessageProblem(parts)
    if (problem === 'too-many') await endCall(parts, 'missed', parts.deps.now().getTime())
    else await answer(parts, step, problem ? 'full' : 'greeting', conference, legId)
  })
}

/** Answers an incoming call. Requires that {@link findMessageProblem} finds none. */
export async function answerByVoicemail(parts: CallParts, step: VoicemailStep): Promise<void> {
  await answerOrEnd(parts, (conference, legId) => answer(parts, step, 'greeting', conference, legId))
}

/** Runs `work` for a call that rings. The call ends when it fails. */
async function answerOrEnd(
  parts: CallParts,
  work: (conference: Conference, legId: string) => Promise<void>,
): Promise<void> {
  const { deps, ringing } = parts
  const { legId } = ringing
  const conference = parts.conference.current
  if (!conference || legId === null) return
  await runOrEndUnanswered(parts, 'voicemail.answer_failed', async () => {
    requireCallsAllowed(deps)
    await work(conference, legId)
  })
}

/** The announcement of the stage begins when the caller hears it. */
async function answer(
  parts: CallParts,
  { userId, announcementId }: VoicemailStep,
  stage: 'greeting' | 'full',
  conference: Conference,
  legId: string,
): Promise<void> {
  const { deps, record, ringing } = parts
  const at = deps.now().getTime()
  const isAnswered = isCallerAnswered(parts)
  const callers = listCallers(parts)
  await record.apply({ type: 'voicemail', at, voicemail: { userId, announcementId, stage, callers, at } }, [
    clearTimer(timerNames.ringing),
    setTimer(createGreetingTimer()),
  ])
  await conference.answerIncoming(legId)
  ringing.end()
  // It rings for none of those in whose lists it is.
  await sendCall(deps, record.stored, listOnlineReaders(deps.live, record.stored), 'call.updated')
  if (isAnswered) await playStage(parts)
}

/** Returns and logs why voicemail can take no other message of the workspace, or returns null. */
export async function findMessageProblem({
  deps,
  record,
}: CallParts): Promise<'too-many' | 'no-space' | null> {
  const { id: callId, workspaceId } = record.stored
  const others = [...deps.callSessions.values()].filter(
    ({ stored }) => stored.workspaceId === workspaceId && stored.state.voicemail,
  )
  const hasTooMany = others.length >= maxVoicemails
  if (!hasTooMany && !(await findSpaceProblem(deps, workspaceId))) return null
  const problem = hasTooMany ? 'too-many' : 'no-space'
  deps.callWarnings.noMessage.warn(`${workspaceId} ${problem}`, { workspaceId, problem, callId })
  return problem
}
