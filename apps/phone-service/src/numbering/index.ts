export { timeZonesOf } from './time-zones.ts'
export {
  formatNumber,
  nationalDigitsOf,
  type PhoneNumber,
  type UnderstoodNumber,
  understandNumber,
} from './understand-number.ts'
