import { PhoneError } from '@parley/contract/phone'
import { isForUserAlone, type VoicemailStep } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { withoutFormerMembers } from '../../routing/index.ts'
import { findUserSettings } from '../../user-settings/records/index.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { leaveQueue } from '../queues/queue-call.ts'
import { joinsConversation } from './joins-conversation.ts'
import { answerByVoicemail, findMessageProblem } from './start-voicemail.ts'

/**
 * Lets voicemail answer a call that rings for a user, who has chosen so. It rings for no other user from then on. A
 * call that is rejected rings on.
 *
 * @throws {PhoneError} `CALL_ENDED`; `CALL_ELSEWHERE`, also while a user is answering; `VOICEMAIL_OFF`,
 *   `VOICEMAIL_FULL`, `VOICEMAIL_ANSWERED_BEFORE`, `ENGINE_UNAVAILABLE`
 */
export async function sendToVoicemail(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const { userId } = user
  ringing.requireFor(record.stored, userId)
  // A transferred or parked call that returns: its caller has talked to a user.
  if (ringing.legId === null || joinsConversation(parts)) throw new PhoneError('VOICEMAIL_ANSWERED_BEFORE')
  if (ringing.answering) throw new PhoneError('CALL_ELSEWHERE')
  if (!conference.current) throw new PhoneError('ENGINE_UNAVAILABLE')
  const step = await chooseVoicemail(parts, userId)
  if (await findMessageProblem(parts)) throw new PhoneError('VOICEMAIL_FULL')

  const before = record.stored
  await leaveQueue(parts)
  await record.apply({ type: 'sent-to-voicemail', at: deps.now().getTime(), byUserId: userId, step })
  ringing.sendEnd(before)
  deps.log.info('call.sent_to_voicemail', { callId: record.id, userId })
  await answerByVoicemail(parts, step)
}

/**
 * Returns the voicemail of the user for a call that rings for them alone. Otherwise the one that answers the call when
 * no user does, or that of the workspace.
 *
 * @throws {PhoneError} `VOICEMAIL_OFF`
 */
async function chooseVoicemail({ deps, record }: CallParts, userId: string): Promise<VoicemailStep> {
  const { workspaceId, state } = record.stored
  const { routing } = state
  if (isForUserAlone(record.stored, userId)) {
    const { voicemail } = await findUserSettings(deps.database, userId)
    if (voicemail === 'off') throw new PhoneError('VOICEMAIL_OFF')
    return { kind: 'voicemail', userId, announcementId: null }
  }
  const later = routing?.steps.slice(routing.step + 1).filter(({ kind }) => kind === 'voicemail') ?? []
  const planned = await withoutFormerMembers(deps, workspaceId, later)
  return (
    planned.find((step) => step.kind === 'voicemail') ?? {
      kind: 'voicemail',
      userId: null,
      announcementId: null,
    }
  )
}
