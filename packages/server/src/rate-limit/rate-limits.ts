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

/** What is counted: attempts of one key under one limit. */
export interface Counted {
  readonly limit: RateLimit
  readonly key: string
}

/**
 * Counts are exact under parallel bursts, shared by every process on the database, and kept over restarts. They are not
 * waited for until they are on the disk: a machine that loses its power may forget those of its last second.
 */
export interface RateLimits {
  /** Counts one attempt. */
  take(limit: RateLimit, key: string): Promise<RateLimitVerdict>
  /** Counts one attempt unless none is left of `other`; answers null where that is so. */
  takeUnlessSpent(counted: Counted, other: Counted): Promise<RateLimitVerdict | null>
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
      // A statement without a condition always counts.
      return judge(limit, await count(takeOne, [limit.name, key, limit.windowMs]))!
    },
    async takeUnlessSpent({ limit, key }, other) {
      const values = [limit.name, key, limit.windowMs, other.limit.name, other.key, allowedBy(other.limit)]
      return judge(limit, await count(takeOneUnlessSpent, values))
    },
    async forget(limit, key) {
      await server.pool.query(forgetOne, [limit.name, key])
    },
  }

  async function count(statement: string, values: unknown[]): Promise<CountedNow | undefined> {
    // Strangers choose the keys, so counters that are over are cleared away while more are made.
    if (++taken % clearEvery === 0) await server.pool.query(clearAway)
    return (await server.pool.query<CountedNow>(statement, values)).rows[0]
  }

  function judge(limit: RateLimit, counted: CountedNow | undefined): RateLimitVerdict | null {
    if (!counted) return null
    if (counted.attempts <= allowedBy(limit)) return { isAllowed: true }
    const leftSeconds = Math.ceil(counted.left_ms / 1_000)
    return {
      isAllowed: false,
      retryAfterSeconds: Math.min(longestRetryAfterSeconds, Math.max(1, leftSeconds)),
    }
  }
}

interface CountedNow {
  readonly attempts: number
  readonly left_ms: number
}

/** Every request of a stranger counts; waiting for the disk with each would cost more than a count is worth. */
const relaxed = "with relaxed as materialized (select set_config('synchronous_commit', 'off', true))"

/** One statement: begins a window when there is none or it is over, and counts. The row lock makes a burst exact. */
const takeWhere = (condition: string) => `${relaxed}
  insert into rate_limits.attempts as existing (name, key, attempts, ends_at)
  select $1, $2, 1, now() + $3::double precision * interval '1 millisecond' from relaxed ${condition}
  on conflict (name, key) do update set
    attempts = case when existing.ends_at <= now() then 1 else existing.attempts + 1 end,
    ends_at = case when existing.ends_at <= now() then excluded.ends_at else existing.ends_at end
  returning attempts, (extract(epoch from ends_at - now()) * 1000)::double precision as left_ms`

const takeOne = takeWhere('')

const takeOneUnlessSpent = takeWhere(`where not exists (
  select from rate_limits.attempts where name = $4 and key = $5 and attempts > $6 and ends_at > now())`)

/** The row stays, because whoever signs in does so again: it is cleared away with its window. */
const forgetOne = `${relaxed}
  update rate_limits.attempts set attempts = 0 from relaxed where name = $1 and key = $2`

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
