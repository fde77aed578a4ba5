import { required, waitUntil } from '@parley/primitives'
import { type DatabaseServer, openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { restartPhone, startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const number = '+12125552390'
const ownNumber = '+12125552368'
const prices = { currency: 'EUR', csv: 'prefix,name,price_per_minute,increments\n1,United States,60,1/1' }
/** Long enough for several attempts. */
const limitMs = 30_000

/** Starts a database that can be stopped, and a recorded call with a provider that has talked for 3 s. */
async function startRecordedCall() {
  const stack = new AsyncDisposableStack()
  const cluster = stack.use(await startTestServer())
  const database = stack.use(await openDatabase({ kind: 'postgres', url: cluster.applicationUrl }))
  const failures: unknown[] = []
  const log = {
    info() {},
    warn() {},
    error: (event: string, fields?: Readonly<Record<string, unknown>>) =>
      event === 'call.finalize_failed' && failures.push(fields?.callId),
  }
  const phone = stack.use(await startPhone({ database, log }))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [ownNumber] }
  expect((await api.post('/trunks', trunk)).status).toBe(201)
  expect((await api.put('/price-table', prices)).status).toBe(200)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call(number, { recording: 'on' })
  const far = await provider.nextCall()
  await far.answer()
  const { answeredAt } = await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  const talkedUntil = required(answeredAt, 'the time of the answer') + 3_000
  await waitUntil('the call has talked for 3 s', () => Date.now() > talkedUntil)
  return {
    ...{ cluster, database, phone, ada, api, browser, id, far },
    /** Stops the database, and ends the call while it is away. */
    async endWithoutDatabase() {
      await cluster.stop()
      await far.hangUp()
      await waitUntil('the end of the call could not be saved', () => failures.includes(id), limitMs)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function findCharge({ pool }: DatabaseServer, callId: string) {
  const { rows } = await pool.query(
    'select seconds, cost_micros from phone.call_charges where call_id = $1',
    [callId],
  )
  return required(rows[0], 'the charge') as { seconds: number | null; cost_micros: string }
}

/** Guarantee (ZR440): an outage of the database when a call ends loses neither its costs nor its recordings. */
test('ZR440: a call that ends while the database is down is saved with its duration, costs and recordings when it responds', async () => {
  await using call = await startRecordedCall()
  const { cluster, database, api, ada, phone, browser, id } = call

  await call.endWithoutDatabase()
  const endedBefore = Date.now()
  await cluster.start()
  const { call: ended } = await browser.next('call.ended')

  expect(ended).toMatchObject({ id, endReason: 'other-hung-up' })
  expect(required(ended.endedAt, 'the end')).toBeLessThanOrEqual(endedBefore)
  const { seconds, cost_micros: cost } = await findCharge(database, id)
  expect(seconds).toBeGreaterThanOrEqual(3)
  expect(Number(cost)).toBe(Number(seconds) * 1_000_000)
  expect(ended.recordings.map(({ state }) => state)).toEqual(['finished', 'finished'])
  const { get } = await phone.requestAudio(ada, `/recordings/${ended.recordings[0]?.id}/links`)
  expect((await get()).status).toBe(200)
  expect((await api.delete(`/calls/${id}/recordings`)).status).toBe(200)
  const { rows } = await database.pool.query('select slot_ids from phone.calling_limits')
  expect(rows.flatMap((row) => row.slot_ids)).toEqual([])
})

test('ZR440: a service stops while the end of a call cannot be saved, and the next one charges the time of the call', async () => {
  await using call = await startRecordedCall()
  const { cluster, database, phone, ada, id } = call

  await call.endWithoutDatabase()
  await phone.service[Symbol.asyncDispose]()
  await cluster.start()
  await using again = await restartPhone({ ...phone, database: { ...database, url: cluster.applicationUrl } })

  const { body } = await again.as(ada).get(`/calls/${id}`)
  expect(body).toMatchObject({ phase: 'ended', endReason: 'server-stopped' })
  expect((await findCharge(database, id)).seconds).toBeGreaterThanOrEqual(2)
  expect(body.recordings.map(({ state }: { state: string }) => state)).toEqual(['recovered', 'recovered'])
})
