import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../../bus/index.ts'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../../testing/start-node.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { connectLive, openBrowser, type PhoneUnderTest } from '../../testing/test-browser.ts'

const echo = '+1 555 0100'
const silent = '+1 555 0104'
const handsetId = randomUUID()
const deviceId = randomUUID()

interface KnownCall {
  readonly id: string
  readonly version: number
}

/** Connects the tab of a user again that has received these calls. */
function reconnect(phone: PhoneUnderTest, user: FakeUser, calls: readonly KnownCall[], since = Date.now()) {
  const known = calls.map(({ id, version }) => ({ id, version }))
  return connectLive(phone, user, handsetId, deviceId, { resume: { since, calls: known } })
}

/** Starts a call to a number that rings and does not answer. Its browser does not connect. */
async function startCall(phone: TestPhone, user: FakeUser): Promise<KnownCall> {
  const response = await phone.as(user).post('/calls', { to: silent, handsetId: randomUUID() })
  expect(response.status).toBe(201)
  const { id } = response.body.call
  return await waitUntil('the call rings', async () => {
    const { body: call } = await phone.as(user).get(`/calls/${id}`)
    return call.phase === 'ringing' && call
  })
}

/** Ends a call, and waits until a tab of its user knows. */
async function endCall(phone: TestPhone, user: FakeUser, tab: Connection, { id }: KnownCall): Promise<void> {
  await phone.as(user).post(`/calls/${id}/hang-up`, {})
  await tab.next('call.ended', ({ call }) => call.id === id)
}

type Connection = Awaited<ReturnType<typeof connectLive>>

/** Returns what a tab has received about calls, except measurements. */
function listReceived({ messages }: Connection) {
  return messages.flatMap((message) => {
    if ('call' in message) return [[message.type, message.call.id]]
    return message.type === 'call.stopped-ringing' ? [[message.type, message.callId]] : []
  })
}

test('ZR114: a tab that reconnects receives the calls that have changed or ended meanwhile, once, and no others', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const watching = await connectLive(phone, ada, randomUUID())
  const start = () => startCall(phone, ada)
  const [changed, unchanged, ended] = [await start(), await start(), await start()]
  const known = (await phone.as(ada).get('/calls/active')).body.items
  const missed = await start()

  await phone.as(ada).put(`/calls/${changed.id}/muted`, { muted: true })
  for (const call of [ended, missed]) await endCall(phone, ada, watching, call)
  const tab = await reconnect(phone, ada, known)

  expect(await tab.next('ready')).toMatchObject({ isResumed: true })
  const update = await tab.next('call.updated', ({ call }) => call.id === changed.id)
  expect(update.call.legs.some(({ isMuted }) => isMuted)).toBe(true)
  for (const { id } of [ended, missed])
    expect((await tab.next('call.ended', ({ call }) => call.id === id)).call.endReason).toBe('cancelled')
  // The marker is sent after everything that was missed.
  await phone.as(ada).put(`/calls/${unchanged.id}/muted`, { muted: true })
  await tab.next('call.updated', ({ call }) => call.id === unchanged.id)
  expect(listReceived(tab).toSorted()).toEqual(
    [
      ['call.updated', changed.id],
      ['call.ended', ended.id],
      ['call.ended', missed.id],
      ['call.updated', unchanged.id],
    ].toSorted(),
  )
  for (const connection of [tab, watching]) connection.close()
})

test('ZR114: a call that began to ring meanwhile rings in one tab of the browser, and one that another member answered no longer does', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [
    phone.accounts.addUser('Ada', [team], [team]),
    phone.accounts.addUser('Grace', [team]),
  ]
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await trunk.callIn()
  const { call } = await atGrace.next('call.incoming')

  const hidden = await connectLive(phone, ada, randomUUID(), deviceId, { focusedAgoMs: 60_000 })
  await hidden.next('call.incoming', ({ presentation }) => presentation === 'ring')
  const tab = await reconnect(phone, ada, [])
  expect(await tab.next('call.incoming')).toMatchObject({ presentation: 'ring', call: { id: call.id } })
  await hidden.next('call.incoming', ({ presentation }) => presentation === 'show')
  const third = await connectLive(phone, ada, randomUUID(), deviceId, { focusedAgoMs: 90_000 })
  expect(await third.next('call.incoming')).toMatchObject({ presentation: 'show' })
  expect(listReceived(tab)).toContainEqual(['call.incoming', call.id])
  tab.close()

  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const again = await reconnect(phone, ada, [call])
  expect(await again.next('call.stopped-ringing')).toMatchObject({ callId: call.id })
  for (const connection of [hidden, third, again]) connection.close()
})

test('ZR114: a tab that was disconnected for more than five minutes fetches its calls', async () => {
  await using phone = await startPhone()
  const tab = await reconnect(phone, phone.signUp('Ada'), [], Date.now() - 301_000)

  expect(await tab.next('ready')).toMatchObject({ isResumed: false })
  tab.close()
})

test('ZR114: a tab that reconnects to another node receives what has changed, and what rings, there', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  const known = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(ada).put(`/calls/${id}/muted`, { muted: true })
  const caller = await trunk.callIn()
  const { call: ringing } = await browser.next('call.incoming')

  const tab = await reconnect(other, ada, [known])
  expect((await tab.next('call.updated')).call.version).toBeGreaterThan(known.version)
  await tab.next('call.incoming', ({ call }) => call.id === ringing.id)
  tab.close()
  await caller.hangUp()
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  for (const ended of [ringing.id, id]) await browser.next('call.ended', ({ call }) => call.id === ended)

  const again = await reconnect(other, ada, [known, ringing])
  for (const ended of [ringing.id, id]) await again.next('call.ended', ({ call }) => call.id === ended)
  again.close()
})

/** Guarantee: an id that a client sends does not give it the call. */
test('ZR115: a tab that names the calls of another workspace, or of another member, receives none of them', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [
    phone.accounts.addUser('Ada', [team], [team]),
    phone.accounts.addUser('Grace', [team]),
  ]
  const linus = phone.signUp('Linus')
  const watching = await connectLive(phone, ada, randomUUID())
  const [active, ended] = [await startCall(phone, ada), await startCall(phone, ada)]
  await endCall(phone, ada, watching, ended)
  const claimed = [active, ended].map(({ id }) => ({ id, version: 0 }))

  for (const stranger of [linus, grace]) {
    const tab = await reconnect(phone, stranger, claimed)
    // It ends after what was missed has been sent.
    const own = await startCall(phone, stranger)
    await endCall(phone, stranger, tab, own)
    expect(new Set(listReceived(tab).map(([, received]) => received))).toEqual(new Set([own.id]))
    tab.close()
  }
  const atAda = await reconnect(phone, ada, claimed)
  await atAda.next('call.updated', ({ call }) => call.id === active.id)
  await atAda.next('call.ended', ({ call }) => call.id === ended.id)
  for (const connection of [atAda, watching]) connection.close()
})
