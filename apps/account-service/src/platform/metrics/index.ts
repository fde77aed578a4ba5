import { metrics } from '@parley/contract/account'
import type { Services } from '../../services.ts'
import type { AccountRouter } from '../request-context/index.ts'
import { getMetrics } from './get-metrics.ts'

export { deleteOldCounters, startCounterAggregation } from './aggregate-counters.ts'
export { deleteProjectCounters } from './counters.ts'

export function serveMetrics(serve: AccountRouter, services: Services): void {
  serve(metrics.getMetrics, (request) => getMetrics(services, request))
}
