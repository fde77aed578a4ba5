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
  const live = await findLiveCall(services, caller, params.call)
  return await serially(live, async () => {
    refuseUnlessRinging(live, caller)
    if (live.answering && live.answering.userId !== caller.userId) throw new PhoneError('CALL_ELSEWHERE')
    try {
      return await seatAnswerer(services, live, caller, body.handsetId)
    } catch (error) {
      services.log.error('call.answer-failed', { callId: live.stored.id, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  })
}

/** Declines the call for one user. When all users for whom it rings have declined, the call is rejected. */
export async function declineCall(
  services: Services,
  { caller, params }: Requested<DeclineCall>,
): Promise<ResponseOf<DeclineCall>> {
  const live = await findLiveCall(services, caller, params.call)
  return await serially(live, async () => {
    refuseUnlessRinging(live, caller)
    const { id: callId, workspaceId } = live.stored
    const others = ringsFor(services, live).filter((userId) => userId !== caller.userId)
    if (others.length === 0 && live.incomingId !== null) {
      stopRinging(services, live, {
        because: 'declined',
        by: { userId: caller.userId, name: caller.displayName },
      })
      await services.engine.refuseIncoming(live.incomingId, 'declined')
      await endCall(services, live, 'declined', services.now())
    } else {
      live.declinedBy.add(caller.userId)
      const by = { userId: caller.userId, name: caller.displayName }
      const message = { type: 'call.stopped-ringing', callId, because: 'declined', by } as const
      services.live.toUser(workspaceId, caller.userId, message)
    }
    return await viewCall(services, caller, live.stored)
  })
}

function refuseUnlessRinging(live: LiveCall, caller: Caller): void {
  const { state, ringsUserId } = live.stored
  if (state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: live.stored.id })
  const isForCaller = ringsUserId === null || ringsUserId === caller.userId
  if (!isForCaller || live.incomingId === null || live.declinedBy.has(caller.userId)) {
    throw new PhoneError('CALL_ELSEWHERE')
  }
}

async function seatAnswerer(services: Services, live: LiveCall, caller: Caller, handsetId: string) {
  if (!live.conference) {
    live.conference = await services.engine.openConference({ id: live.stored.id })
    followConference(services, live, live.conference)
  }
  // The same user answers in another tab: the earlier attempt is dropped.
  const former = live.answering
  const seat = await seatCaller(services, live, live.conference, { caller, handsetId })
  live.answering = { userId: caller.userId, legId: seat.legId }
  if (former) await live.conference.hangUp(former.legId)
  return seat
}
