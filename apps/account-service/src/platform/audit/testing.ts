import { expect } from 'vitest'
import type { TestService } from '../../testing.ts'

/**
 * Makes requests concurrent: holds a lock on the audit log, which every change writes to, until all of them
 * wait in the given order.
 */
export async function runConcurrently<T>(
  { server }: TestService,
  ...operations: (() => Promise<T>)[]
): Promise<T[]> {
  const holder = await server.pool.connect()
  const responses: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query('lock table accounts.audit_entries in share row exclusive mode')
    for (const [index, begin] of operations.entries()) {
      responses.push(begin())
      await expect
        .poll(() => countWaiting(server), { timeout: 30_000, interval: 10 })
        .toBeGreaterThanOrEqual(index + 1)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return await Promise.all(responses)
}

async function countWaiting({ pool }: TestService['server']): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
       and query ~ 'insert into.*audit_entries|team_memberships|for no key update'`,
  )
  return rows[0].count
}
