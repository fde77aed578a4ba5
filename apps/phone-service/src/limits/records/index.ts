export {
  type DailyLimits,
  defaultTimeZone,
  findDailyLimits,
  lockDailyLimits,
  removeSpendLimit,
  saveDailyLimits,
} from './daily-limits.ts'
