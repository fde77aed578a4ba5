import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: of two phone services on one database, the one without the lock places and accepts no calls. */
test('FO1, NR2: a node that has lost its lock places and accepts no calls until it has the lock again', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({ database })
  const ada = phone.signUp('Ada')
  await using far = await startTestPhone()
  const trunk = {
    name: 'North line',
    host: '127.0.0.1',
    port: far.port,
    transport: 'udp',
    registration: 'none',
  }
  // With credentials, because the simulated network has the same address.
  const credentials = { username: 'ada', password: 'correct horse' }
  await phone.as(ada).post('/trunks', { ...trunk, ...credentials, numbers: ['+1 212 555 2368'] })
  const callIn = () =>
    far.call('+12125552368', '+15550142', required(phone.engine.sipAddresses[0], 'a SIP address').port)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const start = () => phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })

  const ringing = await callIn()
  const { call: incoming } = await browser.next('call.incoming')

  const other = await takeLock(database)
  await waitUntil('calls are rejected', async () => (await start()).status === 503)

  expect((await start()).body.code).toBe('CALLS_SUSPENDED')
  const added = await phone.as(ada).post(`/calls/${id}/participants`, { to: '+1 555 0101' })
  expect([added.status, added.body.code]).toEqual([503, 'CALLS_SUSPENDED'])
  const answered = await phone.as(ada).post(`/calls/${incoming.id}/answer`, { handsetId: randomUUID() })
  expect([answered.status, answered.body.code]).toEqual([503, 'CALLS_SUSPENDED'])
  const rejected = await (await callIn()).next('refused')
  expect(rejected).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  expect(await health(phone, '')).toEqual([200, expect.objectContaining({ limitation: expect.any(String) })])
  expect(await health(phone, '?db')).toEqual([503, expect.objectContaining({ status: 'error' })])
  await waitUntil('no trunk is registered', () => phone.engine.trunkState('carrier')?.status === 'unchecked')
  // The call that began before continues, and can be controlled.
  expect((await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })).status).toBe(200)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})

  await ringing.hangUp()
  await other.end()

  await waitUntil('calls are placed', async () => (await start()).status === 201)
  await waitUntil(
    'the trunk is registered',
    () => phone.engine.trunkState('carrier')?.status === 'registered',
  )
  expect(await health(phone, '')).toEqual([200, { status: 'ok' }])
  await callIn()
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

async function health({ service }: TestPhone, query: string) {
  const response = await fetch(`${service.url}/health${query}`)
  return [response.status, await response.json()]
}
