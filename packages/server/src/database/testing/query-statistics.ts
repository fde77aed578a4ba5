import { openDatabase } from '../open.ts'
import type { TestDatabase } from './test-server.ts'

/**
 * Asks what the server has counted of a database. A connection may keep what it counted to itself for seconds, and gives it
 * up when it ends, so all others are ended first; a pool replaces them by itself.
 */
export async function queryStatistics<Row extends object>(
  { url }: Pick<TestDatabase, 'url'>,
  question: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  await using operator = await openDatabase({ kind: 'postgres', url })
  await operator.pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  return (await operator.pool.query<Row>(question, [...values])).rows
}
