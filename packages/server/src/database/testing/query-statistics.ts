import { openDatabase } from '../open.ts'
import type { TestDatabase } from './test-server.ts'

/**
 * Queries the statistics of a database. A connection buffers its statistics for up to seconds and flushes
 * them when it closes, so all other connections are terminated first; a pool replaces them automatically.
 */
export async function queryStatistics<Row extends object>(
  { url }: Pick<TestDatabase, 'url'>,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  await using operator = await openDatabase({ kind: 'postgres', url })
  await operator.pool.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  return (await operator.pool.query<Row>(query, [...values])).rows
}
