import { repeatedly } from '../repeatedly/repeatedly.ts'
import type { DatabaseServer } from './open.ts'

const everyMs = 5_000

export interface DatabaseClock extends AsyncDisposable {
  readonly now: () => Date
}

/**
 * The clock of the database, which every server on it goes by, so that their own may disagree: what one of them made for a
 * minute is good at the other for that minute. It is read every few seconds, and counted on in between by a clock that nobody
 * can set. While the database does not answer, it is counted on.
 */
export async function followDatabaseClock({ pool }: Pick<DatabaseServer, 'pool'>): Promise<DatabaseClock> {
  const question = 'select extract(epoch from clock_timestamp())::double precision * 1000 as ms'
  const read = async () => {
    const askedAtMs = performance.now()
    const { rows } = await pool.query<{ ms: number }>(question)
    const answeredAtMs = performance.now()
    const uncertainMs = answeredAtMs - askedAtMs
    return { aheadMs: rows[0]!.ms - askedAtMs - uncertainMs / 2, uncertainMs }
  }

  let { aheadMs } = await read()
  const reading = repeatedly({ everyMs, onFailure: () => {} }, async () => {
    const found = await read()
    // A difference that may come from the way there and back would only make the clock shake.
    if (Math.abs(found.aheadMs - aheadMs) > found.uncertainMs) aheadMs = found.aheadMs
  })
  return {
    now: () => new Date(performance.now() + aheadMs),
    [Symbol.asyncDispose]: () => reading[Symbol.asyncDispose](),
  }
}
