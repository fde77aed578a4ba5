import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone } from '../testing/start-phone.ts'
import { startReceiver, verify } from './testing/receive-webhooks.ts'
import { createWebhook, startWebhookPhone } from './testing/start-webhooks.ts'

const settings = { url: 'https://8.8.8.8/hooks', description: 'Shop', events: ['call.ended'] }

/** Guarantee (ZR943): a secret is shown once, and stored encrypted. */
test('ZR943: only the responses to its creation and rotation contain a secret, and all writes are audited', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, webhook } = all
  const as = phone.as(ada)

  const rotated = await as.post(`${path}/rotate-secret`)
  const tested = await all.sendTest()
  await all.waitForDelivery('delivered')
  const resent = await as.post(`${path}/deliveries/${tested.body.id}/resend`)
  const updated = await as.put(path, { ...settings, isEnabled: false })
  const listed = await as.get('/webhooks')
  const deliveries = await as.get(`${path}/deliveries`)
  const removed = await as.delete(path)

  expect([rotated, tested, resent, updated, removed].map(({ status }) => status)).toEqual([
    200, 201, 200, 200, 200,
  ])
  expect(rotated.body.secret).toMatch(/^whsec_/)
  expect(updated.body).toMatchObject({ isEnabled: false, disabled: { reason: 'administrator' } })
  const secrets = [webhook.secret, rotated.body.secret].map((secret) => secret.slice(6))
  const shown = JSON.stringify([listed.body, deliveries.body, tested.body, resent.body, updated.body])
  for (const secret of secrets) expect(shown).not.toContain(secret)
  const entries = (await listAuditEntries(phone)).filter(({ action }) => /^webhook\./.test(action))
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.secret_rotated',
    'webhook.tested',
    'webhook.event_resent',
    'webhook.updated',
    'webhook.deleted',
  ])
  for (const { actor_id, subject_id } of entries) expect([actor_id, subject_id]).toEqual([ada.id, webhook.id])
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret)
})

test('ZR943: the table of webhooks contains no secret in plain text', async () => {
  await using all = await startWebhookPhone()
  await all.phone.as(all.ada).post(`${all.path}/rotate-secret`)
  const { rows } = await all.phone.database.pool.query(
    'select e::text as text from phone.webhook_endpoints e',
  )

  expect(rows[0].text).not.toContain(all.webhook.secret.slice(6))
})

test('requests are also signed with a replaced secret for one day, so that no event is rejected meanwhile', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, webhook, receiver } = all
  const { body } = await phone.as(ada).post(`${path}/rotate-secret`)
  expect(body.webhook.previousSecretEndsAt).toBeGreaterThan(Date.now() + 23 * 60 * 60_000)
  await all.sendTest()
  const [during] = await receiver.waitForCount(1)
  if (!during) throw new Error('There is no event.')
  for (const secret of [webhook.secret, body.secret]) expect(verify(secret, during)).toEqual(during.event)

  await phone.database.pool.query(
    `update phone.webhook_endpoints set previous_secret_ends_at = previous_secret_ends_at - interval '1 day'`,
  )
  await all.sendTest()
  const [, after] = await receiver.waitForCount(2)
  if (!after) throw new Error('There is no event.')

  expect(verify(body.secret, after)).toEqual(after.event)
  expect(() => verify(webhook.secret, after)).toThrow()
  expect((await all.findWebhook()).previousSecretEndsAt).toBeNull()
})

/** Guarantee (ZR944): a workspace has at most ten webhooks, also with requests at the same time. */
test('ZR944: of requests at the same time for the last webhook, one succeeds', async () => {
  await using phone = await startPhone({ outboundNetworks: loopbackNetworks })
  const ada = phone.signUp('Ada')
  const create = () => phone.as(ada).post('/webhooks', settings)
  for (let count = 0; count < 9; count += 1) expect((await create()).status).toBe(201)

  const responses = await Promise.all([create(), create(), create()])

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'WEBHOOK_LIMIT',
    details: { limit: 10 },
  })
  expect((await phone.as(ada).get('/webhooks')).body.items).toHaveLength(10)
})

/** Guarantee (ZR941): events reach no address in the network of the server. */
test('ZR941: URLs of blocked networks, of other protocols, and without encryption are rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  for (const [url, code] of [
    ['http://169.254.169.254/latest/meta-data', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://169.254.169.254/', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://10.0.0.1/', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://[::1]/', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://0x7f.1/', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://[fd00:ec2::254]/', 'WEBHOOK_HOST_NOT_ALLOWED'],
    ['https://missing.invalid/', 'WEBHOOK_HOST_NOT_FOUND'],
    ['http://8.8.8.8/', 'WEBHOOK_NOT_ENCRYPTED'],
    ['https://ada:secret@example.com/', 'SCHEMA_ERROR'],
    ['https://8.8.8.8@127.0.0.1/', 'SCHEMA_ERROR'],
    ['file:///etc/passwd', 'SCHEMA_ERROR'],
    ['gopher://127.0.0.1:6379/_x', 'SCHEMA_ERROR'],
  ]) {
    const { status, body } = await phone.as(ada).post('/webhooks', { ...settings, url })
    expect([status, body.code], url).toEqual([400, code])
  }
})

test('ZR941: the address is checked again for each delivery, and redirects are not followed', async () => {
  await using target = await startReceiver()
  await using all = await startWebhookPhone()
  const { phone, receiver, webhook } = all
  receiver.respond((response) => void response.writeHead(307, { location: target.url }).end())
  await all.sendTest()
  const redirected = await all.waitForDelivery('waiting')
  expect(redirected.attempts).toMatchObject([{ status: 307, problem: 'redirected' }])

  // As when the name of the receiver resolves to another address by now.
  await phone.database.pool.query('update phone.webhook_endpoints set url = $1 where id = $2', [
    'http://169.254.169.254/latest/meta-data',
    webhook.id,
  ])
  all.advance(10_000)
  const blocked = await all.waitForDelivery('waiting', 2)

  expect(blocked.attempts[0]).toMatchObject({ status: null, problem: 'host-not-allowed', response: null })
  expect(target.received).toEqual([])
})

/** Guarantee (ZR966): administrators cannot read what a private network responds. */
test('ZR966: the response of a private network is not stored, and http is used in one only', async () => {
  await using all = await startWebhookPhone()
  all.receiver.respondWith(200, 'Internal')
  await all.sendTest()
  const { attempts } = await all.waitForDelivery('delivered')
  expect(attempts).toMatchObject([{ status: 200, response: null }])

  // As when the name of the receiver resolves to a public address by now.
  await all.phone.database.pool.query(`update phone.webhook_endpoints set url = 'http://8.8.8.8/'`)
  await all.sendTest()
  const rejected = await all.waitForDelivery('waiting')
  expect(rejected.attempts).toMatchObject([{ status: null, problem: 'not-encrypted' }])
})

/** Guarantee (ZR967): the webhooks of one workspace do not prevent those of others at the same host. */
test('ZR967: many changes of webhooks of some workspaces do not prevent those of another at the same host', async () => {
  await using phone = await startPhone({ rateLimitFactor: 1 })
  const url = 'https://8.8.8.8/hooks'
  const statuses: number[] = []
  for (const name of ['Ada', 'Grace', 'Linus', 'Hedy']) {
    const as = phone.as(phone.signUp(name))
    for (let count = 0; count < 9; count += 1)
      statuses.push((await as.post('/webhooks', { ...settings, url })).status)
  }

  expect(statuses).toEqual(Array.from({ length: 36 }, () => 201))
})

test('a disabled webhook gets no event, and none can be sent to it on request', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, receiver } = all
  receiver.respondWith(500)
  const { body: sent } = await all.sendTest()
  await all.waitForDelivery('waiting')
  const { url, description, events } = await all.findWebhook()
  await phone.as(ada).put(path, { url, description, events, isEnabled: false })

  const responses = [await all.sendTest(), await phone.as(ada).post(`${path}/deliveries/${sent.id}/resend`)]
  expect(responses.map(({ body }) => body.code)).toEqual(['WEBHOOK_DISABLED', 'WEBHOOK_DISABLED'])
  expect((await all.listDeliveries()).map(({ state }: { state: string }) => state)).toEqual(['failed'])

  receiver.accept()
  await phone.as(ada).put(path, { url, description, events, isEnabled: true })
  await phone.as(ada).post(`${path}/deliveries/${sent.id}/resend`)
  await all.waitForDelivery('delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('deliveries are listed in pages, with the request', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path, receiver } = all
  for (let count = 0; count < 3; count += 1) await all.sendTest()
  await receiver.waitForCount(3)
  await waitUntil('all are delivered', async () =>
    (await all.listDeliveries()).every(({ state }: { state: string }) => state === 'delivered'),
  )

  const { body: first } = await phone.as(ada).get(`${path}/deliveries?limit=2`)
  const { body: rest } = await phone.as(ada).get(`${path}/deliveries?limit=2&cursor=${first.nextCursor}`)

  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null])
  const [latest] = first.items
  expect(JSON.parse(latest.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: all.webhook.id } })
  expect(latest.attempts).toMatchObject([{ status: 204, problem: null }])
  expect((await phone.as(ada).get(`${path}/deliveries?cursor=!`)).body.code).toBe('SCHEMA_ERROR')
})

test('members and other workspaces neither see nor change webhooks', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, path } = all
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  const change = { ...settings, isEnabled: true }

  for (const [user, code] of [
    [grace, 'PHONE_ADMIN_REQUIRED'],
    [linus, 'WEBHOOK_NOT_FOUND'],
  ] as const) {
    const as = phone.as(user)
    for (const { body } of [
      await as.put(path, change),
      await as.delete(path),
      await as.post(`${path}/rotate-secret`),
      await as.post(`${path}/test`),
      await as.get(`${path}/deliveries`),
    ])
      expect(body.code).toBe(code)
  }
  expect((await phone.as(linus).get('/webhooks')).body.items).toEqual([])
  expect(await all.findWebhook()).toMatchObject({ url: all.receiver.url, isEnabled: true })
})

test('events that wait go to the new URL of a webhook', async () => {
  await using next = await startReceiver()
  await using all = await startWebhookPhone()
  const { phone, ada, path, receiver } = all
  receiver.respondWith(503)
  await all.sendTest()
  await all.waitForDelivery('waiting')
  const { description, events } = await all.findWebhook()
  await phone.as(ada).put(path, { url: next.url, description, events, isEnabled: true })

  await next.waitForCount(1)
  await createWebhook(phone, ada, { url: next.url })
  expect(next.listTypes()).toEqual(['webhook.test'])
  await waitUntil('it works again', async () => (await all.findWebhook()).failingSince === null)
})
