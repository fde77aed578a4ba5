import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '@parley/primitives'
import { startTestDatabase } from '@parley/server/testing'
import { retryDelaysMs } from '@parley/server/webhooks'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import { createProjectWithKeys } from '../../index.ts'
import {
  adminHeaders,
  type Headers,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'
import { type AccountTables, accountsSchema } from '../database/index.ts'
import { createServiceContext, serviceActor } from '../service-context/index.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
let admin: Headers
beforeAll(async () => {
  admin = await adminHeaders(service())
})

interface ReceivedRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Starts a receiver with scripted responses. */
async function startReceiver(reply: (received: ReceivedRequest, count: number) => number = () => 204) {
  const received: ReceivedRequest[] = []
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body }
      received.push(one)
      response.writeHead(reply(one, received.length)).end()
    })
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function waitUntil<T>(find: () => T | Promise<T>): Promise<Exclude<NonNullable<T>, false>> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    const found = await find()
    if (found) return found as Exclude<NonNullable<T>, false>
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('Timed out.')
}

const rename = (of: TestService, headers: Headers, name: string) =>
  of.patch('/users/me', { display_name: name }, headers)

type EventSource = Pick<TestService, 'server' | 'phoneProjectId'>

const getTables = (server: TestService['server']) => server.schema<AccountTables>(accountsSchema)

const createTestContext = (server: TestService['server'], projectId: string) =>
  createServiceContext(
    { database: getTables(server), now: () => new Date() },
    { projectId, actor: serviceActor },
  )

/** Publishes an event in the project. */
async function publishTestEvent({ server, phoneProjectId }: EventSource, id = randomUUID()): Promise<string> {
  await createTestContext(server, phoneProjectId).transaction((transaction) =>
    transaction.publish('team.deleted', { id }),
  )
  return id
}

const withId = (received: readonly ReceivedRequest[], id: string) =>
  received.filter(({ body }) => body.includes(id))
const listDeliveries = async (of: TestService, asAdmin: Headers, id: string) =>
  (await of.get(`/internal/webhook-endpoints/${id}/deliveries`, asAdmin)).body.items

/** Guarantee (MX1): the public library verifies our events, with either header prefix. */
test('MX1: events verify with the Standard Webhooks library, and modified ones do not', async () => {
  await using receiver = await startReceiver()
  const { status, body } = await service().post('/internal/webhook-endpoints', { url: receiver.url }, admin)
  expect(status).toBe(201)
  const id = await publishTestEvent(service())
  const [received] = await waitUntil(() => {
    const found = withId(receiver.received, id)
    return found.length > 0 && found
  })
  const { headers, body: text } = required(received, 'the received message')

  const webhook = new Webhook(body.secret)
  expect(webhook.verify(text, headers)).toEqual({
    type: 'team.deleted',
    data: { id },
  })
  for (const part of ['id', 'timestamp', 'signature'])
    expect(headers[`svix-${part}`]).toBe(headers[`webhook-${part}`])
  expect(() => webhook.verify(text.replace(id, randomUUID()), headers)).toThrow()
  const late = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 301) }
  expect(() => webhook.verify(text, late)).toThrow()
  await service().delete(`/internal/webhook-endpoints/${body.id}`, admin)
})

/** Guarantee: receivers of all event types get only those that they expect. */
test('CM1: session.ended is sent only to endpoints that name it, for every session that ends', async () => {
  await using everything = await startReceiver()
  await using sessionsOnly = await startReceiver()
  const create = async (url: string, event_types: string[] | null) =>
    (await service().post('/internal/webhook-endpoints', { url, event_types }, admin)).body.id
  const endpoints = [await create(everything.url, null), await create(sessionsOnly.url, ['session.ended'])]
  const ada = await signUp(service(), uniqueEmail('ada'))
  const sessions = (await service().get('/auth/sessions?user_id=me', ada.headers)).body.items

  await service().delete('/auth/sessions/current', ada.headers)
  const after = await publishTestEvent(service())

  const [received] = await waitUntil(() => sessionsOnly.received.length > 0 && sessionsOnly.received)
  await waitUntil(() => withId(everything.received, after).length > 0)
  expect(JSON.parse(required(received, 'the event').body)).toEqual({
    type: 'session.ended',
    data: { id: sessions[0].id, user_id: sessions[0].user_id },
  })
  expect(everything.received.filter(({ body }) => body.includes('session.ended'))).toEqual([])
  expect(sessionsOnly.received).toHaveLength(1)
  for (const id of endpoints) await service().delete(`/internal/webhook-endpoints/${id}`, admin)
})

test('MX1: a failed delivery is retried with the same id and growing delays, and finally parked for a replay', async () => {
  await using isolated = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  const owner = await adminHeaders(isolated)
  let isMended = false
  await using receiver = await startReceiver(() => (isMended ? 200 : 500))
  const { body: endpoint } = await isolated.post('/internal/webhook-endpoints', { url: receiver.url }, owner)
  const id = await publishTestEvent(isolated)
  const one = async () => (await listDeliveries(isolated, owner, endpoint.id))[0]

  for (let count = 1; count <= retryDelaysMs.length; count++) {
    await waitUntil(
      async () => (await one())?.attempts.length >= Math.min(count, 20) && receiver.received.length >= count,
    )
    isolated.advance(required(retryDelaysMs[count - 1], 'a delay') * 1.2)
  }
  const parked = await waitUntil(async () => {
    const delivery = await one()
    return delivery.state === 'parked' && delivery
  })
  const tried = receiver.received.length
  expect(tried).toBe(retryDelaysMs.length + 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(parked).toMatchObject({ event_type: 'team.deleted', next_attempt_at_millis: null })
  expect(parked.attempts[0]).toMatchObject({ status: 500, error: null })
  const waitedMs = retryDelaysMs.reduce((sum, wait) => sum + wait, 0)
  expect(waitedMs).toBeGreaterThan(2.9 * 24 * 60 * 60_000)
  expect(waitedMs).toBeLessThan(3.1 * 24 * 60 * 60_000)

  isMended = true
  const replay = `/internal/webhook-endpoints/${endpoint.id}/deliveries/${parked.id}/replay`
  expect((await isolated.post(replay, undefined, owner)).body).toEqual({ success: true })
  await waitUntil(async () => (await one()).state === 'delivered')
  expect(withId(receiver.received, id)).toHaveLength(tried + 1)
})

/** Guarantee (MX1): an event is delivered if and only if its transaction commits. */
test('MX1: rolled-back events are never delivered, and committed ones are delivered after a crash', async () => {
  await using receiver = await startReceiver()
  await using server = await startTestDatabase()
  const options = { outboundNetworks: ['127.0.0.0/8'] }
  let projectId = ''
  {
    await using first = await startAccountService({ server, options })
    projectId = first.phoneProjectId
    await first.post('/internal/webhook-endpoints', { url: receiver.url }, await adminHeaders(first))
  }
  const undone = randomUUID()
  await createTestContext(server, projectId)
    .transaction(async (transaction) => {
      await transaction.publish('team.deleted', { id: undone })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  const eventId = await publishTestEvent({ server, phoneProjectId: projectId })
  expect(receiver.received).toEqual([])

  await using _second = await startAccountService({ server, options })
  await waitUntil(() => withId(receiver.received, eventId).length > 0)
  expect(withId(receiver.received, undone)).toEqual([])
})

test('MX1: for a day after a rotation both secrets sign', async () => {
  await using receiver = await startReceiver()
  const { body } = await service().post('/internal/webhook-endpoints', { url: receiver.url }, admin)
  const { body: rotated } = await service().post(
    `/internal/webhook-endpoints/${body.id}/rotate-secret`,
    undefined,
    admin,
  )
  const id = await publishTestEvent(service())
  const [received] = await waitUntil(() => {
    const found = withId(receiver.received, id)
    return found.length > 0 && found
  })

  expect(rotated.secret).not.toBe(body.secret)
  for (const secret of [body.secret, rotated.secret])
    expect(
      new Webhook(secret).verify(
        required(received, 'the received message').body,
        required(received, 'the received message').headers,
      ),
    ).toBeTruthy()
  const { rows } = await service().server.pool.query(
    'select row_to_json(e)::text as row from accounts.webhook_endpoints e',
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(body.secret.slice(6))
  await service().delete(`/internal/webhook-endpoints/${body.id}`, admin)
})

test('two processes on one database deliver each event once', async () => {
  await using receiver = await startReceiver()
  await using second = await startAccountService({
    server: service().server,
    options: { outboundNetworks: ['127.0.0.0/8'] },
  })
  const { body } = await service().post('/internal/webhook-endpoints', { url: receiver.url }, admin)
  const ids = await Promise.all(Array.from({ length: 60 }, () => publishTestEvent(second)))
  await waitUntil(async () => {
    const { rows } = await second.server.pool.query(
      `select count(*)::int as count from accounts.webhook_deliveries where endpoint_id = $1 and state = 'pending'`,
      [body.id],
    )
    return rows[0].count === 0
  })

  for (const id of ids) expect(withId(receiver.received, id)).toHaveLength(1)
  await service().delete(`/internal/webhook-endpoints/${body.id}`, admin)
})

test('an endpoint receives subscribed events, none while disabled, and no more after it responds 410 Gone', async () => {
  await using users = await startReceiver()
  await using off = await startReceiver()
  await using gone = await startReceiver(() => 410)
  const make = async (body: object) =>
    (await service().post('/internal/webhook-endpoints', body, admin)).body.id as string
  const ids = [
    await make({ url: users.url, event_types: ['user.updated'] }),
    await make({ url: off.url, is_enabled: false }),
    await make({ url: gone.url, description: 'old' }),
  ]
  const ada = await signUp(service(), uniqueEmail('ada'))
  const teamId = await publishTestEvent(service())
  await rename(service(), ada.headers, 'Ada')
  await waitUntil(() => withId(gone.received, teamId).length > 0)
  const { body } = await waitUntil(async () => {
    const list = await service().get('/internal/webhook-endpoints', admin)
    return list.body.items.find(({ id }: { id: string }) => id === ids[2]).is_enabled === false && list
  })

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
  expect(withId(users.received, teamId)).toEqual([])
  expect(off.received).toEqual([])
  for (const id of ids) await service().delete(`/internal/webhook-endpoints/${id}`, admin)
})

/** Guarantee: an unresponsive endpoint delays only its own deliveries. */
test('an unresponsive endpoint does not delay others', async () => {
  await using isolated = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  const owner = await adminHeaders(isolated)
  let attempts = 0
  const silent = createServer(() => {
    attempts += 1
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  await using receiver = await startReceiver()
  const tarpit = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const { body } = await isolated.post('/internal/webhook-endpoints', { url: tarpit }, owner)
  for (let count = 0; count < 50; count++) await publishTestEvent(isolated)
  await isolated.post('/internal/webhook-endpoints', { url: receiver.url }, owner)
  const ids = await Promise.all(Array.from({ length: 30 }, () => publishTestEvent(isolated)))
  await waitUntil(() => ids.every((id) => withId(receiver.received, id).length === 1))

  // None of the first five has timed out yet; otherwise there would be more.
  expect(attempts).toBeLessThanOrEqual(5)
  await isolated.patch(`/internal/webhook-endpoints/${body.id}`, { is_enabled: false }, owner)
  const left = (await isolated.get(`/internal/webhook-endpoints/${body.id}/deliveries?state=pending`, owner))
    .body
  expect(left.items).toEqual([])
  silent.closeAllConnections()
  silent.close()
})

/** Starts a server that responds only when `respond` is called. */
async function startSilentServer() {
  const waiting: ServerResponse[] = []
  const server = createServer((_request, response) => {
    waiting.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    countWaiting: () => waiting.length,
    respond: () => waiting.forEach((response) => void response.writeHead(204).end()),
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Creates a project with four endpoints below a URL, and publishes ten events in it. */
async function publishInNewProject(isolated: TestService, url: string): Promise<void> {
  const { projectId, superSecretAdminKey } = await createProjectWithKeys(isolated.server, {
    displayName: 'Notes',
  })
  const owner = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'admin',
    'x-stack-super-secret-admin-key': superSecretAdminKey,
  }
  for (let count = 0; count < 4; count++)
    await isolated.post('/internal/webhook-endpoints', { url: `${url}${count}` }, owner)
  for (let count = 0; count < 10; count++)
    await publishTestEvent({ server: isolated.server, phoneProjectId: projectId })
}

/** Guarantee (CM1): the end of a session reaches the phone while all other endpoints are slow. */
test('CM1: events reach the phone while other endpoints occupy all slots for other deliveries', async () => {
  await using phone = await startReceiver()
  using silent = await startSilentServer()
  await using isolated = await startAccountService({
    options: { outboundNetworks: ['127.0.0.0/8'], phoneEventsUrl: phone.url },
  })
  for (let count = 0; count < 3; count++) await publishInNewProject(isolated, silent.url)
  await waitUntil(() => silent.countWaiting() === 15)
  const ada = await signUp(isolated, uniqueEmail('ada'))

  await isolated.delete('/auth/sessions/current', ada.headers)
  await waitUntil(() => phone.received.some(({ body }) => body.includes('session.ended')))

  // None of the others has timed out; otherwise there would be more.
  expect(silent.countWaiting()).toBe(15)
})

/** Guarantee (AV3): an owner of a project cannot keep the events of other projects from them. */
test('AV3: the slow endpoints of one project leave most slots to other projects', async () => {
  using silent = await startSilentServer()
  await using receiver = await startReceiver()
  await using isolated = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  await publishInNewProject(isolated, silent.url)
  await waitUntil(() => silent.countWaiting() === 6)
  await isolated.post('/internal/webhook-endpoints', { url: receiver.url }, await adminHeaders(isolated))

  const id = await publishTestEvent(isolated)
  await waitUntil(() => withId(receiver.received, id).length === 1)

  // None of the first six has timed out; otherwise there would be more.
  expect(silent.countWaiting()).toBe(6)
})

/** Guarantee (ZR19): however many projects are slow, the events of the others arrive. */
test('ZR19: three slow projects leave slots to the others, of which a slow one gets one only once', async () => {
  using silent = await startSilentServer()
  using fourth = await startSilentServer()
  await using receiver = await startReceiver()
  await using isolated = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  for (let count = 0; count < 3; count++) await publishInNewProject(isolated, silent.url)
  await waitUntil(() => silent.countWaiting() === 15)
  await publishInNewProject(isolated, fourth.url)
  await waitUntil(() => fourth.countWaiting() === 1)
  isolated.advance(5_000)
  fourth.respond()
  await isolated.post('/internal/webhook-endpoints', { url: receiver.url }, await adminHeaders(isolated))

  // Each is delivered before the next one is published, and each before the other events of the fourth project.
  for (let count = 0; count < 3; count++) {
    const id = await publishTestEvent(isolated)
    await waitUntil(() => withId(receiver.received, id).length === 1)
  }

  expect(fourth.countWaiting()).toBe(1)
})

/** Guarantee: connections per endpoint are limited, whatever the backlog. */
test('at most five deliveries to one endpoint run concurrently', async () => {
  await using isolated = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  let [open, maxOpen, received] = [0, 0, 0]
  // Responses arrive one by one, so that slots are released one by one.
  const slow = createServer((_request, response) => {
    open += 1
    received += 1
    maxOpen = Math.max(maxOpen, open)
    setTimeout(() => response.writeHead(204).end(() => (open -= 1)), 100 + (received % 5) * 150)
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
  await isolated.post('/internal/webhook-endpoints', { url }, await adminHeaders(isolated))
  for (let count = 0; count < 40; count++) await publishTestEvent(isolated)
  await waitUntil(() => received === 40 && open === 0)
  slow.close()

  expect(maxOpen).toBeLessThanOrEqual(5)
})

test('a replay to a disabled endpoint is rejected, and succeeds once it is enabled', async () => {
  await using receiver = await startReceiver()
  const created = await service().post('/internal/webhook-endpoints', { url: receiver.url }, admin)
  const path = `/internal/webhook-endpoints/${created.body.id}`
  const id = await publishTestEvent(service())
  await waitUntil(() => withId(receiver.received, id).length === 1)
  const [delivery] = await waitUntil(async () => {
    const list = await listDeliveries(service(), admin, created.body.id)
    return list[0]?.state === 'delivered' && list
  })
  const replay = () => service().post(`${path}/deliveries/${delivery.id}/replay`, {}, admin)

  await service().patch(path, { is_enabled: false }, admin)
  expect((await replay()).status).toBe(400)
  expect((await listDeliveries(service(), admin, created.body.id))[0].state).toBe('delivered')
  await service().patch(path, { is_enabled: true }, admin)
  expect((await replay()).status).toBe(200)
  await waitUntil(() => withId(receiver.received, id).length === 2)
  await service().delete(path, admin)
})

test('only an admin can get a webhook token', async () => {
  const { status, body } = await service().post('/webhooks/svix-token', {}, admin)
  const { body: another } = await service().post('/webhooks/svix-token', {}, admin)
  expect([status, body.token]).toEqual([201, expect.stringMatching(/^[0-9a-z]{45}$/)])
  expect(another.token).not.toBe(body.token)
  const refused = await service().post('/webhooks/svix-token', {}, service().serverHeaders)
  expect(refused.body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
})
