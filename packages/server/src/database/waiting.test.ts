import { expect, test } from 'vitest'
import { isLockTimeout } from './lock-timeout.ts'
import { openDatabase } from './open.ts'
import { startTestDatabase } from './testing/test-server.ts'

/** Guarantee: a statement that waits for a lock does not occupy its connection for long. */
test('ZR779: a statement waits for a lock for 5 s, in a transaction and outside, also behind a connection pooler', async () => {
  await using database = await startTestDatabase()
  // Both URLs are those of the server: a connection with a setting, which a pooler rejects, is not used.
  await using pooled = await openDatabase({
    kind: 'postgres',
    url: database.url,
    directUrl: `${database.url}&application_name=direct`,
  })
  await database.pool.query('create table numbers (id int)')
  await using holder = await lockTable(database)
  const readIn = async (server: typeof pooled) => {
    const schema = server.schema<{ numbers: { id: number } }>('public')
    return await schema
      .transaction()
      .execute((transaction) => transaction.selectFrom('numbers').select('id').execute())
  }
  const startedAt = performance.now()

  const attempts = await Promise.allSettled([
    database.pool.query('select id from numbers'),
    readIn(database),
    readIn(pooled),
  ])

  expect(performance.now() - startedAt).toBeGreaterThan(4_000)
  for (const attempt of attempts)
    expect(attempt.status === 'rejected' && isLockTimeout(attempt.reason), attempt.status).toBe(true)
  expect(await holder.end()).toBe('ended')
  expect(await readIn(pooled)).toEqual([])
})

async function lockTable({ pool }: Pick<Awaited<ReturnType<typeof openDatabase>>, 'pool'>) {
  const connection = await pool.connect()
  await connection.query('begin')
  await connection.query('lock table numbers in access exclusive mode')
  let isEnded = false
  const end = async () => {
    if (!isEnded) {
      isEnded = true
      await connection.query('rollback')
      connection.release()
    }
    return 'ended'
  }
  return { end, [Symbol.asyncDispose]: async () => void (await end()) }
}

/** Guarantee: the requests to one service do not wait for the connections of another one, and its heartbeat not for its own. */
test('ZR781, ZR784: all connections of a service leave those of another one, and the reserved ones', async () => {
  await using database = await startTestDatabase()
  await using other = database.openOther()
  const taken = await Promise.all(
    Array.from({ length: database.pool.options.max }, () => database.pool.connect()),
  )
  const select = (server: Pick<typeof database, 'schema'>) => server.schema<object>('public')

  try {
    const { rows } = await other.pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    for (const schema of [select(other), database.reservedSchema<object>('public')])
      expect(await schema.selectNoFrom(({ val }) => val('one').as('text')).execute()).toEqual([
        { text: 'one' },
      ])
  } finally {
    for (const connection of taken) connection.release()
  }
})
