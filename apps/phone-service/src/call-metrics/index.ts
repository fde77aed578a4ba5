import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getCallMetrics } from './get-call-metrics.ts'

export { startComputingMetrics } from './compute-metrics.ts'

export const callMetricsHandlers = {
  'GET /calls/{call}/metrics': getCallMetrics,
} satisfies Partial<PhoneHandlers<Pick<Services, 'database'>>>
