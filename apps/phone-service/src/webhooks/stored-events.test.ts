import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startErasing } from '../erasures/testing.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { startReceiver } from './testing/receive-webhooks.ts'
import { createWebhook, startWebhookPhone } from './testing/start-webhooks.ts'

/** Guarantee (ZR940): what was erased is in no stored event, delivered or not. */
test('ZR940: the erasure of a number deletes the events about its calls, also those that wait', async () => {
  await using receiver = await startReceiver()
  await using all = await startErasing()
  const { phone, workspace, ada, grace } = all
  receiver.respond((response, { event }) => {
    response.writeHead(event.type === 'call.ended' ? 500 : 204).end()
  })
  await createWebhook(phone, ada, { url: receiver.url })
  const erased = await insertTranscribedCall(phone, workspace, { answeredBy: grace, number: '+15550142' })
  const other = await insertTranscribedCall(phone, workspace, { answeredBy: grace, number: '+15550143' })
  await receiver.waitForCount(2)
  const list = async () => (await phone.database.pool.query('select * from phone.webhook_events')).rows
  await waitUntil('the events are stored', async () => (await list()).length >= 2)

  const { body } = await all.request({ number: '+15550142' })
  await all.waitForReceipt(body.erasure?.id ?? body.id)

  const left = await list()
  expect(JSON.stringify(left)).not.toContain('15550142')
  expect(left.filter(({ call_id }) => call_id === erased)).toEqual([])
  expect(left.filter(({ call_id }) => call_id === other).length).toBeGreaterThan(0)
}, 90_000)

test('ZR940: the erasure of a former member deletes the events of all calls with them, also of other members', async () => {
  await using receiver = await startReceiver()
  await using all = await startErasing()
  const { phone, workspace, ada, grace } = all
  await createWebhook(phone, ada, { url: receiver.url, events: ['call.ended'] })
  const zoe = phone.accounts.addUser('Zebulon', [workspace])
  const insert = (answeredBy: typeof grace, properties: object) =>
    insertTranscribedCall(phone, workspace, { answeredBy, ...properties })
  // Grace has called their extension.
  const conferenceId = await insert(grace, { number: '4711' })
  await insert(zoe, { number: '+15550141', conferenceId })
  // Their call has not reached a device of theirs.
  await insert(grace, { number: '4711', callerName: 'Zebulon' })
  const other = await insert(grace, { number: '+15550143' })
  await receiver.waitForCount(4)
  zoe.teamIds.splice(0)
  const data = { team_id: workspace, user_id: zoe.id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })

  const { body } = await all.request({ userId: zoe.id })
  await all.waitForReceipt(body.id)

  const { rows } = await phone.database.pool.query('select call_id from phone.webhook_events')
  expect(rows).toEqual([{ call_id: other }])
}, 90_000)

/** Guarantee (ZR940): events are deleted after 30 days, and with their workspace. */
test('ZR940: events are deleted after 30 days, delivered or not', async () => {
  await using all = await startWebhookPhone()
  all.receiver.respondWith(500)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  await all.phone.database.pool.query(
    `update phone.webhook_events set created_at = now() - interval '29 days'`,
  )
  all.receiver.accept()
  await all.sendTest()
  await all.receiver.waitForCount(2)
  const count = async () => (await all.listDeliveries()).length
  expect(await count()).toBe(2)

  await all.phone.database.pool.query(
    `update phone.webhook_events set created_at = now() - interval '31 days' where created_at < now() - interval '1 day'`,
  )
  await waitUntil('the older one is deleted', async () => (await count()) === 1, 90_000)
}, 120_000)

test('ZR940: the deletion of a workspace deletes its webhooks and their events', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada } = all
  const linus = phone.signUp('Linus')
  await createWebhook(phone, linus, { url: all.receiver.url })
  await all.sendTest()
  await all.waitForDelivery('delivered')
  const [id = ''] = ada.teamIds
  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id } })).toBeLessThan(300)

  const count = async (table: string) =>
    (await phone.database.pool.query(`select from phone.${table} where workspace_id = $1`, [id])).rowCount
  await waitUntil(
    'they are deleted',
    async () => (await count('webhook_endpoints')) === 0 && (await count('webhook_events')) === 0,
    30_000,
  )
  expect((await phone.as(linus).get('/webhooks')).body.items).toHaveLength(1)
})

/** Guarantee (ZR944): the events of a workspace occupy a limited space. */
test('ZR944: beyond the quota, the oldest events are deleted, those that wait last', async () => {
  await using all = await startWebhookPhone({ maxWebhookEvents: 10 })
  const { phone, ada } = all
  const [workspaceId = ''] = ada.teamIds
  await phone.database.pool.query(
    `with event as (
       insert into phone.webhook_events (id, workspace_id, type, happened_at, payload, body, created_at)
       select 'webhook-test_' || number, $1, 'webhook.test', now(), '{}', '{}', now() - number * interval '1 minute'
       from generate_series(1, 14) as number returning id
     )
     insert into phone.webhook_deliveries (id, endpoint_id, event_id, state, due_at, created_at)
     select gen_random_uuid(), $2, id, case when id = 'webhook-test_14' then 'waiting' else 'delivered' end,
       now() + interval '1 day', now()
     from event`,
    [workspaceId, all.webhook.id],
  )
  const list = async () =>
    (await phone.database.pool.query('select id from phone.webhook_events')).rows.map(({ id }) => id)
  await waitUntil('there are fewer', async () => (await list()).length <= 10, 90_000)

  const left = await list()
  expect(left).toHaveLength(9)
  expect(left).toEqual(expect.arrayContaining(['webhook-test_14', 'webhook-test_1', 'webhook-test_8']))
}, 120_000)

test('ZR940: the deletion of a webhook deletes the events that no other webhook receives', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, receiver } = all
  const other = await createWebhook(phone, ada, { url: receiver.url })
  await phone.as(ada).post(`/webhooks/${other.id}/test`)
  await all.sendTest()
  await receiver.waitForCount(2)
  expect((await phone.as(ada).delete(all.path)).status).toBe(200)

  const { rows } = await phone.database.pool.query('select payload from phone.webhook_events')
  expect(rows).toEqual([{ payload: { webhookId: other.id } }])
})
