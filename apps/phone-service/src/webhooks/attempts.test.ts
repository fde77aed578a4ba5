import type { ServerResponse } from 'node:http'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startReceiver } from './testing/receive-webhooks.ts'
import { startWebhookPhone } from './testing/start-webhooks.ts'

type WebhookPhone = Awaited<ReturnType<typeof startWebhookPhone>>

/** Sends a test event, to which the receiver does not respond until `respond` is called. */
async function startAttempt({ receiver, sendTest }: Pick<WebhookPhone, 'receiver' | 'sendTest'>) {
  const waiting: ServerResponse[] = []
  receiver.respond((response) => waiting.push(response))
  const { body } = await sendTest()
  await receiver.waitForCount(1)
  receiver.accept()
  return {
    id: body.id as string,
    respond: (status: number) => void waiting[0]?.writeHead(status).end(),
  }
}

async function change({ phone, ada, path, findWebhook }: WebhookPhone, changes: object) {
  const { url, description, events } = await findWebhook()
  const { status } = await phone.as(ada).put(path, { url, description, events, isEnabled: true, ...changes })
  expect(status).toBe(200)
}

/** Guarantee (ZR965): the result of an attempt changes nothing that administrators have changed meanwhile. */
test('ZR965: an event that is sent again during an attempt is sent again although the attempt fails', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, receiver } = all
  const attempt = await startAttempt(all)
  expect((await phone.as(ada).post(`${path}/deliveries/${attempt.id}/resend`)).status).toBe(200)

  await receiver.waitForCount(2, 10_000)
  attempt.respond(500)
  const { attempts } = await all.waitForDelivery('delivered', 2)
  expect(attempts.map(({ status }: { status: number }) => status).toSorted()).toEqual([204, 500])
})

test('ZR965: a response of the previous URL does not disable a webhook, whose new URL gets the event', async () => {
  await using next = await startReceiver()
  await using all = await startWebhookPhone()
  const attempt = await startAttempt(all)
  await change(all, { url: next.url })
  await next.waitForCount(1, 10_000)
  await all.waitForDelivery('delivered')
  attempt.respond(410)
  await all.waitForDelivery('delivered', 2)

  expect(await all.findWebhook()).toMatchObject({ isEnabled: true, failingSince: null, problem: null })
})

test('ZR965: an event that arrives while its webhook is being disabled is shown as delivered', async () => {
  await using all = await startWebhookPhone()
  const attempt = await startAttempt(all)
  await change(all, { isEnabled: false })
  attempt.respond(204)

  const { attempts } = await all.waitForDelivery('delivered')
  expect(attempts).toMatchObject([{ status: 204 }])
})

test('ZR965: an event that was stored while its webhook was being disabled is not sent when it is enabled', async () => {
  await using all = await startWebhookPhone()
  const { phone, receiver } = all
  receiver.respondWith(500)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  await change(all, { isEnabled: false })
  await phone.database.pool.query(`update phone.webhook_deliveries set state = 'waiting'`)
  receiver.accept()
  await change(all, { isEnabled: true })
  await all.sendTest()
  await waitUntil('the test arrives', () => receiver.received.length >= 2)

  const states = (await all.listDeliveries()).map(({ state }: { state: string }) => state)
  expect(states[1]).toBe('failed')
})

test('only the last attempt of a delivery has its response', async () => {
  await using all = await startWebhookPhone()
  all.receiver.respondWith(500)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  await all.phone.database.pool.query(
    `update phone.webhook_deliveries set last_attempts = jsonb_set(last_attempts, '{0,response}', '"Out of order"')`,
  )
  expect((await all.listDeliveries())[0].attempts).toMatchObject([{ response: 'Out of order' }])
  all.advance(10_000)
  const { attempts } = await all.waitForDelivery('waiting', 2)

  expect(attempts).toMatchObject([
    { status: 500, response: null },
    { status: 500, response: null },
  ])
})

test('an attempt that fails before its request is not counted', async () => {
  await using all = await startWebhookPhone()
  const { phone, receiver } = all
  await phone.database.pool.query(`
    create function phone.reject() returns trigger language plpgsql as $$ begin raise exception 'rejected'; end $$;
    create trigger rejecting before update on phone.webhook_events execute function phone.reject()`)
  await all.sendTest()
  await waitUntil('it is attempted', async () => {
    const { rows } = await phone.database.pool.query('select leased_until from phone.webhook_deliveries')
    return rows[0].leased_until !== null
  })
  await phone.database.pool.query('drop trigger rejecting on phone.webhook_events')
  expect(receiver.received).toEqual([])
  all.advance(60_000)

  expect((await all.waitForDelivery('delivered')).attemptCount).toBe(1)
})
