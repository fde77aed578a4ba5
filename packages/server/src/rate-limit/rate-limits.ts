import type { Pool } from 'pg'
import type { DatabaseServer } from '../database/open.ts'

/** How many attempts one key has in one window. */
export interface RateLimit {
  /** Names the counter: `password-sign-in-by-account`. */
  readonly name: string
  readonly attempts: number
  readonly windowMs: number
  /**
   * Each attempt that is allowed begins the window anew, so that no stretch of its length, wherever it lies, holds more.
   * Otherwise a window lasts from its first attempt, and twice as many fit around its end.
   */
  readonly isSliding?: boolean
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
  /**
   * Counts one attempt under each of some limits in turn. One that has none left refuses it, and those after it do not
   * count it. Answers null, and counts nothing, where none is left of `unlessSpent`.
   */
  takeInTurn(counted: readonly Counted[], unlessSpent: Counted): Promise<RateLimitVerdict | null>
  /** Forgets what was counted, after a success. */
  forget(counted: readonly Counted[]): Promise<void>
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

  async function count(counted: readonly Counted[], unlessSpent?: Counted): Promise<RateLimitVerdict | null> {
    // Strangers choose the keys, so counters that are over are cleared away while more are made.
    if (++taken % clearEvery === 0) await server.pool.query(clearAway)
    const values = counted.flatMap(({ limit, key }) => [limit.name, key, limit.windowMs, allowedBy(limit)])
    if (unlessSpent) values.push(unlessSpent.limit.name, unlessSpent.key, allowedBy(unlessSpent.limit))
    const statement = statementOf(counted, unlessSpent !== undefined)
    const { rows } = await server.pool.query<{ turn: number; is_allowed: boolean; left_ms: number }>(
      statement,
      values,
    )
    if (rows.length === 0) return null
    const refused = rows.find((row) => !row.is_allowed)
    if (!refused) return { isAllowed: true }
    const leftSeconds = Math.ceil(refused.left_ms / 1_000)
    return {
      isAllowed: false,
      retryAfterSeconds: Math.min(longestRetryAfterSeconds, Math.max(1, leftSeconds)),
    }
  }

  return {
    async take(limit, key) {
      // Without a condition it always counts.
      return (await count([{ limit, key }]))!
    },
    takeInTurn: (counted, unlessSpent) => count(counted, unlessSpent),
    async forget(counted) {
      const names = counted.map(({ limit }) => limit.name)
      await server.pool.query(forgetSome, [names, counted.map(({ key }) => key)])
    },
  }
}

/** Every request of a stranger counts; waiting for the disk with each would cost more than a count is worth. */
const relaxed = "with relaxed as materialized (select set_config('synchronous_commit', 'off', true))"

/**
 * One statement: under each limit begins a window when there is none or it is over, and counts. Row locks make a burst
 * exact. Four values for each limit (name, key, milliseconds, allowed attempts), then three of the one that may be spent.
 */
function statementOf(counted: readonly Counted[], hasUnlessSpent: boolean): string {
  const unlessSpent = `where not exists (select from rate_limits.attempts
    where name = $${counted.length * 4 + 1} and key = $${counted.length * 4 + 2}
      and attempts > $${counted.length * 4 + 3}::integer and ends_at > now())`
  const steps = counted.map(({ limit }, turn) => {
    const [name, key, windowMs, allowed] = [1, 2, 3, 4].map((place) => `$${turn * 4 + place}`)
    const source =
      turn === 0 ? `relaxed ${hasUnlessSpent ? unlessSpent : ''}` : `taken_${turn - 1} where is_allowed`
    const begins = `existing.ends_at <= now()${limit.isSliding ? ` or existing.attempts < ${allowed}::integer` : ''}`
    return `taken_${turn} as (
      insert into rate_limits.attempts as existing (name, key, attempts, ends_at)
      select ${name}, ${key}, 1, now() + ${windowMs}::double precision * interval '1 millisecond' from ${source}
      on conflict (name, key) do update set
        attempts = case when existing.ends_at <= now() then 1 else existing.attempts + 1 end,
        ends_at = case when ${begins} then excluded.ends_at else existing.ends_at end
      returning ${turn} as turn, attempts <= ${allowed}::integer as is_allowed,
        (extract(epoch from ends_at - now()) * 1000)::double precision as left_ms)`
  })
  const all = counted.map((_, turn) => `select * from taken_${turn}`).join(' union all ')
  return `${relaxed}, ${steps.join(', ')} ${all} order by turn`
}

/** The rows stay, because whoever signs in does so again: they are cleared away with their windows. */
const forgetSome = `${relaxed}
  update rate_limits.attempts as existing set attempts = 0
  from relaxed, unnest($1::text[], $2::text[]) as forgotten (name, key)
  where existing.name = forgotten.name and existing.key = forgotten.key`

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
