import { PhoneError } from '@parley/contract/phone'
import { isWithEmergencyService, linkActiveCalls, type StoredCall } from '../../call-log/index.ts'
import { type CallLeg, isEmergencyService, isPresent } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/**
 * Returns whether an emergency service takes part in a call, or in a call that a member has connected with it. Its
 * members do not leave it to others: such a call is neither transferred, parked nor recorded, and nothing plays music in it.
 */
export function isEmergency({ deps, record }: Pick<CallParts, 'deps' | 'record'>): boolean {
  return isWithEmergencyService(record.stored, linkActiveCalls(deps))
}

/**
 * The user who has dialled an emergency service talks to it until one of both hangs up: no other user of the call
 * removes either of them.
 *
 * @throws {PhoneError} `EMERGENCY_CALL_OF_OTHER`
 */
export function requireRemovableInEmergency(call: StoredCall, own: CallLeg, leg: CallLeg): void {
  const callers = listEmergencyCallers(call)
  if (own.id === leg.id || callers.length === 0) return
  const isOfOther = isEmergencyService(leg) && !callers.includes(own.userId)
  if (isOfOther || (leg.kind === 'browser' && callers.includes(leg.userId)))
    throw new PhoneError('EMERGENCY_CALL_OF_OTHER')
}

/**
 * Only the user who has dialled an emergency service puts it on hold: another user of the same call would separate
 * them.
 *
 * @throws {PhoneError} `EMERGENCY_CALL_OF_OTHER`
 */
export function requireHoldableInEmergency(call: StoredCall, own: CallLeg): void {
  if (listEmergencyCallers(call).some((userId) => userId !== own.userId))
    throw new PhoneError('EMERGENCY_CALL_OF_OTHER')
}

/** Returns the users who have dialled the emergency services in a call. */
function listEmergencyCallers(call: StoredCall): (string | null)[] {
  const services = call.state.legs.filter((leg) => isPresent(leg) && isEmergencyService(leg))
  // The leg of the number that a call was made to has the id of the call.
  const calls = [...(call.mergedCalls ?? []), call]
  return services.map(({ id }) => (calls.find((one) => one.id === id) ?? call).userId)
}
