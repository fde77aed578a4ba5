import { runPeriodically } from '@parley/server'
import type { Services } from '../../services.ts'
import { deleteRefusalsBefore } from '../call-refusals.ts'
import { convertRefusals } from './convert-refusals.ts'

/** A node of an earlier version stores them without keys until all are upgraded. */
const conversionIntervalMs = 60_000
const deletionIntervalMs = 60 * 60_000
const batchSize = 5_000
const dayMs = 24 * 60 * 60_000

/** Converts the rejected calls of earlier versions, and deletes old ones, until disposed. Safe in any number of processes. */
export function startCleaningRefusals(
  services: Pick<Services, 'database' | 'settings' | 'now' | 'log'>,
  retentionDays: number,
): AsyncDisposable {
  const { database, now, log } = services
  const onFailure = (error: Error) => log.error('refusals.cleanup_failed', { error })
  const stack = new AsyncDisposableStack()
  stack.use(
    runPeriodically({ intervalMs: conversionIntervalMs, onFailure }, async () =>
      (await convertRefusals(services, null)) ? 'more' : undefined,
    ),
  )
  stack.use(
    runPeriodically({ intervalMs: deletionIntervalMs, onFailure }, async () => {
      const before = new Date(now().getTime() - retentionDays * dayMs)
      return (await deleteRefusalsBefore(database, before, batchSize)) === batchSize ? 'more' : undefined
    }),
  )
  return stack
}
