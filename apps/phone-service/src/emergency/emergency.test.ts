import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { insertCall } from '../call-log/index.ts'
import { createCallState, nextCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import { startOtherNode } from '../testing/start-node.ts'
import type { TestPhone } from '../testing/start-phone.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const ownNumber = '+12125552368'

/** Returns the body of a request that calls the test number. */
function createTest() {
  return { to: '1', purpose: 'emergency-test', handsetId: randomUUID() }
}

/** Returns the body of a request that calls an emergency number. */
function createEmergency() {
  return { to: '911', handsetId: randomUUID() }
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
  expect((await browser.next('call.ended')).call).toMatchObject({ costs: [], hasEmergencyService: true })
})

test('without a route, and after it was removed, an emergency number is rejected', async () => {
  await using started = await startPhoneWithTrunk()
  const { api, route } = started
  const call = async () => (await api.post('/calls', { to: '112', handsetId: randomUUID() })).body.code
  expect(await call()).toBe('EMERGENCY_NUMBER')

  await api.put('/emergency-route', route)
  expect((await api.get('/me')).body.emergencyAddress).toBe(route.address)
  expect((await api.post('/numbers/check', { typed: '112' })).body).toMatchObject({
    refusal: null,
    isEmergency: true,
  })
  expect((await api.delete('/emergency-route')).status).toBe(200)

  expect(await call()).toBe('EMERGENCY_NUMBER')
  expect((await api.delete('/emergency-route')).body.code).toBe('EMERGENCY_ROUTE_NOT_FOUND')
})

/** Guarantee: the phone says that emergency numbers can be called exactly when they can. */
test('ZR713: without a number of the workspace, emergency numbers are shown as not available', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, api, route } = started
  await api.put('/emergency-route', route)
  // As a route that was saved by an earlier version.
  await phone.database.pool.query('delete from phone.trunk_numbers')

  expect((await api.post('/numbers/check', { typed: '112' })).body.refusal).not.toBeNull()
  expect((await api.get('/me')).body.emergencyAddress).toBeNull()
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

/** Guarantee (ZR552): the test of the route is a call like any other. */
test('ZR552: a call to the test number counts against each cap and limit, and is rejected when one is reached', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', { ...route, testNumber: '+12125550111' })
  const { body: limits } = await api.get('/limits')
  await api.put('/limits', { ...limits, concurrentCalls: 1 })
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('1', { purpose: 'emergency-test' })
  await (await provider.nextCall()).answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const test = async () => (await api.post('/calls', createTest())).body.code

  const { rows } = await phone.database.pool.query('select call_id, number from phone.call_charges')
  expect(rows).toEqual([{ call_id: id, number: '+12125550111' }])
  expect(await test()).toBe('CALL_LIMIT_CONCURRENT')
  await api.put('/limits', { ...limits, callsPerMinute: 1 })
  expect(await test()).toBe('CALL_LIMIT_PER_MINUTE')
  await api.put('/limits', limits)
  await api.put('/limits/daily', { minutesPerDay: 1, spendPerDay: null, timeZone: 'UTC' })
  expect(await test()).toBe('CALL_LIMIT_MINUTES_PER_DAY')
  await api.put('/price-table', { currency: 'USD', csv: 'prefix,name,price_per_minute\n49,Germany,0.01' })
  await api.put('/limits/daily', { minutesPerDay: null, spendPerDay: 1, timeZone: 'UTC' })
  expect(await test()).toBe('NO_PRICE')
})

test('ZR552: a call to the test number counts against the limit of the installation, also to that of providers', async () => {
  await using started = await startPhoneWithTrunk({ maxConcurrentCalls: 1 })
  const { api, route } = started
  await api.put('/emergency-route', route)
  expect((await api.post('/calls', createTest())).status).toBe(201)

  expect((await api.post('/calls', createTest())).body.code).toBe('CALL_LIMIT_INSTALLATION')
})

test('ZR552: a test number that the workspace may no longer call is rejected, and the refusal is recorded', async () => {
  await using started = await startPhoneWithTrunk()
  const { api, route } = started
  const save = async (testNumber: string) =>
    (await api.put('/emergency-route', { ...route, testNumber })).status
  const test = async () => (await api.post('/calls', createTest())).body.code
  expect(await save('1234'), 'its trunk allows no extensions').toBe(400)
  expect(await save('+12125550111')).toBe(200)

  await api.put('/limits', { ...(await api.get('/limits')).body, allowedCountries: ['DE'] })
  expect(await test()).toBe('COUNTRY_NOT_ALLOWED')
  expect((await api.get('/limits/refusals')).body.items[0]).toMatchObject({ code: 'COUNTRY_NOT_ALLOWED' })
})

/** Guarantee (ZR553): emergency calls do not occupy the installation, and no cap of other calls prevents the first ones. */
test('ZR553: a user has two emergency calls at the same time, also with concurrent requests at two nodes', async () => {
  await using bus = createInProcessBus()
  await using started = await startPhoneWithTrunk({ maxConcurrentCalls: 1, bus })
  const { phone, ada, api, route } = started
  await api.put('/emergency-route', route)
  await using other = await startOtherNode(phone, { bus })
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const call = (node: Pick<TestPhone, 'as'>, user = ada) => node.as(user).post('/calls', createEmergency())

  const responses = await Promise.all([phone, other, phone, other, phone, other].map((node) => call(node)))

  const results = responses.map(({ status, body }) => (status === 201 ? 'called' : body.code))
  expect(results.filter((result) => result === 'called')).toHaveLength(2)
  expect(results.filter((result) => result === 'EMERGENCY_CALL_LIMIT_USER')).toHaveLength(4)
  expect((await call(other, grace)).status).toBe(201)
  const { body: refusals } = await api.get('/limits/refusals')
  expect(refusals.items[0]).toMatchObject({
    userId: ada.id,
    code: 'EMERGENCY_CALL_LIMIT_USER',
    dialled: '911',
  })
  const ended = responses.find(({ status }) => status === 201)?.body.call.id
  expect((await phone.as(ada).post(`/calls/${ended}/hang-up`, {})).status).toBe(200)
  const countSlots = async () =>
    (await phone.database.pool.query('select slot_id from phone.emergency_slots')).rows.length
  await expect.poll(countSlots).toBe(2)
  await expect.poll(async () => (await call(phone)).status, { timeout: 30_000 }).toBe(201)
})

test('ZR553: a workspace has twenty emergency calls at the same time, and another one is not affected', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada, api, route } = started
  await api.put('/emergency-route', route)
  const nodeId = await insertNode(phone, 'now()')
  for (let count = 0; count < 19; count += 1)
    await insertEmergencyCall(phone, { workspaceId: ada.teamIds[0] ?? '', userId: randomUUID(), nodeId })

  const [first, second] = [
    await api.post('/calls', createEmergency()),
    await api.post('/calls', createEmergency()),
  ]

  expect([first.status, second.body.code]).toEqual([201, 'EMERGENCY_CALL_LIMIT_WORKSPACE'])
})

test('ZR553: the emergency calls of a node that has crashed do not count when another node has ended them', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada, api, route } = started
  await api.put('/emergency-route', route)
  const nodeId = await insertNode(phone, "now() - interval '1 minute'")
  for (let count = 0; count < 2; count += 1)
    await insertEmergencyCall(phone, { workspaceId: ada.teamIds[0] ?? '', userId: ada.id, nodeId })

  const call = async () => (await api.post('/calls', createEmergency())).status
  await expect.poll(call, { timeout: 30_000 }).toBe(201)
})

/** Guarantee (ZR565): a slot that was not released prevents no emergency call. */
test.each([
  ['of calls that have ended', { phase: 'ended' }, 'called'],
  ['of calls that their user has left', { legs: 'left' }, 'called'],
  ['without a call', null, 'called'],
  ['of calls of the user', {}, 'EMERGENCY_CALL_LIMIT_USER'],
] as const)('ZR565: two slots %s: %j', async (_, change, result) => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada, api, route } = started
  await api.put('/emergency-route', route)
  const nodeId = await insertNode(phone, 'now()')
  for (let count = 0; count < 2; count += 1)
    await insertEmergencyCall(phone, { workspaceId: ada.teamIds[0] ?? '', userId: ada.id, nodeId }, change)

  const { status, body } = await api.post('/calls', createEmergency())

  expect(status === 201 ? 'called' : body.code).toBe(result)
})

/** Inserts a node whose last heartbeat was at a time. Returns its id. */
async function insertNode({ database }: TestPhone, heartbeatAt: string): Promise<string> {
  const { rows } = await database.pool.query(
    `insert into phone.nodes (id, started_at, heartbeat_at)
     values (gen_random_uuid(), now(), ${heartbeatAt}) returning id`,
  )
  return rows[0].id
}

/** Inserts an emergency call with its slot; or the slot alone when the change of the call is null. */
async function insertEmergencyCall(
  { database }: TestPhone,
  { userId, ...owner }: { readonly workspaceId: string; readonly userId: string; readonly nodeId: string },
  change: { readonly phase?: 'ended'; readonly legs?: 'left' } | null = {},
): Promise<void> {
  const id = randomUUID()
  const slot = [id, owner.workspaceId, userId]
  await database.pool.query('insert into phone.emergency_slots values ($1, $2, $3)', slot)
  if (change === null) return
  const at = Date.now()
  const leg = { id: randomUUID(), kind: 'browser', userId } as const
  const joined = nextCallState(createCallState('outgoing', at), { type: 'leg-added', at, leg })
  const left = { type: 'leg-left', at, legId: leg.id, reason: 'hung-up', sipAnswer: null } as const
  const state = change.legs === 'left' ? nextCallState(joined, left) : joined
  const ended =
    change.phase === 'ended' ? nextCallState(state, { type: 'ended', at, reason: 'hung-up' }) : state
  const call = createStoredCall({ id, ...owner, slotIds: [id], state: ended })
  await insertCall(database.schema<PhoneTables>('phone'), call)
}

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
  await using started = await startPhoneWithTrunk({}, { numbers: [] })
  const { api, route } = started

  expect((await api.put('/emergency-route', route)).body.code).toBe('EMERGENCY_TRUNK_NEEDS_NUMBER')
})
