import { PhoneError } from '@parley/contract/phone'
import { createFairQueue, isWithinShare } from '@parley/server'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { toClientQueue } from './api-keys/client-limits.ts'
import type { CurrentUser } from './authenticate.ts'

type Database = Kysely<PhoneTables>

/** Less than the connections of a node: calls and all other requests need the rest. */
const maxSearches = 10
const maxWaitMs = 10_000

/** Far more than a search takes; one in hostile texts could take minutes. */
const maxStatementMs = 4_000
const retryAfterSeconds = 5
const queryCanceled = '57014'

/** Searches that wait for those of others. The users take turns, with all their workspaces, and so do the administrators of API keys. */
const searches = createFairQueue({
  concurrency: maxSearches,
  maxWaiting: 200,
  maxWaitingPerQueue: 10,
  maxWaitMs,
  createRejection: () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds }),
})

/**
 * Runs the queries of a search like those of `runSlowQueries`. An empty search is not limited.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runSearch<Result>(
  database: Database,
  user: Pick<CurrentUser, 'userId'>,
  search: string,
  query: (database: Database) => Promise<Result>,
): Promise<Result> {
  return search.trim() === '' ? await query(database) : await runSlowQueries(database, user, query)
}

/**
 * Runs queries that read much of a workspace. A node runs a limited number of such requests and searches at the same time,
 * and a user a share of it. Further ones wait.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`, also when a query takes too long
 */
export async function runSlowQueries<Result>(
  database: Database,
  user: Pick<CurrentUser, 'userId'>,
  query: (database: Database) => Promise<Result>,
): Promise<Result> {
  const run = () =>
    database.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(maxStatementMs)}, true)`.execute(transaction)
      return await query(transaction)
    })
  try {
    return await searches.enqueue(toClientQueue(user), run, {
      canStart: ({ own, all }) => isWithinShare({ own, taken: all, max: maxSearches }),
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === queryCanceled)
      throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    throw error
  }
}
