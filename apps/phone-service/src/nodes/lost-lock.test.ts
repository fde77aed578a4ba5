import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { openIncomingTrunk, readHealth } from '../testing/open-incoming-trunk.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: of two phone services on one database, the one without the lock places and accepts no calls. */
test('FO1, NR2: a node that has lost its lock places and accepts no calls until it has the lock again', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const start = () => phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })

  const ringing = await trunk.callIn()
  const { call: incoming } = await browser.next('call.incoming')

  const other = await takeLock(database)
  await waitUntil('calls are rejected', async () => (await start()).status === 503)

  expect((await start()).body.code).toBe('CALLS_SUSPENDED')
  const added = await phone.as(ada).post(`/calls/${id}/participants`, { to: '+1 555 0101' })
  expect([added.status, added.body.code]).toEqual([503, 'CALLS_SUSPENDED'])
  const answered = await phone.as(ada).post(`/calls/${incoming.id}/answer`, { handsetId: randomUUID() })
  expect([answered.status, answered.body.code]).toEqual([503, 'CALLS_SUSPENDED'])
  const rejected = await (await trunk.callIn()).next('refused')
  expect(rejected).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  expect(await readHealth(phone.service.url, '')).toEqual([
    200,
    expect.objectContaining({ limitation: expect.any(String) }),
  ])
  expect(await readHealth(phone.service.url, '?db')).toEqual([
    503,
    expect.objectContaining({ status: 'error' }),
  ])
  await waitUntil(
    'no trunk is registered',
    async () => (await phone.engine.trunkState('carrier'))?.status === 'unchecked',
  )
  // The call that began before continues, and can be controlled.
  expect((await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })).status).toBe(200)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})

  await ringing.hangUp()
  await other.end()

  await waitUntil('calls are placed', async () => (await start()).status === 201)
  await waitUntil(
    'the trunk is registered',
    async () => (await phone.engine.trunkState('carrier'))?.status === 'registered',
  )
  expect(await readHealth(phone.service.url, '')).toEqual([200, { status: 'ok' }])
  await trunk.callIn()
  await browser.next('call.incoming', ({ call }) => call.id !== incoming.id)
})

/**
 * Takes the lock from the phone service, as another one does that waits for it while its connection is cut.
 */
async function takeLock(database: TestDatabase) {
  await using operator = await openDatabase({ kind: 'postgres', url: database.url })
  const holders = async () =>
    (
      await operator.pool.query(
        `select pid from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and objid = (hashtext('parley-phone')::bigint & 4294967295)::oid`,
      )
    ).rows.map(({ pid }) => pid)
  const other = await openDatabase({ kind: 'postgres', url: database.url })
  const waiting = await other.pool.connect()
  const taken = waiting.query("select pg_advisory_lock(hashtext('parley-phone'))")
  await operator.pool.query('select pg_terminate_backend($1)', await holders())
  await taken
  return {
    async end() {
      waiting.release(true)
      await other[Symbol.asyncDispose]()
    },
  }
}
