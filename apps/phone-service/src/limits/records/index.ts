export {
  type DailyLimits,
  defaultTimeZone,
  findDailyLimits,
  lockDailyLimits,
  saveDailyLimits,
} from './daily-limits.ts'
