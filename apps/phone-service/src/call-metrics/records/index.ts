export {
  type ClaimedMetrics,
  claimWaitingMetrics,
  deleteMetrics,
  extendClaim,
  findMetrics,
  insertWaitingMetrics,
  postponeMetrics,
  saveMetrics,
} from './call-metrics.ts'
