import { randomUUID } from 'node:crypto'
import { insertCall } from '../call-log/index.ts'
import { CallSession, type CallSessionService, type UserInTab } from '../call-sessions/index.ts'
import type { EmergencyCall } from '../emergency/index.ts'
import { recordRefusal, reserveEmergencySlot } from '../limits/index.ts'
import type { LiveService } from '../live/index.ts'
import { lockEpoch, requireCallsAllowed } from '../nodes/index.ts'
import type { SimulatedPstnService } from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { createOutgoingCall } from './create-outgoing-call.ts'

/**
 * Starts a call to an emergency number, also on a node that drains. The limits of other calls do not apply to it.
 *
 * @throws {PhoneError} `CALLS_SUSPENDED`, `EMERGENCY_CALL_LIMIT_USER`, `EMERGENCY_CALL_LIMIT_WORKSPACE`; the refusal is recorded
 */
export async function startEmergencyCall(
  services: Services &
    LiveService &
    CallSessionService &
    RecordingStorageService &
    SimulatedPstnService &
    AuthenticationService,
  { user, handsetId, signal }: UserInTab,
  { number: to, from, trunkId }: EmergencyCall,
): Promise<Awaited<ReturnType<CallSession['start']>>> {
  requireCallsAllowed(services)
  const callId = randomUUID()
  const { stored, events, browserLegId } = createOutgoingCall(services, user, {
    id: callId,
    number: to,
    from,
    country: null,
    slotIds: [callId],
    handsetId,
    isEmergency: true,
  })
  const { workspaceId, userId } = user
  const refusal = await createServiceContext(services, user).transaction(async (transaction) => {
    const reached = await reserveEmergencySlot(transaction, { slotId: callId, workspaceId, userId })
    if (reached) return reached
    await lockEpoch(transaction, stored)
    await insertCall(transaction, stored, events)
    await transaction.audit('emergency.called', { type: 'call', id: callId }, { dialled: to, trunkId })
    return null
  })
  if (refusal) {
    await recordRefusal(services, user, to, refusal)
    throw refusal
  }
  const session = new CallSession(services, stored, {
    dial: { to, trunkId, from, callerName: null, postDialDigits: null, slotId: callId, signal },
  })
  services.callSessions.set(callId, session)
  return await session.start(user, browserLegId)
}
