import { type Migration, migrate } from '../database/migrate.ts'
import type { DatabaseServer } from '../database/open.ts'
import { toNetworkKey, toNetworkKeys } from './client-ip.ts'
import { wideNetworkFactor } from './shares.ts'

/** Maximum number of attempts per key and window. */
export interface RateLimit {
  /** Name of the counter, for example `password-sign-in-by-account`. */
  readonly name: string
  readonly attempts: number
  readonly windowMs: number
  /**
   * - `fixed`, the default: a window starts with its first attempt, and up to twice as many attempts fit around
   *   its end.
   * - `sliding`: each allowed attempt restarts the window, so no period of this length contains more attempts.
   * - `refilling`: one attempt becomes available every `windowMs / attempts`, up to `attempts`, so that a key
   *   that was exhausted is allowed again soon. Not reset.
   */
  readonly kind?: 'fixed' | 'sliding' | 'refilling'
}

export type RateLimitVerdict =
  | { readonly isAllowed: true }
  /** Whole seconds until the next attempt; at most 5, because clients retry only a few times. */
  | { readonly isAllowed: false; readonly retryAfterSeconds: number }

/** A counter: one key under one limit. */
export interface RateLimitKey {
  readonly limit: RateLimit
  readonly key: string
}

/**
 * Counts are exact under concurrent bursts, shared by all processes on the database and kept across restarts.
 * They are committed asynchronously, so a power loss may lose those of the last second.
 */
export interface RateLimits {
  /** Consumes one attempt. */
  consume(limit: RateLimit, key: string): Promise<RateLimitVerdict>
  /**
   * Consumes one attempt of each limit in order. The first exhausted limit rejects the attempt, and the
   * following limits do not count it. Returns null, and consumes nothing, when `unlessExhausted` has no
   * attempts left.
   */
  consumeAll(counted: readonly RateLimitKey[]): Promise<RateLimitVerdict>
  consumeAll(
    counted: readonly RateLimitKey[],
    unlessExhausted: RateLimitKey,
  ): Promise<RateLimitVerdict | null>
  /** Resets counters, for example after a success, in the order in which {@link consumeAll} counts them. */
  reset(counted: readonly RateLimitKey[]): Promise<void>
}

/** Returns the counters of a limit for the network of a client: of an IPv4 address, or of an IPv6 /64 and its /48. */
export function toNetworkLimits(limit: RateLimit, ip: string): readonly RateLimitKey[] {
  const own = { limit, key: toNetworkKey(ip) }
  const [widest] = toNetworkKeys(ip)
  if (widest === own.key) return [own]
  const name = `${limit.name}-and-wide-network`
  return [own, { limit: { ...limit, name, attempts: limit.attempts * wideNetworkFactor }, key: widest }]
}

const maxRetryAfterSeconds = 5
/** One more attempt is still an `integer` of PostgreSQL. */
const maxAttempts = 2 ** 31 - 2
const cleanupInterval = 1_000
/** Does not wait for counters that are being counted: they have begun a new window. */
const deleteExpiredSql = `delete from rate_limits.attempts where (name, key) in (
  select name, key from rate_limits.attempts where ends_at < now() for update skip locked)`

/** In order of execution. A released migration never changes. */
const migrations: readonly Migration[] = [
  {
    name: '0001-attempts',
    // Databases created before this list already have the table.
    sql: `create table if not exists attempts (
      name text not null, key text not null, attempts integer not null, ends_at timestamptz not null,
      primary key (name, key));
    create index if not exists attempts_by_end on attempts (ends_at)`,
  },
]

/**
 * @param factor multiplies every limit. Loopback is not exempt.
 */
export async function openRateLimits(server: DatabaseServer, factor: number): Promise<RateLimits> {
  await migrate(server, 'rate_limits', migrations)
  await server.pool.query(deleteExpiredSql)
  let taken = 0
  const allowedBy = ({ attempts }: RateLimit) =>
    Math.min(Math.max(1, Math.round(attempts * factor)), maxAttempts)

  function count(counted: readonly RateLimitKey[]): Promise<RateLimitVerdict>
  function count(
    counted: readonly RateLimitKey[],
    unlessExhausted: RateLimitKey,
  ): Promise<RateLimitVerdict | null>
  async function count(
    counted: readonly RateLimitKey[],
    unlessExhausted?: RateLimitKey,
  ): Promise<RateLimitVerdict | null> {
    // Keys are chosen by clients, so expired counters are deleted regularly.
    if (++taken % cleanupInterval === 0) await server.pool.query(deleteExpiredSql)
    const values = counted.flatMap(({ limit, key }) => [limit.name, key, limit.windowMs, allowedBy(limit)])
    if (unlessExhausted)
      values.push(unlessExhausted.limit.name, unlessExhausted.key, allowedBy(unlessExhausted.limit))
    const statement = buildStatement(counted, unlessExhausted !== undefined)
    const { rows } = await server.pool.query<{ turn: number; is_allowed: boolean; left_ms: number }>(
      statement,
      values,
    )
    if (rows.length === 0) return null
    const rejected = rows.find((row) => !row.is_allowed)
    if (!rejected) return { isAllowed: true }
    const leftSeconds = Math.ceil(rejected.left_ms / 1_000)
    return {
      isAllowed: false,
      retryAfterSeconds: Math.min(maxRetryAfterSeconds, Math.max(1, leftSeconds)),
    }
  }

  return {
    consume: (limit, key) => count([{ limit, key }]),
    consumeAll: count,
    async reset(counted) {
      const names = counted.map(({ limit }) => limit.name)
      await server.pool.query(resetSql, [names, counted.map(({ key }) => key)])
    },
  }
}

/** Counts are written on every request, so a synchronous commit would be too expensive. */
const asyncCommitSql = "with relaxed as materialized (select set_config('synchronous_commit', 'off', true))"

/**
 * Builds one statement that counts an attempt under each limit, and starts a window when there is none or it
 * has expired. Row locks make concurrent counts exact. Parameters: four per limit (name, key, milliseconds,
 * allowed attempts), then three of `unlessExhausted`.
 */
function buildStatement(counted: readonly RateLimitKey[], hasUnlessSpent: boolean): string {
  const unlessExhausted = `where not exists (select from rate_limits.attempts
    where name = $${counted.length * 4 + 1} and key = $${counted.length * 4 + 2}
      and attempts > $${counted.length * 4 + 3}::integer and ends_at > now())`
  const steps = counted.map(({ limit }, turn) => {
    const [name, key, windowMs, allowed] = [1, 2, 3, 4].map((place) => `$${turn * 4 + place}`)
    const source =
      turn === 0 ? `relaxed ${hasUnlessSpent ? unlessExhausted : ''}` : `taken_${turn - 1} where is_allowed`
    const { endsAt, onConflict } = (limit.kind === 'refilling' ? buildRefill : buildWindow)(limit, {
      windowLength: `${windowMs}::double precision * interval '1 millisecond'`,
      allowed: `${allowed}::integer`,
    })
    return `taken_${turn} as (
      insert into rate_limits.attempts as existing (name, key, attempts, ends_at)
      select ${name}, ${key}, 1, ${endsAt} from ${source}
      on conflict (name, key) do update set ${onConflict}
      returning ${turn} as turn, attempts <= ${allowed}::integer as is_allowed,
        (extract(epoch from ends_at - now()) * 1000)::double precision as left_ms)`
  })
  const all = counted.map((_, turn) => `select * from taken_${turn}`).join(' union all ')
  return `${asyncCommitSql}, ${steps.join(', ')} ${all} order by turn`
}

/** SQL expressions of one limit. */
interface LimitSql {
  readonly windowLength: string
  readonly allowed: string
}

function buildWindow({ kind }: RateLimit, { windowLength, allowed }: LimitSql) {
  const begins = `existing.ends_at <= now()${kind === 'sliding' ? ` or existing.attempts < ${allowed}` : ''}`
  return {
    endsAt: `now() + ${windowLength}`,
    onConflict: `attempts = case when existing.ends_at <= now() then 1 else existing.attempts + 1 end,
      ends_at = case when ${begins} then excluded.ends_at else existing.ends_at end`,
  }
}

/**
 * The row stores when the bucket is full again: each attempt takes one part of the window, and is allowed
 * while a part is left.
 */
function buildRefill(_limit: RateLimit, { windowLength, allowed }: LimitSql) {
  const part = `(${windowLength}) / ${allowed}`
  const isLeft = `existing.ends_at <= now() + ${windowLength} - ${part}`
  return {
    endsAt: `now() + ${part}`,
    onConflict: `attempts = case when ${isLeft} then 1 else ${allowed} + 1 end,
      ends_at = case when ${isLeft} then greatest(existing.ends_at, now()) + ${part} else existing.ends_at end`,
  }
}

/**
 * Rows are kept, because the same user will sign in again. They are deleted when their window has expired.
 */
const resetSql = `${asyncCommitSql},
  -- Locks in the order in which attempts are counted. In another order, both would wait for each other.
  locked as materialized (
    select existing.name, existing.key from relaxed,
      unnest($1::text[], $2::text[]) with ordinality as given (name, key, turn)
      join rate_limits.attempts as existing on existing.name = given.name and existing.key = given.key
    order by turn for update of existing)
  update rate_limits.attempts as existing set attempts = 0 from locked
  where existing.name = locked.name and existing.key = locked.key`
