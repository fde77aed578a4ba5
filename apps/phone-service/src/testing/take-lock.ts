import { waitUntil } from '@parley/primitives'
import type { DatabaseServer } from '@parley/server'

type Server = Pick<DatabaseServer, 'pool'>

/** Runs a statement in a transaction that stays open until it is disposed, and so holds its locks. */
export async function takeLock({ pool }: Server, statement: string, values: readonly unknown[] = []) {
  const connection = await pool.connect()
  await connection.query('begin')
  await connection.query(statement, [...values])
  let isReleased = false
  const release = () => {
    if (!isReleased) connection.release(true)
    isReleased = true
  }
  return { release, [Symbol.dispose]: release }
}

/** Returns how many sessions of the database wait for a lock. */
export async function countWaiting({ pool }: Server): Promise<number> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

export async function waitUntilWaiting(server: Server, count: number): Promise<void> {
  await waitUntil(`${count} sessions wait`, async () => (await countWaiting(server)) >= count)
}
