import { startTestDatabase } from '@parley/server/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { runSearch } from './run-search.ts'

const user = { userId: 'ada', workspaceId: 'workspace' }
const rejection = { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } }

/** Guarantee: hostile searches leave connections of the database to calls and to other requests. */
test('ZR28: a user has at most four searches at the same time, and each of them is bounded in time', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<PhoneTables>('phone')
  const search = () =>
    runSearch(database, user, 'ada', async (transaction) => {
      await sql`select pg_sleep(8)`.execute(transaction)
    })
  const searches = Promise.allSettled(Array.from({ length: 4 }, search))

  await expect(runSearch(database, user, 'ada', async () => 'found')).rejects.toMatchObject(rejection)
  await runSearch(database, user, ' ', (unlimited) => sql`select 1`.execute(unlimited))
  expect(await searches).toMatchObject(Array.from({ length: 4 }, () => ({ reason: rejection })))
  const found = await runSearch(database, user, 'ada', async () => 'found')

  expect(found).toBe('found')
})
