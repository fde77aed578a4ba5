import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { insertCall, type StoredCall } from '../call-log/index.ts'
import {
  type CallSession,
  consumeConferenceEvents,
  createCallSession,
  endCall,
  runExclusive,
} from '../call-sessions/index.ts'
import { createCallState } from '../call-state/index.ts'
import { reserveCallSlot } from '../limits/index.ts'
import { resolveRoute } from '../numbers/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { addBrowserLeg } from './add-browser-leg.ts'

type StartCall = typeof calls.startCall

/**
 * Starts a call: checks the number, reserves a call slot, inserts the call and opens a conference. The number is
 * dialled when the audio of the browser has connected.
 */
export async function startCall(
  services: Services,
  { user, body }: PhoneRequest<StartCall>,
): Promise<ResponseOf<StartCall>> {
  const plan = await resolveRoute(services, user, body)
  const callId = randomUUID()
  const session = createCallSession(createOutgoingCall(services, user, callId, plan))
  await reserveCallSlot(services, user, {
    slotId: callId,
    dialled: plan.number,
    save: (transaction) => insertCall(transaction, session.stored),
  })
  session.pendingDial = {
    to: plan.number,
    trunkId: plan.trunkId,
    from: plan.from,
    postDialDigits: plan.postDialDigits,
    slotId: callId,
  }
  session.recordOnAnswer = body.recording === 'on'
  services.callSessions.set(callId, session)
  return await runExclusive(session, () => openConferenceWithBrowser(services, session, user, body.handsetId))
}

async function openConferenceWithBrowser(
  services: Services,
  session: CallSession,
  user: CurrentUser,
  handsetId: string,
) {
  try {
    const conference = await services.engine.openConference({ id: session.stored.id })
    session.conference = conference
    consumeConferenceEvents(services, session, conference)
    return await addBrowserLeg(services, session, conference, { user, handsetId })
  } catch (error) {
    services.log.error('call.start_failed', { callId: session.stored.id, error })
    await endCall(services, session, 'engine-lost', services.now())
    throw new PhoneError('ENGINE_UNAVAILABLE')
  }
}

function createOutgoingCall(
  { now, nodeId }: Services,
  user: CurrentUser,
  id: string,
  plan: { number: string; country: string | null; from: string },
): StoredCall {
  return {
    id,
    workspaceId: user.workspaceId,
    nodeId,
    number: plan.number,
    callerName: null,
    ownNumber: plan.from,
    country: plan.country,
    ringUserId: null,
    userId: user.userId,
    userName: user.displayName,
    notes: '',
    slotIds: [id],
    state: createCallState('outgoing', now()),
  }
}
