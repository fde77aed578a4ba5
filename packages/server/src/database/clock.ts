import { required } from '@parley/primitives'
import { runPeriodically } from '../run-periodically/run-periodically.ts'
import type { DatabaseServer } from './open.ts'

const intervalMs = 5_000

export interface DatabaseClock extends AsyncDisposable {
  readonly now: () => Date
}

/**
 * Creates a clock that follows the database, so that all servers on one database agree on the time even if
 * their system clocks differ. It is synchronized every 5 seconds and advances with the monotonic clock in
 * between, also while the database is unreachable.
 */
export async function syncClockWithDatabase({ pool }: Pick<DatabaseServer, 'pool'>): Promise<DatabaseClock> {
  const timeQuery = 'select extract(epoch from clock_timestamp())::double precision * 1000 as ms'
  const read = async () => {
    const requestedAtMs = performance.now()
    const { rows } = await pool.query<{ ms: number }>(timeQuery)
    const respondedAtMs = performance.now()
    const uncertaintyMs = respondedAtMs - requestedAtMs
    return {
      aheadMs: required(rows[0], 'a row').ms - requestedAtMs - uncertaintyMs / 2,
      uncertaintyMs,
    }
  }

  let { aheadMs } = await read()
  const reading = runPeriodically({ intervalMs, onFailure: () => {} }, async () => {
    const found = await read()
    // A difference within the round-trip uncertainty is ignored, because correcting it would add jitter.
    if (Math.abs(found.aheadMs - aheadMs) > found.uncertaintyMs) aheadMs = found.aheadMs
  })
  return {
    now: () => new Date(performance.now() + aheadMs),
    [Symbol.asyncDispose]: () => reading[Symbol.asyncDispose](),
  }
}
