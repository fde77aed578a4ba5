import { randomUUID } from 'node:crypto'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const ownNumber = '+12125552368'

/** Starts a phone whose user has a trunk to a provider. */
async function startPhoneWithTrunk(numbers: readonly string[] = [ownNumber]) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers }
  const { body } = await api.post('/trunks', trunk)
  const route = { trunkId: body.id, address: '12 Baker Street, Springfield', testNumber: '933' }
  return { phone, provider, ada, api, route, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR145): with a route, no limit prevents an emergency call, and it is not recorded. */
test('ZR145: an emergency call goes through the route beyond all limits, without a recording', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  const { body: limits } = await api.get('/limits')
  await api.put('/limits', { ...limits, callsPerMinute: 1, concurrentCalls: 1 })
  await api.put('/limits/daily', { minutesPerDay: 1, spendPerDay: null, timeZone: 'UTC' })
  expect((await api.post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })).status).toBe(201)
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  await using browser = await openBrowser(phone, ada)

  const { id } = await browser.call('9-1-1', { recording: 'on' })
  const received = await provider.nextCall()
  await received.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  expect(received.target).toContain('911@')
  expect(received.from?.uri).toContain(ownNumber)
  const recording = await api.post(`/calls/${id}/recording/start`)
  expect([recording.status, recording.body.code]).toEqual([409, 'EMERGENCY_CALL_NOT_RECORDED'])
  expect((await api.get(`/calls/${id}`)).body).toMatchObject({ number: '911', recordingState: 'off' })
  await api.post(`/calls/${id}/hang-up`, {})
  expect((await browser.next('call.ended')).call.costs).toEqual([])
})

test('without a route, and after it was removed, an emergency number is rejected', async () => {
  await using started = await startPhoneWithTrunk()
  const { api, route } = started
  const call = async () => (await api.post('/calls', { to: '112', handsetId: randomUUID() })).body.code
  expect(await call()).toBe('EMERGENCY_NUMBER')

  await api.put('/emergency-route', route)
  expect((await api.get('/me')).body.hasEmergencyRoute).toBe(true)
  expect((await api.post('/numbers/check', { typed: '112' })).body.refusal).toBeNull()
  expect((await api.delete('/emergency-route')).status).toBe(200)

  expect(await call()).toBe('EMERGENCY_NUMBER')
  expect((await api.delete('/emergency-route')).body.code).toBe('EMERGENCY_ROUTE_NOT_FOUND')
})

test('an administrator calls the test number of the route, and no other member does', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const body = { to: '933', purpose: 'emergency-test', handsetId: randomUUID() }
  expect((await phone.as(grace).post('/calls', body)).body.code).toBe('PHONE_ADMIN_REQUIRED')
  await using browser = await openBrowser(phone, ada)

  const { id } = await browser.call('933', { purpose: 'emergency-test' })
  const received = await provider.nextCall()
  await received.answer()

  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  expect(received.target).toContain('933@')
})

test('ZR145: an emergency call is neither added to a call, nor recorded after a merge with one', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 2)
  expect((await api.post(`/calls/${id}/participants`, { to: '911' })).body.code).toBe('EMERGENCY_NUMBER')
  await using other = await openBrowser(phone, ada)
  const emergency = await other.call('911')
  await (await provider.nextCall()).answer()
  await other.waitForCall(emergency.id, ({ phase }) => phase === 'talking')

  expect((await api.post(`/calls/${id}/merge`, { call: emergency.id })).status).toBe(200)
  // A participant who joins later hears the announcement later.
  await api.post(`/calls/${id}/participants`, { to: '+1 555 0100' })
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 3)

  const { body: merged } = await api.get(`/calls/${id}`)
  const leg = merged.legs.find(({ number }: { number: string | null }) => number === '911')
  expect([leg.state, merged.recordingState]).toEqual(['joined', 'on'])
  expect(merged.recordings.map(({ legId }: { legId: string }) => legId)).not.toContain(leg.id)
})

/** Guarantee (ZR146): the emergency route of a workspace uses its trunks only, and calls no further number. */
test('ZR146: a trunk of another workspace, an expensive number and an emergency number are rejected', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, api, route } = started
  const linus = phone.as(phone.signUp('Linus'))
  const save = async (change: object) =>
    (await api.put('/emergency-route', { ...route, ...change })).body.code

  expect((await linus.put('/emergency-route', route)).body.code).toBe('TRUNK_NOT_FOUND')
  expect(await save({ testNumber: '911' })).toBe('EMERGENCY_NUMBER')
  expect(await save({ testNumber: '+19005551234' })).toBe('PREMIUM_NUMBER')
  expect(await save({ testNumber: '+4930901820' })).toBe('COUNTRY_NOT_ALLOWED')
})

test('a trunk without a number cannot be the emergency route, because no one could call back', async () => {
  await using started = await startPhoneWithTrunk([])
  const { api, route } = started

  expect((await api.put('/emergency-route', route)).body.code).toBe('EMERGENCY_TRUNK_NEEDS_NUMBER')
})
