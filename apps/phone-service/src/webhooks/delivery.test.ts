import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { restartPhone } from '../testing/start-phone.ts'
import { startTwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { startReceiver } from './testing/receive-webhooks.ts'
import { createWebhook, startWebhookPhone } from './testing/start-webhooks.ts'

/** Guarantee (ZR939): an event arrives although its receiver or the process of the phone fails meanwhile. */
test('ZR939: an event is sent again after an error, with the same id and body', async () => {
  await using all = await startWebhookPhone()
  const { receiver } = all
  receiver.respondWith(500, 'Out of order')
  await all.sendTest()
  const waiting = await all.waitForDelivery('waiting')
  expect(waiting.attempts).toMatchObject([{ status: 500, problem: 'rejected' }])
  expect((await all.findWebhook()).problem).toEqual({ problem: 'rejected', status: 500 })

  receiver.accept()
  all.advance(10_000)
  const delivered = await all.waitForDelivery('delivered', 2)

  expect(delivered.attemptCount).toBe(2)
  const [first, second] = receiver.received
  expect(second?.text).toBe(first?.text)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect((await all.findWebhook()).failingSince).toBeNull()
})

test('ZR939: a receiver that does not respond in 15 seconds gets the event again', async () => {
  await using all = await startWebhookPhone()
  const { receiver } = all
  receiver.respond(() => {})
  await all.sendTest()
  const waiting = await all.waitForDelivery('waiting')

  expect(waiting.attempts).toMatchObject([{ status: null, problem: 'timed-out' }])
  expect(waiting.attempts[0].tookMs).toBeGreaterThan(14_000)
  receiver.accept()
  all.advance(10_000)
  await all.waitForDelivery('delivered', 2)
}, 60_000)

test('ZR939: an event that was stored before the process ended is sent by the next one', async () => {
  await using all = await startWebhookPhone()
  const { phone, receiver } = all
  const lock = await phone.database.pool.connect()
  await lock.query('begin')
  await lock.query('lock table phone.webhook_deliveries in share row exclusive mode')
  // Not awaited: it is stored when the lock is released, and the process of its delivery waits for the same lock.
  const disposed = phone.service[Symbol.asyncDispose]()
  await lock.query(
    `insert into phone.webhook_events (id, workspace_id, type, happened_at, payload, created_at)
     select 'webhook-test_1', workspace_id, 'webhook.test', now(), json_build_object('webhookId', id), now()
     from phone.webhook_endpoints`,
  )
  await lock.query(
    `insert into phone.webhook_deliveries (id, endpoint_id, event_id, due_at, created_at, attempts, leased_until)
     select gen_random_uuid(), id, 'webhook-test_1', now(), now(), 1, now() + interval '30 seconds'
     from phone.webhook_endpoints`,
  )
  await lock.query('commit')
  lock.release()
  await disposed
  expect(receiver.received).toEqual([])

  // The lease of the process that has ended.
  const now = () => new Date(Date.now() + 31_000)
  await using _ = await restartPhone(phone, { outboundNetworks: loopbackNetworks, now })
  await receiver.waitForCount(1)

  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['webhook-test_1'])
})

test('ZR939: two nodes send each event once', async () => {
  await using receiver = await startReceiver()
  await using nodes = await startTwoNodes()
  const { one, ada, grace } = nodes
  await createWebhook(one.phone, ada, { url: receiver.url, events: ['call.started', 'call.ended'] })
  await using browser = await openBrowser(one.phone, grace)
  for (let count = 0; count < 4; count += 1) {
    const ringing = nodes.far.nextCall()
    const call = await browser.call('+12125550199')
    await ringing
    await one.phone.as(grace).post(`/calls/${call.id}/hang-up`, {})
    await browser.next('call.ended', (message) => message.call.id === call.id)
  }
  await receiver.waitForCount(8)
  await waitUntil('nothing waits', async () => {
    const { rows } = await nodes.database.pool.query(
      `select from phone.webhook_deliveries where state = 'waiting'`,
    )
    return rows.length === 0
  })

  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(8)
}, 90_000)

/** Guarantee (ZR936): an event waits for earlier ones of its call that were not attempted yet. */
test('ZR936: the end of a call is not sent before its start, unless the start has failed', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, receiver } = all
  const starts: (() => void)[] = []
  receiver.respond((response, { event }) => {
    if (event.type === 'call.started') starts.push(() => void response.writeHead(500).end())
    else response.writeHead(204).end()
  })
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0101')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')
  await waitUntil('the start is being sent', () => starts.length === 1)
  await waitUntil('the end is stored', async () => (await all.listDeliveries()).length === 3)
  expect(receiver.listTypes()).toEqual(['call.started'])

  starts[0]?.()
  await receiver.waitForCount(3)

  expect(receiver.listTypes()).toEqual(['call.started', 'call.answered', 'call.ended'])
})

/** Guarantee (ZR942): a webhook that fails for four days is disabled, and its administrators see why. */
test('ZR942: a webhook that has failed for four days is disabled, with the reason, and gets no further event', async () => {
  await using all = await startWebhookPhone()
  const { phone, receiver, webhook } = all
  receiver.respondWith(502)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  expect(await all.findWebhook()).toMatchObject({ isEnabled: true, failingSince: expect.any(Number) })

  await phone.database.pool.query(
    `update phone.webhook_endpoints set failing_since = failing_since - interval '95 hours'`,
  )
  all.advance(10_000)
  await all.waitForDelivery('waiting', 2)
  expect(await all.findWebhook()).toMatchObject({ isEnabled: true })
  await phone.database.pool.query(
    `update phone.webhook_endpoints set failing_since = failing_since - interval '1 hour'`,
  )
  all.advance(60_000)
  await all.waitForDelivery('waiting', 3)

  expect(await all.findWebhook()).toMatchObject({
    isEnabled: false,
    disabled: { reason: 'failing' },
    problem: { problem: 'rejected', status: 502 },
  })
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'webhook.disabled')
  expect(entries).toMatchObject([
    { actor_id: null, subject_id: webhook.id, details: { reason: 'failing', problem: 'rejected' } },
  ])
})

test('ZR942: the events that waited when a webhook was disabled for its failures are sent when it is enabled', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, receiver } = all
  receiver.respondWith(502)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  await phone.database.pool.query(
    `update phone.webhook_endpoints set failing_since = failing_since - interval '96 hours'`,
  )
  await all.sendTest()
  await waitUntil('it is disabled', async () => !(await all.findWebhook()).isEnabled)
  const before = await all.listDeliveries()
  expect(before).toMatchObject(Array.from({ length: 2 }, () => ({ state: 'waiting', retriesAt: null })))
  receiver.accept()
  const { url, description, events } = await all.findWebhook()
  await phone.as(ada).put(path, { url, description, events, isEnabled: true })

  await waitUntil('both are delivered', async () =>
    (await all.listDeliveries()).every(({ state }: { state: string }) => state === 'delivered'),
  )
})

test('ZR942: a receiver that responds 410 gets no further event', async () => {
  await using all = await startWebhookPhone()
  all.receiver.respondWith(410)
  await all.sendTest()
  await all.waitForDelivery('failed')

  expect((await all.findWebhook()).disabled).toMatchObject({ reason: 'gone' })
  expect((await all.sendTest()).body.code).toBe('WEBHOOK_DISABLED')
})

/** Guarantee (ZR945): slow receivers of one workspace do not delay the events of others. */
test('ZR945: ten receivers of one workspace that do not respond leave another workspace its turn', async () => {
  await using all = await startWebhookPhone()
  const { phone, receiver, ada } = all
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const mallory = phone.signUp('Mallory')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  for (let count = 0; count < 10; count += 1) {
    const { id } = await createWebhook(phone, mallory, { url })
    for (let test = 0; test < 2; test += 1) await phone.as(mallory).post(`/webhooks/${id}/test`)
  }
  const connections = () =>
    new Promise<number>((resolve) => silent.getConnections((_, count) => resolve(count)))
  await waitUntil(
    'the receivers of one workspace have all their slots',
    async () => (await connections()) === 6,
  )

  await phone.as(ada).post(`${all.path}/test`)
  await receiver.waitForCount(1)

  // None has timed out; otherwise there would be more.
  expect(await connections()).toBe(6)
  silent.closeAllConnections()
  silent.close()
}, 60_000)
