export {
  type DailyLimits,
  defaultTimeZone,
  deleteDailyLimits,
  findDailyLimits,
  lockDailyLimits,
  removeSpendLimit,
  saveDailyLimits,
} from './daily-limits.ts'
