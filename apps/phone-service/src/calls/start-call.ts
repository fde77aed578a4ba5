import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import { insertCall, type StoredCall } from '../call-log/index.ts'
import { CallSession, type CallSessionService } from '../call-sessions/index.ts'
import { createCallState } from '../call-state/index.ts'
import { reserveCallSlot } from '../limits/index.ts'
import type { LiveService } from '../live/index.ts'
import { lockEpoch, requireNewCallsAllowed } from '../nodes/index.ts'
import { type Route, resolveRoute, type SimulatedPstnService } from '../numbers/index.ts'
import { type RecordingStorageService, requireRecordingSpace } from '../recordings/index.ts'
import type { AuthenticationService, CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type StartCall = typeof calls.startCall

/**
 * Starts a call: checks the number, reserves a call slot, inserts the call and opens a conference. The number
 * is dialled when the audio of the browser has connected.
 */
export async function startCall(
  services: Services &
    LiveService &
    CallSessionService &
    SimulatedPstnService &
    AuthenticationService &
    RecordingStorageService,
  { user, body }: PhoneRequest<StartCall>,
): Promise<ResponseOf<StartCall>> {
  requireNewCallsAllowed(services)
  const route = await resolveRoute(services, user, body)
  if (body.recording === 'on') await requireRecordingSpace(services, user.workspaceId)
  const callId = randomUUID()
  const stored = createOutgoingCall(services, user, callId, route)
  await reserveCallSlot(services, user, {
    slotId: callId,
    dialled: route.number,
    save: async (transaction) => {
      await lockEpoch(transaction, stored)
      await insertCall(transaction, stored)
    },
  })
  const { number: to, trunkId, from, callerName, postDialDigits } = route
  const session = new CallSession(services, stored, {
    dial: { to, trunkId, from, callerName, postDialDigits, slotId: callId },
    record: body.recording === 'on' ? 'on-answer' : 'never',
  })
  services.callSessions.set(callId, session)
  return await session.start({ user, handsetId: body.handsetId })
}

function createOutgoingCall(
  { now, nodeId, nodeLease }: Pick<Services, 'now' | 'nodeId' | 'nodeLease'>,
  user: CurrentUser,
  id: string,
  route: Route,
): StoredCall {
  return {
    id,
    workspaceId: user.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    version: 0,
    conferenceId: id,
    invitingLegId: null,
    number: route.number,
    callerName: null,
    ownNumber: route.from,
    country: route.country,
    ringUserId: null,
    userId: user.userId,
    userName: user.displayName,
    notes: '',
    slotIds: [id],
    state: createCallState('outgoing', now().getTime()),
  }
}
