import { runPeriodically } from '@parley/server'
import type { Services } from '../../services.ts'
import { aggregateCounterChanges, deleteCountersBefore } from './counters.ts'
import { dayMs, listedDays } from './get-metrics.ts'

const intervalMs = 60_000

/** Aggregates counter changes every minute until disposed. Safe in any number of processes. */
export function startCounterAggregation(services: Pick<Services, 'database' | 'log'>): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('counters.aggregation_failed', { message })
  return runPeriodically({ intervalMs, onFailure }, () => aggregateCounterChanges(services.database))
}

/** Deletes daily counters that are no longer displayed. */
export async function deleteOldCounters({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const day = new Date(now().getTime() - 2 * listedDays * dayMs).toISOString().slice(0, 10)
  await deleteCountersBefore(database, day)
}
