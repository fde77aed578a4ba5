import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test, vi } from 'vitest'
import { restartPhone, startPhone } from '../testing/start-phone.ts'

const refusal =
  'Another phone service is already using this database. Set PARLEY_REDIS_URL for all phone services to run several, or stop the other one.'

/** Guarantee: a second phone service can neither end the calls of the first nor take its trunks. */
test('a second phone service on the same database fails to start with a clear message and changes nothing', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  await using files = await folder()
  const written = async () => (await database.pool.query('select id, started_at from phone.nodes')).rows
  const before = await written()

  // With its own data directory, and with that of the first service, which has the same node id.
  for (const dataDirectory of [files.path, phone.dataDirectory])
    await expect(restartPhone(phone, { database, dataDirectory })).rejects.toThrow(refusal)

  expect(await written()).toEqual(before)
  await phone.service[Symbol.asyncDispose]()
  await using next = await restartPhone(phone, { database, dataDirectory: files.path })
  expect((await next.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})

test('when two phone services start at the same time, exactly one succeeds', async () => {
  await using database = await startTestDatabase()

  const started = await Promise.allSettled([startPhone({ database }), startPhone({ database })])

  const reasons = started.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  for (const each of started) if (each.status === 'fulfilled') await each.value[Symbol.asyncDispose]()
  expect(reasons).toEqual([refusal])
})

test('the phone service reacquires its lock after the database closed the connection', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  // Uses its own pool, because the test terminates a connection of the other one.
  await using watching = await openDatabase({ kind: 'postgres', url: database.url })
  const holders = async () =>
    (
      await watching.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and objid = (hashtext('parley-phone')::bigint & 4294967295)::oid`,
      )
    ).rows.map(({ pid }) => pid)
  const [first] = await holders()
  expect(first).toEqual(expect.any(Number))

  await watching.pool.query('select pg_terminate_backend($1)', [first])

  await vi.waitUntil(async () => (await holders()).some((pid) => pid !== first), { timeout: 20_000 })
  await expect(restartPhone(phone, { database })).rejects.toThrow(refusal)
  expect((await phone.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-second-phone-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
