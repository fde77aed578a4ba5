export { findRetentionLimits } from './find-limits.ts'
export {
  deleteRetention,
  findRetention,
  lockRetention,
  type StoredRetention,
  saveRetentionRow,
  saveRetentionTime,
  takeDueRetention,
} from './retention-periods.ts'
