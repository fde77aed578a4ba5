import { startTestDatabase } from '@parley/server/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { runSearch } from './run-search.ts'

const rejection = { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } }

/** Guarantee: hostile searches leave connections of the database to calls and to other requests. */
test('ZR28: each query of a search is bounded in time, and searches have ten connections', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<PhoneTables>('phone')
  let ended = 0
  const search = async (userId: string) => {
    const found = runSearch(database, { userId }, 'ada', (transaction) =>
      sql`select pg_sleep(8)`.execute(transaction),
    )
    await found.finally(() => {
      ended += 1
    })
  }
  const names = Array.from({ length: 10 }, (_, index) => `mallory ${index}`)
  const searches = Promise.allSettled(names.map(search))
  const next = runSearch(database, { userId: 'ada' }, 'ada', async () => ended)

  expect(await runSearch(database, { userId: 'ada' }, ' ', async () => 'not limited')).toBe('not limited')
  expect(await next).toBeGreaterThan(0)
  expect(await searches).toMatchObject(names.map(() => ({ reason: rejection })))
})

/** Guarantee: no user gets more places by creating API keys in many workspaces. */
test('ZR956: searches of the keys of one administrator wait while others have fewer', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<PhoneTables>('phone')
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  const search = (client: { readonly userId: string }) =>
    runSearch(database, client, 'ada', async () => {
      started.push(client.userId)
      await release.promise
    })
  const toKey = (userId: string) => ({
    userId,
    workspaceId: userId,
    scopes: new Set(),
    limitKey: 'keys of mallory',
  })
  const names = Array.from({ length: 10 }, (_, index) => `key ${index}`)
  const searches = [...names.map(toKey), { userId: 'ada' }].map(search)
  await expect.poll(() => started.length, { timeout: 30_000 }).toBe(4)
  const first = started.toSorted()
  release.resolve()
  await Promise.all(searches)

  expect(first).toEqual(['ada', ...names.slice(0, 3)])
})

/** Guarantee: a few users with many searches do not prevent those of others, and delay them by some seconds at most. */
test('ZR862: searches of a user wait while others have fewer, and are done in turn', async () => {
  await using server = await startTestDatabase()
  const database = server.schema<PhoneTables>('phone')
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  const search = (userId: string) =>
    runSearch(database, { userId }, 'ada', async () => {
      started.push(userId)
      await release.promise
    })
  const attackers = ['mallory', 'trudy', 'eve']
  const searches = attackers.flatMap((name) => [1, 2, 3, 4].map(() => search(name)))
  const own = search('ada')

  await expect.poll(() => started).toContain('ada')
  expect(started.length).toBeLessThan(10)
  const waiting = Array.from({ length: 11 }, () => search('mallory'))
  await expect(waiting.at(-1)).rejects.toMatchObject(rejection)
  release.resolve()

  await Promise.allSettled([...searches, ...waiting, own])
  expect(started).toHaveLength(12 + 1 + started.filter((name) => name === 'mallory').length - 4)
})
