import type { Pool } from 'pg'
import type { DatabaseServer } from '../database/open.ts'

/** How many attempts one key has in one window. */
export interface RateLimit {
  /** Names the counter: `password-sign-in-by-account`. */
  readonly name: string
  readonly attempts: number
  readonly windowMs: number
}

export type RateLimitVerdict =
  | { readonly isAllowed: true }
  /** Whole seconds to wait before trying again; at most 5, since clients repeat only a few times. */
  | { readonly isAllowed: false; readonly retryAfterSeconds: number }

export interface RateLimits {
  /** Counts one attempt. Exact under parallel bursts, shared by every process on the database, kept over restarts. */
  take(limit: RateLimit, key: string): Promise<RateLimitVerdict>
  /** Tells whether no attempt is left, without counting one. */
  isSpent(limit: RateLimit, key: string): Promise<boolean>
  /** Forgets what was counted, after a success. */
  forget(limit: RateLimit, key: string): Promise<void>
}

const longestRetryAfterSeconds = 5
const clearEvery = 1_000
const clearAway = 'delete from rate_limits.attempts where ends_at < now()'

/**
 * @param factor multiplies every limit. Loopback is not exempt.
 */
export async function openRateLimits(server: DatabaseServer, factor: number): Promise<RateLimits> {
  await prepare(server.pool)
  let taken = 0
  const allowedBy = ({ attempts }: RateLimit) => Math.max(1, Math.round(attempts * factor))
  return {
    async take(limit, key) {
      // Strangers choose the keys, so counters that are over are cleared away while more are made.
      if (++taken % clearEvery === 0) await server.pool.query(clearAway)
      const { rows } = await server.pool.query<{ attempts: number; left_ms: number }>(takeOne, [
        limit.name,
        key,
        limit.windowMs,
      ])
      const [row] = rows
      if (!row || row.attempts <= allowedBy(limit)) return { isAllowed: true }
      const leftSeconds = Math.ceil(row.left_ms / 1_000)
      return {
        isAllowed: false,
        retryAfterSeconds: Math.min(longestRetryAfterSeconds, Math.max(1, leftSeconds)),
      }
    },
    async isSpent(limit, key) {
      const { rowCount } = await server.pool.query(
        'select from rate_limits.attempts where name = $1 and key = $2 and attempts > $3 and ends_at > now()',
        [limit.name, key, allowedBy(limit)],
      )
      return (rowCount ?? 0) > 0
    },
    async forget(limit, key) {
      await server.pool.query('delete from rate_limits.attempts where name = $1 and key = $2', [
        limit.name,
        key,
      ])
    },
  }
}

/** One statement: begins a window when there is none or it is over, and counts. The row lock makes a burst exact. */
const takeOne = `
  insert into rate_limits.attempts as existing (name, key, attempts, ends_at)
  values ($1, $2, 1, now() + $3::double precision * interval '1 millisecond')
  on conflict (name, key) do update set
    attempts = case when existing.ends_at <= now() then 1 else existing.attempts + 1 end,
    ends_at = case when existing.ends_at <= now() then excluded.ends_at else existing.ends_at end
  returning attempts, (extract(epoch from ends_at - now()) * 1000)::double precision as left_ms`

async function prepare(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('parley-migrations'))")
    await client.query('create schema if not exists rate_limits')
    await client.query(`create table if not exists rate_limits.attempts (
      name text not null, key text not null, attempts integer not null, ends_at timestamptz not null,
      primary key (name, key))`)
    await client.query('create index if not exists attempts_by_end on rate_limits.attempts (ends_at)')
    await client.query(clearAway)
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('parley-migrations'))").catch(() => {})
    client.release()
  }
}
