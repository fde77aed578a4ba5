import type { PhoneHandlers } from '../request-context/index.ts'
import { getDailyLimits, updateDailyLimits } from './change-daily-limits.ts'
import { chooseHomeCountry } from './choose-home-country.ts'
import { chooseLanguage } from './choose-language.ts'
import { getLimits } from './get-limits.ts'
import { listRefusals } from './list-refusals.ts'
import { updateLimits } from './update-limits.ts'

export { countRefusalsOfNumber, deleteRefusals, deleteRefusalsOfNumber } from './call-refusals.ts'
export {
  type CallingLimits,
  deleteCallingLimits,
  getOrCreateLimits,
  releaseSlots,
} from './calling-limits.ts'
export { checkDestination, createPremiumError } from './check-destination.ts'
export { findLanguage } from './choose-language.ts'
export { deleteEmergencySlots, reserveEmergencySlot } from './emergency-slots.ts'
export { type CallInitiator, type RecordingServices, recordRefusal } from './record-refusal.ts'
export {
  defaultTimeZone,
  deleteAnsweredSlots,
  deleteDailyLimits,
  findDailyLimits,
} from './records/index.ts'
export { startCleaningRefusals } from './refusals/clean-refusals.ts'
export { convertRefusals } from './refusals/convert-refusals.ts'
export { reserveAnsweredSlot } from './reserve-answered-slot.ts'
export { reserveCallSlot } from './reserve-call-slot.ts'
export {
  type ChargedLeg,
  type ExtendedTime,
  extendTime,
  findReachedLimit,
  toDay,
} from './reserve-time.ts'

export const limitHandlers = {
  'GET /limits': getLimits,
  'PUT /limits': updateLimits,
  'PUT /limits/home-country': chooseHomeCountry,
  'PUT /limits/language': chooseLanguage,
  'GET /limits/daily': getDailyLimits,
  'PUT /limits/daily': updateDailyLimits,
  'GET /limits/refusals': listRefusals,
} satisfies Partial<PhoneHandlers>
