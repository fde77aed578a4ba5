import { waitUntil } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** One currency unit a second. */
const prices = { currency: 'EUR', csv: 'prefix,name,price_per_minute,increments\n1,United States,60,1/1' }
const limits = { minutesPerDay: null, spendPerDay: 5, timeZone: 'UTC' }
const numbers = ['+12125552368']

/** Guarantee (ZR448): an outage of the database lets no call run without its limits, or unrecorded without notice. */
test('ZR448: a call that is answered while the database is down ends at its limit, and shows whether it is recorded', {
  timeout: 90_000,
}, async () => {
  await using cluster = await startTestServer()
  await using database = await openDatabase({ kind: 'postgres', url: cluster.url })
  const failures: string[] = []
  const log = { info() {}, warn() {}, error: (event: string) => void failures.push(event) }
  await using phone = await startPhone({ database, log, reservationSeconds: 1 })
  await using provider = await startTestPhone()
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers }
  expect((await api.post('/trunks', trunk)).status).toBe(201)
  await api.put('/price-table', prices)
  await api.put('/limits/daily', limits)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+12125552390', { recording: 'on' })
  const far = await provider.nextCall()

  await cluster.stop()
  await far.answer()
  await waitUntil('no time could be reserved', () => failures.includes('call_charge.extend_failed'))
  await cluster.start()

  const { call } = await browser.next('call.ended', (message) => message.call.id === id)
  expect(call.endReason).toBe('money-spent')
  expect(['failed', 'on', 'stopped']).toContain(call.recordingState)
})
