export { listTimeZones } from './time-zones.ts'
export {
  formatNumber,
  toNationalDigits,
  type PhoneNumber,
  type ParsedNumber,
  parseNumber,
} from './parse-number.ts'
