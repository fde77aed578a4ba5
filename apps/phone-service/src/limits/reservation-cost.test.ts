import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { queryStatistics } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

/** Guarantee: workspaces without calls do not delay the calls of others. */
test('TP2: a call slot is reserved without reading the limits of all workspaces', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const call = () => phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })
  expect((await call()).status).toBe(201)
  await phone.database.pool.query(
    `insert into phone.calling_limits
       (workspace_id, home_country, allowed_countries, calls_per_minute, concurrent_calls)
     select gen_random_uuid(), 'US', '{US}', 30, 10 from generate_series(1, 10000)`,
  )

  // Plans depend on statistics, which the server collects at some later time otherwise.
  await phone.database.pool.query('analyze phone.calling_limits')

  expect((await call()).status).toBe(201)

  expect(await countRowsScanned(phone)).toBeLessThan(1_000)
})

/** Returns the rows of all calling limits that sequential scans have read. */
async function countRowsScanned({ database }: TestPhone): Promise<number> {
  const [row] = await queryStatistics<{ scanned: number }>(
    database,
    "select seq_tup_read::int as scanned from pg_stat_user_tables where relname = 'calling_limits'",
  )
  return required(row, 'the statistics').scanned
}
