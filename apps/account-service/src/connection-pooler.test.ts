import { createLog, createSecrets, defineJob, openDatabase, openJobs } from '@parley/server'
import { startPgBouncer, startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signUp, startAccountService } from './testing.ts'

/** Opens a new database through PgBouncer in transaction mode. */
async function openPooledDatabase() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await startTestDatabase())
  const { url } = stack.use(await startPgBouncer(database, { poolSize: 4 }))
  const server = stack.use(await openDatabase({ kind: 'postgres', url, directUrl: database.url }))
  return { ...server, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee: an installation with a connection pooler works like one without. */
test('NR6: the account service serves parallel requests behind PgBouncer in transaction mode', async () => {
  await using server = await openPooledDatabase()
  await using service = await startAccountService({ server })
  const emails = Array.from({ length: 12 }, (_, index) => `person-${index}@example.com`)

  const users = await Promise.all(emails.map((email) => signUp(service, email)))
  const requests = Array.from({ length: 10 }, () => users).flat()
  const responses = await Promise.all(requests.map((user) => service.get('/users/me', user.headers)))

  expect([...new Set(responses.map(({ status }) => status))]).toEqual([200])
  expect(responses.map(({ body }) => body.primary_email)).toEqual(
    Array.from({ length: 10 }, () => emails).flat(),
  )
  await expect.poll(() => service.mailbox.length, { timeout: 30_000 }).toBe(emails.length)
})

test('NR6: LISTEN wakes jobs behind PgBouncer in transaction mode', async () => {
  await using server = await openPooledDatabase()
  const secrets = createSecrets('a secret for tests that is long enough')
  await using jobs = await openJobs(server, createLog({ level: 'error' }), secrets)
  let done = 0
  const count = defineJob({
    name: 'count',
    payload: z.object({}),
    run: async () => {
      done += 1
    },
  })
  await jobs.work(count, {})

  // Each job waits for the one before it: sixty polls would take five minutes, longer than the test timeout.
  for (let number = 1; number <= 60; number++) {
    await server
      .schema('public')
      .transaction()
      .execute((transaction) => jobs.enqueue(transaction, count, {}))
    await expect.poll(() => done, { timeout: 100_000, interval: 5 }).toBe(number)
  }
})
