import { expect, test } from 'vitest'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts a phone with an emergency route, whose test number can be called. */
async function startWithRoute() {
  const stack = new AsyncDisposableStack()
  const started = stack.use(await startPhoneWithTrunk())
  const { phone, provider, ada, api, route } = started
  expect((await api.put('/emergency-route', route)).body).toEqual({ ...route, test: null })
  const browser = stack.use(await openBrowser(phone, ada))
  const { name, host, port, numbers } = (await api.get(`/trunks/${route.trunkId}`)).body
  return {
    ...started,
    readTest: async () => (await api.get('/emergency-route')).body.route.test,
    saveTrunk: (changes: object) =>
      api.put(`/trunks/${route.trunkId}`, { name, host, port, numbers, ...changes }),
    async callTestNumber() {
      const { id } = await browser.call('1', { purpose: 'emergency-test' })
      const received = await provider.nextCall()
      return {
        async answer() {
          await received.answer()
          await browser.waitForCall(id, ({ phase }) => phase === 'talking')
          await browser.next('me.changed')
        },
        end: async () => {
          await api.post(`/calls/${id}/hang-up`, {})
          await browser.waitForCall(id, ({ phase }) => phase === 'ended')
        },
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR603): the route counts as tested only as it was when its test number answered. */
test('ZR603: a test counts when it is answered, until the route or its trunk changes', async () => {
  await using started = await startWithRoute()
  const { api, route, readTest, saveTrunk, callTestNumber } = started
  await (await callTestNumber()).end()
  expect(await readTest(), 'not answered').toBeNull()

  const before = Date.now()
  const call = await callTestNumber()
  await call.answer()
  await call.end()

  const current = { at: expect.any(Number), isOutdated: false }
  const outdated = { at: expect.any(Number), isOutdated: true }
  const first = await readTest()
  expect(first).toEqual(current)
  expect(first.at).toBeGreaterThanOrEqual(before)
  expect((await api.put('/emergency-route', route)).body.test, 'nothing has changed').toEqual(current)
  const changes = [
    () => api.put('/emergency-route', { ...route, address: '14 Baker Street' }),
    () => api.put('/emergency-route', { ...route, testNumber: '+12125550111' }),
    () => saveTrunk({ numbers: ['+12125552369'] }),
    () => saveTrunk({ username: 'ada', password: 'correct horse' }),
  ]
  for (const change of changes) {
    expect((await change()).status).toBe(200)
    expect(await readTest()).toEqual(outdated)
    const again = await callTestNumber()
    await again.answer()
    await again.end()
    expect(await readTest()).toEqual(current)
  }
})

test('ZR603: a test that began before a change is outdated, also when it is answered after it', async () => {
  await using started = await startWithRoute()
  const { api, route, readTest, callTestNumber } = started
  const call = await callTestNumber()
  await api.put('/emergency-route', { ...route, address: '14 Baker Street' })

  await call.answer()

  expect(await readTest()).toMatchObject({ isOutdated: true })
})

/** Guarantee (ZR604): the emergency services can call back. */
test('ZR604: the trunk of the emergency route does not lose its last number', async () => {
  await using started = await startWithRoute()
  const { api, saveTrunk } = started

  const response = await saveTrunk({ numbers: [] })

  expect([response.status, response.body.code]).toEqual([409, 'EMERGENCY_ROUTE_NEEDS_NUMBER'])
  expect((await api.get('/me')).body.emergencyAddress).not.toBeNull()
  expect((await api.delete('/emergency-route')).status).toBe(200)
  expect((await saveTrunk({ numbers: [] })).status).toBe(200)
})

test('ZR604: of a route and of a trunk without numbers that are saved at the same time, one is rejected', async () => {
  await using started = await startWithRoute()
  const { phone, api, route, saveTrunk } = started
  await api.delete('/emergency-route')
  const client = await phone.database.pool.connect()
  await client.query('begin')
  await client.query('select from phone.trunks for update')

  const pending = [saveTrunk({ numbers: [] }), api.put('/emergency-route', route)]
  await expect
    .poll(async () => {
      const { rows } = await phone.database.pool.query('select distinct pid from pg_locks where not granted')
      return rows.length
    })
    .toBe(2)
  await client.query('rollback')
  client.release()

  const statuses = (await Promise.all(pending)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})
