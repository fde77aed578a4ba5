import type { AccountHandlers } from '../request-context/index.ts'
import { getMetrics } from './get-metrics.ts'

export { deleteOldCounters, startCounterAggregation } from './aggregate-counters.ts'
export { deleteProjectCounters } from './counters.ts'

export const metricsHandlers = {
  'GET /internal/metrics': getMetrics,
  'POST /analytics/events/batch': async () => ({}),
} satisfies Partial<AccountHandlers>
