import { limits } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { getLimits } from './get-limits.ts'
import { listRefusals } from './list-refusals.ts'
import { updateLimits } from './update-limits.ts'

export { type CallingLimits, defaultLimits, findLimits, releaseSlots } from './calling-limits.ts'
export { checkDestination } from './check-destination.ts'
export { type CallInitiator, recordRefusal, reserveCallSlot } from './reserve-call-slot.ts'

export function serveLimits(serve: PhoneRouter, services: Services): void {
  serve(limits.getLimits, (request) => getLimits(services, request))
  serve(limits.updateLimits, (request) => updateLimits(services, request))
  serve(limits.listRefusals, (request) => listRefusals(services, request))
}
