import type { PhoneHandlers } from '../request-context/index.ts'
import { getLimits } from './get-limits.ts'
import { listRefusals } from './list-refusals.ts'
import { updateLimits } from './update-limits.ts'

export { type CallingLimits, defaultLimits, findLimits, releaseSlots } from './calling-limits.ts'
export { checkDestination } from './check-destination.ts'
export { type CallInitiator, recordRefusal, reserveCallSlot } from './reserve-call-slot.ts'

export const limitHandlers = {
  'GET /limits': getLimits,
  'PUT /limits': updateLimits,
  'GET /limits/refusals': listRefusals,
} satisfies Partial<PhoneHandlers>
