import { randomUUID } from 'node:crypto'
import { live } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk, readHealth } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'
const handsetId = randomUUID()

/** Guarantee: an upgrade ends no running call, and no call is lost at a node that is about to stop. */
test('FO3, NR4: a node that drains accepts no new calls, and its running calls continue with all their actions', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  browser.say(500)
  const { id } = await browser.call(echo)
  await browser.waitForTone(500)
  const ringing = await trunk.callIn()
  const { call: incoming } = await browser.next('call.incoming')

  const drained = phone.service.drain(AbortSignal.timeout(60_000))

  const started = await phone.as(ada).post('/calls', { to: echo, handsetId })
  expect([started.status, started.body.code]).toEqual([503, 'SERVER_STOPPING'])
  expect(await (await trunk.callIn()).next('refused')).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  await waitUntil(
    'no trunk is registered',
    async () => (await phone.engine.trunkState('carrier'))?.status === 'unchecked',
  )
  const limitation = expect.stringContaining('draining')
  expect(await readHealth(phone.service.url, '')).toEqual([200, { status: 'ok', limitation }])
  expect(await readHealth(phone.service.url, '?db')).toEqual([503, { status: 'error', error: limitation }])

  const inCall = phone.as(ada)
  expect((await inCall.put(`/calls/${id}/on-hold`, { onHold: true })).status).toBe(200)
  expect((await inCall.put(`/calls/${id}/on-hold`, { onHold: false })).status).toBe(200)
  expect((await inCall.post(`/calls/${id}/participants`, { to: '+1 555 0104' })).status).toBe(201)
  expect((await inCall.post(`/calls/${incoming.id}/answer`, { handsetId })).status).toBe(200)
  expect((await inCall.post(`/calls/${incoming.id}/hang-up`, {})).status).toBe(200)
  await ringing.hangUp()
  await browser.waitForTone(500)

  await inCall.post(`/calls/${id}/hang-up`, {})
  await drained
  expect((await inCall.get(`/calls/${id}`)).body).toMatchObject({ phase: 'ended', endReason: 'hung-up' })
})

/** Guarantee (ZR566): who needs help is not referred to another node. */
test('ZR566: a node that drains calls an emergency number, and ends when that call has ended', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  await using browser = await openBrowser(phone, ada)
  const running = await browser.call(echo)
  await browser.waitForCall(running.id, ({ phase }) => phase === 'talking')

  const drained = phone.service.drain(AbortSignal.timeout(60_000))
  await using other = await openBrowser(phone, ada)
  const { id } = await other.call('911')
  await (await provider.nextCall()).answer()
  await other.waitForCall(id, ({ phase }) => phase === 'talking')
  expect((await api.post('/calls', { to: echo, handsetId })).body.code).toBe('SERVER_STOPPING')
  await api.post(`/calls/${running.id}/hang-up`, {})
  await api.post(`/calls/${id}/hang-up`, {})

  await drained
  expect((await api.get(`/calls/${id}`)).body).toMatchObject({ phase: 'ended', endReason: 'hung-up' })
})

test('FO3: while a node drains, another one starts and places calls', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  await using browser = await openBrowser(phone, ada)
  browser.say(500)
  const { id } = await browser.call(echo)
  await browser.waitForTone(500)

  const drained = phone.service.drain(AbortSignal.timeout(60_000))

  await using other = await startOtherNode(phone)
  expect((await other.as(grace).post('/calls', { to: echo, handsetId })).status).toBe(201)
  const elsewhere = await other.as(ada).post(`/calls/${id}/hang-up`, {})
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'CALL_ON_OTHER_SERVER'])
  await browser.waitForTone(500)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await drained
})

test('FO3: tabs of users without a call are closed and rejected while a node drains, the others stay', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(echo)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const [atAda, atGrace] = [
    await connectLive(phone, ada, randomUUID()),
    await connectLive(phone, grace, randomUUID()),
  ]

  const drained = phone.service.drain(AbortSignal.timeout(60_000))

  expect(await atGrace.closed).toBe(live.liveCloseCodes.stopping)
  expect(await connectUntilClosed(phone, grace)).toEqual({ code: live.liveCloseCodes.stopping, messages: 0 })
  const reloaded = await connectLive(phone, ada, randomUUID())
  for (const tab of [atAda, reloaded]) {
    tab.send({ type: 'ping', nonce: 1 })
    await tab.next('pong')
  }
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await atAda.next('call.ended', ({ call }) => call.id === id)
  await drained
  await phone.service[Symbol.asyncDispose]()
  expect(await atAda.closed).toBe(live.liveCloseCodes.stopping)
})

/** Connects a tab, and returns how many messages it received and the code with which it was closed. */
async function connectUntilClosed(phone: TestPhone, user: FakeUser) {
  const socket = new WebSocket(`${phone.service.url.replace('http', 'ws')}${live.livePath}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const accessToken = await phone.accounts.tokenFor(user.id)
  const hello = { type: 'hello', accessToken, handsetId: randomUUID(), deviceId: randomUUID() }
  let messages = 0
  socket.on('message', () => {
    messages += 1
  })
  socket.send(JSON.stringify(hello))
  const code = await new Promise((resolve) => socket.once('close', resolve))
  return { code, messages }
}
