import type { DatabaseServer } from '../open.ts'

/** Moves all counters of rate limits as if `ms` had passed. */
export async function ageRateLimits({ pool }: Pick<DatabaseServer, 'pool'>, ms: number): Promise<void> {
  await pool.query(
    "update rate_limits.attempts set ends_at = ends_at - $1::double precision * interval '1 millisecond'",
    [ms],
  )
}
