import { metrics } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { getMetrics } from './get-metrics.ts'

export { deleteCountsOf } from './counts.ts'
export { deleteOldCounts, keepAddingCounts } from './keep-counts.ts'

export function serveMetrics(serve: Serve, services: Services): void {
  serve(metrics.getMetrics, (request) => getMetrics(services, request))
}
