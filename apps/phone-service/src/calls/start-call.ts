import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Caller, Requested } from '../access/index.ts'
import { insertCall, type StoredCall } from '../call-log/index.ts'
import { newCallState } from '../call-state/index.ts'
import { claimLine } from '../limits/index.ts'
import { endCall, followConference, type LiveCall, newLiveCall, serially } from '../live-calls/index.ts'
import { planDial } from '../numbers/index.ts'
import type { Services } from '../services.ts'
import { seatCaller } from './seat-caller.ts'

type StartCall = typeof calls.startCall

/**
 * Starts a call: checks the number, reserves a call slot, inserts the call and opens a conference. The number is
 * dialled when the audio of the browser has connected.
 */
export async function startCall(
  services: Services,
  { caller, body }: Requested<StartCall>,
): Promise<ResponseOf<StartCall>> {
  const plan = await planDial(services, caller, body)
  const callId = randomUUID()
  const session = newLiveCall(newOutgoingCall(services, caller, callId, plan))
  await claimLine(services, caller, {
    lineId: callId,
    dialled: plan.number,
    keep: (transaction) => insertCall(transaction, session.stored),
  })
  session.pendingDial = {
    to: plan.number,
    through: plan.trunkId,
    from: plan.from,
    postDialDigits: plan.postDialDigits,
    lineId: callId,
  }
  session.recordsWhenAnswered = body.recording === 'on'
  services.liveCalls.set(callId, session)
  return await serially(session, () => openWith(services, session, caller, body.handsetId))
}

async function openWith(services: Services, session: LiveCall, caller: Caller, handsetId: string) {
  try {
    const conference = await services.engine.openConference({ id: session.stored.id })
    session.conference = conference
    followConference(services, session, conference)
    return await seatCaller(services, session, conference, { caller, handsetId })
  } catch (error) {
    services.log.error('call.start-failed', { callId: session.stored.id, error })
    await endCall(services, session, 'engine-lost', services.now())
    throw new PhoneError('ENGINE_UNAVAILABLE')
  }
}

function newOutgoingCall(
  { now, nodeId }: Services,
  caller: Caller,
  id: string,
  plan: { number: string; country: string | null; from: string },
): StoredCall {
  return {
    id,
    workspaceId: caller.workspaceId,
    nodeId,
    number: plan.number,
    callerName: null,
    ownNumber: plan.from,
    country: plan.country,
    ringsUserId: null,
    userId: caller.userId,
    userName: caller.displayName,
    notes: '',
    lineIds: [id],
    state: newCallState('outgoing', now()),
  }
}
