import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { serializeCall } from '../call-log/index.ts'
import {
  type CallSession,
  consumeConferenceEvents,
  endCall,
  ringTargets,
  runExclusive,
  stopRinging,
} from '../call-sessions/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { addBrowserLeg } from './add-browser-leg.ts'
import { requireCallSession } from './require-call-session.ts'

type AnswerCall = typeof calls.answerCall
type DeclineCall = typeof calls.declineCall

/** Adds a browser leg to answer the call. The trunk leg is answered when its audio has connected; one user wins. */
export async function answerCall(
  services: Services,
  { user, params, body }: PhoneRequest<AnswerCall>,
): Promise<ResponseOf<AnswerCall>> {
  const session = await requireCallSession(services, user, params.call)
  return await runExclusive(session, async () => {
    requireRinging(session, user)
    if (session.answeringLeg && session.answeringLeg.userId !== user.userId)
      throw new PhoneError('CALL_ELSEWHERE')
    try {
      return await addAnsweringLeg(services, session, user, body.handsetId)
    } catch (error) {
      services.log.error('call.answer_failed', { callId: session.stored.id, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  })
}

/** Declines the call for one user. When all users for whom it rings have declined, the call is rejected. */
export async function declineCall(
  services: Services,
  { user, params }: PhoneRequest<DeclineCall>,
): Promise<ResponseOf<DeclineCall>> {
  const session = await requireCallSession(services, user, params.call)
  return await runExclusive(session, async () => {
    requireRinging(session, user)
    const { id: callId, workspaceId } = session.stored
    const others = ringTargets(services, session).filter((userId) => userId !== user.userId)
    if (others.length === 0 && session.incomingId !== null) {
      stopRinging(services, session, {
        because: 'declined',
        by: { userId: user.userId, name: user.displayName },
      })
      await services.engine.rejectIncoming(session.incomingId, 'declined')
      await endCall(services, session, 'declined', services.now())
    } else {
      session.declinedBy.add(user.userId)
      const by = { userId: user.userId, name: user.displayName }
      const message = { type: 'call.stopped-ringing', callId, because: 'declined', by } as const
      services.live.sendToUser(workspaceId, user.userId, message)
    }
    return await serializeCall(services, user, session.stored)
  })
}

function requireRinging(session: CallSession, user: CurrentUser): void {
  const { state, ringUserId: ringsUserId } = session.stored
  if (state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: session.stored.id })
  const isForCaller = ringsUserId === null || ringsUserId === user.userId
  if (!isForCaller || session.incomingId === null || session.declinedBy.has(user.userId)) {
    throw new PhoneError('CALL_ELSEWHERE')
  }
}

async function addAnsweringLeg(
  services: Services,
  session: CallSession,
  user: CurrentUser,
  handsetId: string,
) {
  if (!session.conference) {
    session.conference = await services.engine.openConference({ id: session.stored.id })
    consumeConferenceEvents(services, session, session.conference)
  }
  // The same user answers in another tab: the earlier attempt is dropped.
  const former = session.answeringLeg
  const seat = await addBrowserLeg(services, session, session.conference, { user, handsetId })
  session.answeringLeg = { userId: user.userId, legId: seat.legId }
  if (former) await session.conference.hangUp(former.legId)
  return seat
}
