export { listCalledForms } from './called-forms.ts'
export { isKnownCountry } from './countries.ts'
export { type DialledKeys, listDialledLines, toDialledKeys } from './dialled-forms.ts'
export { findEmergencyNumber, isEmergencyNumberIn, isEmergencyTestNumber } from './emergency-numbers.ts'
export { isIncompleteNumber } from './incomplete-number.ts'
export {
  formatNumber,
  listSearchForms,
  normalizeNumber,
  type ParsedNumber,
  type PhoneNumber,
  parseNumber,
  toNationalDigits,
} from './parse-number.ts'
export { parseShortNumber } from './short-number.ts'
export { listTimeZones } from './time-zones.ts'
