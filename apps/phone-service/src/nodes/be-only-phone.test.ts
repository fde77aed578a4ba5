import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test, vi } from 'vitest'
import { startAgain, startPhone } from '../testing/start-phone.ts'

const refusal =
  'Another phone service runs on this database, and only one may, because it holds the calls and registers the trunks. Stop that one first, or set another DATABASE_URL.'

/** Guarantee: no phone ends the calls of another, or takes its trunks. */
test('a second phone on the database of a running one is refused in a sentence, and changes nothing there', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  await using files = await folder()
  const written = async () => (await database.pool.query('select id, started_at from phone.nodes')).rows
  const before = await written()

  // Its files are its own, or a copy of those of the first: then it takes itself for that one.
  for (const dataDirectory of [files.path, phone.dataDirectory])
    await expect(startAgain(phone, { database, dataDirectory })).rejects.toThrow(refusal)

  expect(await written()).toEqual(before)
  await phone.service[Symbol.asyncDispose]()
  await using next = await startAgain(phone, { database, dataDirectory: files.path })
  expect((await next.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})

test('of two phones that start at the same moment one does', async () => {
  await using database = await startTestDatabase()

  const started = await Promise.allSettled([startPhone({ database }), startPhone({ database })])

  const reasons = started.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  for (const each of started) if (each.status === 'fulfilled') await each.value[Symbol.asyncDispose]()
  expect(reasons).toEqual([refusal])
})

test('a phone whose connection the database closes is the only one again', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  // The phone has the connections of the first; those of this one are left alone.
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
  await expect(startAgain(phone, { database })).rejects.toThrow(refusal)
  expect((await phone.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-second-phone-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
