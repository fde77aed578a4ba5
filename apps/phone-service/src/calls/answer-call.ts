import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Caller, Requested } from '../access/index.ts'
import { viewCall } from '../call-log/index.ts'
import {
  endCall,
  followConference,
  type LiveCall,
  ringsFor,
  serially,
  stopRinging,
} from '../live-calls/index.ts'
import type { Services } from '../services.ts'
import { findLiveCall } from './find-live-call.ts'
import { seatCaller } from './seat-caller.ts'

type AnswerCall = typeof calls.answerCall
type DeclineCall = typeof calls.declineCall

/** Adds a browser leg to answer the call. The trunk leg is answered when its audio has connected; one user wins. */
export async function answerCall(
  services: Services,
  { caller, params, body }: Requested<AnswerCall>,
): Promise<ResponseOf<AnswerCall>> {
  const session = await findLiveCall(services, caller, params.call)
  return await serially(session, async () => {
    refuseUnlessRinging(session, caller)
    if (session.answering && session.answering.userId !== caller.userId)
      throw new PhoneError('CALL_ELSEWHERE')
    try {
      return await seatAnswerer(services, session, caller, body.handsetId)
    } catch (error) {
      services.log.error('call.answer-failed', { callId: session.stored.id, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  })
}

/** Declines the call for one user. When all users for whom it rings have declined, the call is rejected. */
export async function declineCall(
  services: Services,
  { caller, params }: Requested<DeclineCall>,
): Promise<ResponseOf<DeclineCall>> {
  const session = await findLiveCall(services, caller, params.call)
  return await serially(session, async () => {
    refuseUnlessRinging(session, caller)
    const { id: callId, workspaceId } = session.stored
    const others = ringsFor(services, session).filter((userId) => userId !== caller.userId)
    if (others.length === 0 && session.incomingId !== null) {
      stopRinging(services, session, {
        because: 'declined',
        by: { userId: caller.userId, name: caller.displayName },
      })
      await services.engine.refuseIncoming(session.incomingId, 'declined')
      await endCall(services, session, 'declined', services.now())
    } else {
      session.declinedBy.add(caller.userId)
      const by = { userId: caller.userId, name: caller.displayName }
      const message = { type: 'call.stopped-ringing', callId, because: 'declined', by } as const
      services.live.toUser(workspaceId, caller.userId, message)
    }
    return await viewCall(services, caller, session.stored)
  })
}

function refuseUnlessRinging(session: LiveCall, caller: Caller): void {
  const { state, ringsUserId } = session.stored
  if (state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: session.stored.id })
  const isForCaller = ringsUserId === null || ringsUserId === caller.userId
  if (!isForCaller || session.incomingId === null || session.declinedBy.has(caller.userId)) {
    throw new PhoneError('CALL_ELSEWHERE')
  }
}

async function seatAnswerer(services: Services, session: LiveCall, caller: Caller, handsetId: string) {
  if (!session.conference) {
    session.conference = await services.engine.openConference({ id: session.stored.id })
    followConference(services, session, session.conference)
  }
  // The same user answers in another tab: the earlier attempt is dropped.
  const former = session.answering
  const seat = await seatCaller(services, session, session.conference, { caller, handsetId })
  session.answering = { userId: caller.userId, legId: seat.legId }
  if (former) await session.conference.hangUp(former.legId)
  return seat
}
