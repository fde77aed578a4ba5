import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import { insertCall } from '../call-log/index.ts'
import { CallSession, type CallSessionService, toDialRequest } from '../call-sessions/index.ts'
import { resolveEmergencyCall } from '../emergency/index.ts'
import { reserveCallSlot } from '../limits/index.ts'
import type { LiveService } from '../live/index.ts'
import { lockEpoch, requireNewCallsAllowed } from '../nodes/index.ts'
import {
  resolveEmergencyTest,
  resolveRoute,
  type SimulatedPstnService,
  saveCallerIdChoice,
  toChargedLeg,
} from '../numbers/index.ts'
import { type RecordingStorageService, requireRecordingSpace } from '../recordings/index.ts'
import {
  type AuthenticationService,
  type CurrentUser,
  enforceCallsPerDay,
  type PhoneRequest,
  requireRemainingAccess,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createOutgoingCall } from './create-outgoing-call.ts'
import { startEmergencyCall } from './start-emergency-call.ts'

type StartCall = typeof calls.startCall

/**
 * Starts a call: checks the number, reserves a call slot, inserts the call and opens a conference. The number
 * is dialled while the audio of the browser connects.
 */
export async function startCall(
  services: Services &
    LiveService &
    CallSessionService &
    SimulatedPstnService &
    AuthenticationService &
    RecordingStorageService,
  { user, body, info: { signal } }: PhoneRequest<StartCall>,
): Promise<ResponseOf<StartCall>> {
  const isTest = body.purpose === 'emergency-test'
  const emergency = isTest ? null : await resolveEmergencyCall(services, user, body.to)
  if (emergency)
    return await startEmergencyCall(services, { user, handsetId: body.handsetId, signal }, emergency)
  requireNewCallsAllowed(services)
  const route = isTest ? await resolveEmergencyTest(services, user) : await resolveRoute(services, user, body)
  // Not before: emergency numbers have no such limit, also where they cannot be called.
  await enforceCallsPerDay(services, user, 'starts')
  if (body.recording === 'on') await requireRecordingSpace(services, user.workspaceId)
  const callId = randomUUID()
  const { handsetId } = body
  const created = createOutgoingCall(services, user, {
    ...route,
    id: callId,
    slotIds: [callId],
    handsetId,
    ...(isTest && { purpose: 'emergency-test' }),
  })
  const { stored, events, browserLegId } = created
  await reserveCallSlot(services, user, {
    slotId: callId,
    dialled: route.number,
    charged: toChargedLeg(route, callId),
    save: async (transaction) => {
      await lockEpoch(transaction, stored)
      await insertCall(transaction, stored, events)
    },
  })
  const session = new CallSession(services, stored, {
    dial: toDialRequest(route, callId, signal),
    record: body.recording === 'on' && !isTest ? 'on-answer' : 'never',
  })
  services.callSessions.set(callId, session)
  await requireAccessStill(services, user, session)
  // While the number is dialled: a call does not wait for the contacts of its user.
  const saving = body.from === route.from ? saveCallerIdChoice(services, user, route) : null
  const joined = await session.start(user, browserLegId)
  await saving
  return joined
}

/** Ends a call whose user has lost access while they waited for its call slot, before its number is dialled. */
async function requireAccessStill(
  { authentication }: AuthenticationService,
  user: CurrentUser,
  session: CallSession,
): Promise<void> {
  try {
    await requireRemainingAccess(authentication, user)
  } catch (error) {
    await session.stop('removed')
    throw error
  }
}
