import { repeatedly } from '@parley/server'
import type { Services } from '../services.ts'
import { addChanges, deleteCountsBefore } from './counts.ts'
import { dayMs, shownDays } from './get-metrics.ts'

const everyMs = 60_000

/** Aggregates counter changes every minute until disposed. Safe in any number of processes. */
export function keepAddingCounts(services: Pick<Services, 'database' | 'log'>): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('counts.not_added', { message })
  return repeatedly({ everyMs, onFailure }, () => addChanges(services.database))
}

/** Deletes daily counters that are no longer displayed. */
export async function deleteOldCounts({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const day = new Date(now().getTime() - 2 * shownDays * dayMs).toISOString().slice(0, 10)
  await deleteCountsBefore(database, day)
}
