import { PhoneError } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { CurrentUser } from './authenticate.ts'
import { createUserConcurrencyLimit } from './user-concurrency-limit.ts'

type Database = Kysely<PhoneTables>

/** Together less than the connections of a node: calls and all other requests need the rest. */
const startSearch = createUserConcurrencyLimit({ perUser: 4, perWorkspace: 6, perNode: 10 })

/** Far more than a search takes; one in hostile texts could take minutes. */
const maxStatementMs = 4_000
const retryAfterSeconds = 5
const queryCanceled = '57014'

/**
 * Runs the queries of a search, of which a user, a workspace and a node have a limited number at the same
 * time. An empty search is not limited.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`, also when a query takes too long
 */
export async function runSearch<Result>(
  database: Database,
  user: Pick<CurrentUser, 'userId' | 'workspaceId'>,
  search: string,
  query: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (search.trim() === '') return await query(database)
  const end = startSearch(user)
  try {
    return await database.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(maxStatementMs)}, true)`.execute(transaction)
      return await query(transaction)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === queryCanceled)
      throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    throw error
  } finally {
    end()
  }
}
