import { randomUUID } from 'node:crypto'
import { accessTokenHeader } from '@parley/contract/phone'
import { required, sleep, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, first, second, third] = ['+12125552368', '+12125550187', '+12125550188', '+12125550189']

/** Starts a phone whose database can be made to wait before calls are stored. */
async function start(changes: object = {}) {
  const stack = new AsyncDisposableStack()
  const started = stack.use(await startPhoneWithTrunk({}, changes))
  const { phone, ada, api, route } = started
  await api.put('/emergency-route', route)
  const browser = stack.use(await openBrowser(phone, ada))
  const { pool } = phone.database
  const token = await phone.accounts.tokenFor(ada.id)

  /** Sends a request that waits for the database, disconnects, and lets the database continue. */
  async function abort(path: string, body: object): Promise<void> {
    const client = await pool.connect()
    const disconnect = new AbortController()
    try {
      await client.query('begin; lock table phone.calls in access exclusive mode')
      const sent = fetch(`${phone.service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { [accessTokenHeader]: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: disconnect.signal,
      }).catch(() => null)
      const waiting = "select 1 from pg_locks where relation = 'phone.calls'::regclass and not granted"
      await waitUntil('the request waits', async () => (await client.query(waiting)).rows.length > 0)
      disconnect.abort()
      await sent
      // The service notices the end of the connection with its next events.
      await sleep(300)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  return {
    ...started,
    browser,
    abort,
    countSlots: async () =>
      Number(
        (await pool.query('select coalesce(sum(cardinality(slot_ids)), 0) count from phone.calling_limits'))
          .rows[0].count,
      ),
    async talk() {
      const { id } = await browser.call(first, { from: own })
      const far = await started.provider.nextCall()
      await far.answer()
      await browser.waitForCall(id, ({ phase }) => phase === 'talking')
      return { id, far }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test.each([
  ['a number', { to: first, from: own }],
  ['an emergency number', { to: '911' }],
])('ZR728: %s is not dialled after its client has disconnected', async (_, body) => {
  await using started = await start()
  const { api, browser, provider } = started

  await started.abort('/calls', { ...body, handsetId: randomUUID() })

  await waitUntil('the call has ended', async () => {
    const { items } = (await api.get('/calls')).body
    return items.length === 1 && items[0].phase === 'ended'
  })
  // A list that is read while the end is being stored contains the call as it was before.
  await expect.poll(async () => (await api.get('/calls')).body.items[0].endReason).toBe('cancelled')
  await expect.poll(started.countSlots).toBe(0)
  const again = browser.call(second, { from: own })
  expect((await provider.nextCall()).target).toContain(second)
  await again
})

test.each([
  ['a participant', '/participants', { to: second, from: own }],
  ['the target of an attended transfer', '/transfer', { to: second, from: own, mode: 'attended' }],
  ['the target of a blind transfer', '/transfer', { to: second, from: own, mode: 'blind' }],
])('ZR728: %s is not dialled after its client has disconnected', async (_, path, body) => {
  await using started = await start()
  const { api, provider, browser } = started
  const { id } = await started.talk()

  await started.abort(`/calls/${id}${path}`, body)

  await expect.poll(started.countSlots).toBe(1)
  await browser.waitForCall(
    id,
    ({ phase, legs }) => phase === 'talking' && legs.every((leg) => !leg.isOnHold),
  )
  const again = api.post(`/calls/${id}/participants`, { to: third, from: own })
  expect((await provider.nextCall()).target).toContain(third)
  await again
})

test('ZR728: a trunk is not asked to transfer a call after the client has disconnected', async () => {
  await using started = await start({ allowsRefer: true })
  const { id, far } = await started.talk()

  await started.abort(`/calls/${id}/transfer`, { to: second, from: own, mode: 'blind' })

  await expect.poll(started.countSlots).toBe(1)
  await started.browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await started.api.post(`/calls/${id}/hang-up`, {})
  await far.next('ended')
  expect(far.events.filter(({ type }) => type === 'refer')).toEqual([])
})

test('ZR728: a call is not answered in a tab that has disconnected', async () => {
  await using started = await start()
  const { api, phone, provider, browser } = started
  const sipPort = required(phone.engine.sipAddresses[0], 'the SIP address').port
  const caller = await provider.call(own, first, sipPort)
  const { call } = await browser.next('call.incoming')

  await started.abort(`/calls/${call.id}/answer`, { handsetId: randomUUID() })

  const readLegs = async () => (await api.get(`/calls/${call.id}`)).body.legs
  const isBrowser = ({ kind }: { kind: string }) => kind === 'browser'
  await expect
    .poll(async () => (await readLegs()).filter(isBrowser))
    .toMatchObject([{ state: 'left', leftReason: 'cancelled' }])
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  await caller.next('answered')
})
