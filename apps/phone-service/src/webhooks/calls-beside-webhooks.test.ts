import { randomUUID } from 'node:crypto'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { takeLock } from '../testing/take-lock.ts'
import { startReceiver } from './testing/receive-webhooks.ts'
import { createWebhook, startWebhookPhone } from './testing/start-webhooks.ts'

/** Guarantee (ZR963): the deletion of a webhook neither delays calls nor makes them fail. */
test('ZR963: a call that starts while a webhook is being deleted does not wait, and sends its event to the others', async () => {
  await using removed = await startReceiver()
  await using all = await startWebhookPhone()
  const { phone, ada, receiver } = all
  const { id } = await createWebhook(phone, ada, { url: removed.url })
  // As the deletion of a webhook with many deliveries, which takes long.
  const deletion = 'delete from phone.webhook_endpoints where id = $1'
  using held = await takeLock(phone.database, deletion, [id])

  const { status, body } = await phone.as(ada).post('/calls', { to: '+15550100', handsetId: randomUUID() })
  expect(status).toBe(201)
  await receiver.waitForCount(1)
  held.release()

  expect(await phone.as(ada).get(`/calls/${body.call.id}`)).toMatchObject({ status: 200 })
  expect(receiver.listTypes()[0]).toBe('call.started')
  expect(removed.received).toEqual([])
})

/** Guarantee (ZR964): no failure of webhooks, and no lock of theirs, delays an emergency call or makes it fail. */
test('ZR964: emergency calls are placed while the tables of webhooks are locked, and after a failure of these', async () => {
  await using receiver = await startReceiver()
  await using started = await startPhoneWithTrunk({ outboundNetworks: loopbackNetworks })
  const { phone, ada, provider, api, route } = started
  await createWebhook(phone, ada, { url: receiver.url })
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const call = (to: string) => api.post('/calls', { to, handsetId: randomUUID() })
  const tables = 'lock table phone.webhook_endpoints, phone.webhook_events, phone.webhook_deliveries'
  using held = await takeLock(phone.database, tables)

  expect((await call('911')).status).toBe(201)
  expect((await provider.nextCall()).target).toContain('911@')
  held.release()
  await phone.database.pool.query('alter table phone.webhook_events rename to missing')

  expect((await call('112')).status).toBe(201)
  expect((await provider.nextCall()).target).toContain('112@')
  await phone.database.pool.query('alter table phone.missing rename to webhook_events')
})
