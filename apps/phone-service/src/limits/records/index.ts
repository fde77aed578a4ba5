export {
  type AnsweredSlot,
  deleteAnsweredSlots,
  insertAnsweredSlot,
  lockAnsweredSlots,
  releaseAnsweredSlots,
} from './answered-slots.ts'
export {
  type DailyLimits,
  defaultTimeZone,
  deleteDailyLimits,
  findDailyLimits,
  lockDailyLimits,
  removeSpendLimit,
  saveDailyLimits,
} from './daily-limits.ts'
