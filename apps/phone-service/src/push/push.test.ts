import { randomUUID } from 'node:crypto'
import { sleep, waitUntil } from '@parley/primitives'
import { createSecrets } from '@parley/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone, testSecret } from '../testing/start-phone.ts'
import { startPushService, verifyPushAuthorization } from '../testing/start-push-service.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'
import { sealPushTarget } from './push-target.ts'

let pushService: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  pushService = await startPushService()
})
afterAll(() => pushService[Symbol.asyncDispose]())

/** Starts a phone that may reach the push service, with a trunk of a workspace of two members. */
async function startBakery(options: { readonly outboundNetworks?: readonly string[] } = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone({ localPushOrigin: pushService.origin, ...options }))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  return { phone, ada, grace, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Subscribes a browser of a user. */
async function subscribe(phone: TestPhone, user: FakeUser, deviceId = randomUUID()) {
  const browser = pushService.subscribe(`/${randomUUID()}`)
  const save = () => phone.as(user).put('/push/subscription', { deviceId, ...browser.body })
  expect((await save()).status).toBe(200)
  return { ...browser, deviceId, save }
}

async function countSubscriptions({ database }: TestPhone): Promise<number> {
  return (await database.pool.query('select from phone.push_subscriptions')).rowCount ?? 0
}

/** Guarantee (ZR155): the push service of a browser learns neither who calls nor whom. */
test('ZR155: a browser without a tab is notified, encrypted and signed, and again when the call is missed', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await phone.as(ada).post('/contacts', { name: 'Hedy <b>Sato</b>', phones: [{ typed: '+1 555 0142' }] })
  const atGrace = await subscribe(phone, grace)

  const call = await trunk.callIn()
  const ringing = await atGrace.next(0)
  await call.hangUp()
  const stopped = await atGrace.next(1)

  const caller = 'Hedy <b>Sato</b>'
  expect(ringing).toMatchObject({ type: 'ringing', caller, locale: 'en-US', workspaceName: null })
  expect(stopped).toEqual({
    type: 'stopped',
    callId: ringing.callId,
    caller,
    locale: 'en-US',
    outcome: 'missed',
  })
  const [first, second] = atGrace.messages()
  if (!first || !second) throw new Error('A message is missing.')
  expect(first.body.toString('latin1')).not.toContain('Hedy')
  expect(first.headers).toMatchObject({
    ttl: '45',
    urgency: 'high',
    topic: ringing.callId.replaceAll('-', ''),
    'content-encoding': 'aes128gcm',
  })
  expect(second.headers).toMatchObject({ topic: first.headers.topic, ttl: '86400' })
  const { publicKey } = (await phone.as(grace).get('/push/key')).body
  expect(await verifyPushAuthorization(first, publicKey)).toMatchObject({ aud: pushService.origin })
})

/** Guarantee: a user hears a call once in each browser, and not after answering it. */
test('ZR156: a browser with a tab is not notified, and the others learn that the call was answered', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const deviceId = randomUUID()
  const here = await subscribe(phone, grace, deviceId)
  const elsewhere = await subscribe(phone, grace)
  const socket = await connectLive(phone, grace, randomUUID(), deviceId)
  await using atAda = await openBrowser(phone, ada)

  await trunk.callIn()
  const { call } = await atAda.next('call.incoming')
  expect((await elsewhere.next(0)).callId).toBe(call.id)
  await atAda.answer(call.id)

  expect(await elsewhere.next(1)).toMatchObject({ type: 'stopped', outcome: 'answered' })
  expect(here.messages()).toEqual([])
  socket.close()
})

/** Guarantee (ZR157): a user without access to a call is not notified of it. */
test('ZR157: without a session, a membership or the wish of the user, there is no notification', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const linus = phone.accounts.addUser('Linus', [...ada.teamIds])
  const hedy = phone.signUp('Hedy')
  const quiet = phone.accounts.addUser('Grace', ada.teamIds)
  await phone.as(quiet).patch('/me/settings', { notifications: 'off' })
  const atQuiet = await subscribe(phone, quiet)
  const [atAda, atGrace, atLinus, atHedy] = [
    await subscribe(phone, ada),
    await subscribe(phone, grace),
    await subscribe(phone, linus),
    await subscribe(phone, hedy),
  ]
  linus.teamIds.splice(0)
  phone.accounts.endSession(grace.id)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: ada.teamIds[0], user_id: linus.id },
  })
  await sendAccountEvent(phone, { type: 'user.updated', data: { id: grace.id } })
  const path = new URL(atAda.body.endpoint).pathname
  pushService.respondWith(path, 410)

  const call = await trunk.callIn()
  await waitUntil('the browser of Ada is removed', async () => (await countSubscriptions(phone)) === 3)
  await call.hangUp()

  expect(atAda.messages()).toHaveLength(1)
  const counts = [atGrace, atLinus, atHedy, atQuiet].map((browser) => browser.messages().length)
  expect(counts).toEqual([0, 0, 0, 0])
})

test('ZR157: a subscription ends with its session, and belongs to the user who is signed in', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const browser = await subscribe(phone, grace)
  await phone.as(ada).put('/push/subscription', { deviceId: browser.deviceId, ...browser.body })
  const { rows } = await phone.database.pool.query('select * from phone.push_subscriptions')
  expect(rows.map(({ user_id }) => user_id)).toEqual([ada.id])
  // Its holder could send notifications.
  expect(JSON.stringify(rows)).not.toContain(browser.body.endpoint)

  const session = { id: rows[0].session_id, user_id: ada.id }
  await sendAccountEvent(phone, { type: 'session.ended', data: session })

  expect(await countSubscriptions(phone)).toBe(0)
})

/** Guarantee (ZR593): what becomes of a call is sent to those only who may still know of it. */
test('ZR593: a browser in which another user has signed in while a call rang does not learn how it ended', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const linus = phone.accounts.addUser('Linus', [...ada.teamIds])
  const mallory = phone.signUp('Mallory')
  const [taken, left, atAda] = [
    await subscribe(phone, grace),
    await subscribe(phone, linus),
    await subscribe(phone, ada),
  ]
  const call = await trunk.callIn()
  for (const browser of [taken, left, atAda]) await browser.next(0)

  const { status } = await phone
    .as(mallory)
    .put('/push/subscription', { deviceId: randomUUID(), ...taken.body })
  phone.accounts.endSession(linus.id)
  await sendAccountEvent(phone, { type: 'user.updated', data: { id: linus.id } })
  await call.hangUp()

  expect(status).toBe(200)
  expect(await atAda.next(1)).toMatchObject({ type: 'stopped' })
  // They would get theirs before or with that of Ada.
  await sleep(500)
  expect([taken.messages().length, left.messages().length]).toEqual([1, 1])
})

/** Guarantee (ZR452): no user makes the server send requests to the networks of trunks and webhooks. */
test('ZR452: an endpoint in an allowed network, with another port or with credentials is rejected', async () => {
  await using phone = await startPhone({ outboundNetworks: ['10.0.0.0/8', '127.0.0.0/8'] })
  const ada = phone.signUp('Ada')
  const { body } = pushService.subscribe('/refused')
  const endpoints = [
    'https://10.0.0.1/push',
    'https://127.0.0.1/push',
    'https://0x7f.1/push',
    'https://8.8.8.8:8443/push',
    'https://user@8.8.8.8/push',
    'https://:password@8.8.8.8/push',
  ]

  const codes = []
  for (const endpoint of endpoints) {
    const saved = { ...body, deviceId: randomUUID(), endpoint }
    codes.push((await phone.as(ada).put('/push/subscription', saved)).body.code)
  }

  expect(codes).toEqual(endpoints.map(() => 'PUSH_SUBSCRIPTION_NOT_VALID'))
  expect(await countSubscriptions(phone)).toBe(0)
})

test('ZR452: an endpoint that was saved by an earlier version gets no message', async () => {
  await using bakery = await startBakery({ outboundNetworks: ['127.0.0.0/8'] })
  await using otherService = await startPushService()
  const { phone, grace, trunk } = bakery
  const current = await subscribe(phone, grace)
  const earlier = await subscribe(phone, grace)
  const { endpoint, keys } = otherService.subscribe('/earlier').body
  const target = sealPushTarget(createSecrets(testSecret), { endpoint, keys })
  await phone.database.pool.query(
    'update phone.push_subscriptions set target_encrypted = $1 where device_id = $2',
    [target, earlier.deviceId],
  )

  const call = await trunk.callIn()
  await current.next(0)
  await call.hangUp()

  // The second message follows the attempts to send the first ones.
  expect(await current.next(1)).toMatchObject({ type: 'stopped' })
  expect(otherService.received).toEqual([])
})

/** Guarantee (ZR158): a subscription can neither reach the network of the server nor fill the database. */
test('ZR158: endpoints are public HTTPS addresses, and a user has ten browsers', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body } = pushService.subscribe('/refused')
  const save = async (parts: object) => {
    const response = await phone
      .as(ada)
      .put('/push/subscription', { deviceId: randomUUID(), ...body, ...parts })
    return response.body.code ?? response.status
  }

  expect(await save({})).toBe('PUSH_SUBSCRIPTION_NOT_VALID')
  expect(await save({ endpoint: 'https://[::ffff:10.0.0.1]/push' })).toBe('PUSH_SUBSCRIPTION_NOT_VALID')
  expect(await save({ endpoint: 'http://8.8.8.8/push' })).toBe('SCHEMA_ERROR')
  const noPoint = { ...body.keys, p256dh: `BA${'A'.repeat(85)}` }
  expect(await save({ endpoint: 'https://8.8.8.8/push', keys: noPoint })).toBe('PUSH_SUBSCRIPTION_NOT_VALID')
  const saved = Array.from({ length: 12 }, (_, index) => save({ endpoint: `https://8.8.8.8/${index}` }))
  expect(new Set(await Promise.all(saved))).toEqual(new Set([200]))
  expect(await countSubscriptions(phone)).toBe(10)
  await phone.as(ada).delete(`/push/subscription?device=${randomUUID()}`)
  expect(await countSubscriptions(phone)).toBe(10)
})
