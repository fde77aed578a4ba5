import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { defaultOptions } from './config.ts'
import { listAudit } from './index.ts'
import { limitWebhookEvents } from './limit-webhook-events.ts'
import { type AccountTables, accountsSchema } from './platform/database/index.ts'
import { createServiceContext, serviceActor } from './platform/service-context/index.ts'
import {
  adminHeaders,
  configureProject,
  type Headers,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from './testing.ts'

const loopback = { options: { outboundNetworks: ['127.0.0.0/8'] } }
const kibibyte = 1_024

/** Starts a receiver that reads events, and responds only while it works. */
async function startReceiver(state: { works: boolean }) {
  const server = createServer((request, response) => {
    request.resume()
    if (state.works) response.writeHead(204).end()
    else response.writeHead(500).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const subscribe = async (service: TestService, url: string) =>
  await service.post('/internal/webhook-endpoints', { url }, await adminHeaders(service))

const rename = (service: TestService, headers: Headers, display_name: string) =>
  service.patch('/users/me', { display_name }, headers)

interface StoredEvent {
  readonly type: string
  readonly text: string
  readonly is_pending: boolean
}

/** Lists the stored events of the phone's project, oldest first. */
async function listEvents({ server, phoneProjectId }: TestService): Promise<StoredEvent[]> {
  const { rows } = await server.pool.query<StoredEvent>(
    `select type, data::text as text, exists (
       select from accounts.webhook_deliveries d where d.event_id = e.id and d.state = 'pending'
     ) as is_pending
     from accounts.webhook_events e where project_id = $1 order by created_at, type`,
    [phoneProjectId],
  )
  return rows
}

/** Guarantee (ZR554): a user cannot fill the disk of the database, nor the quota of the project. */
test('ZR554: while no receiver works, changes of one user or team store a megabyte of events, and the newest ones remain', async () => {
  await using receiver = await startReceiver({ works: false })
  await using service = await startAccountService(loopback)
  await configureProject(service, {
    settings: { max_metadata_bytes: 128 * kibibyte, max_changes_per_minute: null },
  })
  await subscribe(service, receiver.url)
  const [ada, grace] = [
    await signUp(service, uniqueEmail('ada')),
    await signUp(service, uniqueEmail('grace')),
  ]
  const { body: team } = await service.post('/teams', { display_name: 'Engines' }, ada.headers)
  await rename(service, grace.headers, 'Grace')
  const client_metadata = { text: 'x'.repeat(120 * kibibyte) }
  const changed = [
    await service.patch('/users/me', { client_metadata }, ada.headers),
    await service.patch(`/teams/${team.id}`, { client_metadata }, ada.headers),
  ]
  for (let count = 1; count <= 12; count++) {
    changed.push(await rename(service, ada.headers, `Ada ${count}`))
    changed.push(await service.patch(`/teams/${team.id}`, { display_name: `Engines ${count}` }, ada.headers))
  }

  expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]))
  const events = await listEvents(service)
  const listAbout = (type: string, id: string) =>
    events.filter((event) => event.type === type && JSON.parse(event.text).id === id)
  for (const stored of [listAbout('user.updated', ada.userId), listAbout('team.updated', team.id)]) {
    expect(stored.length).toBeGreaterThan(3)
    expect(stored.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_000_000)
    expect(stored.at(-1)?.text).toContain(' 12"')
  }
  expect(listAbout('user.updated', grace.userId)).toHaveLength(1)
})

const toTables = ({ server }: TestService) => server.schema<AccountTables>(accountsSchema)

/** Enforces a quota of `maxWebhookEventBytes`. */
async function limit(service: TestService, maxWebhookEventBytes: number): Promise<void> {
  await limitWebhookEvents({
    database: toTables(service),
    log: createLog({ level: 'silent' }),
    options: { ...defaultOptions, publicUrl: '', phoneUrl: '', maxWebhookEventBytes },
    now: service.now,
  })
}

/** Publishes an event of about this size and returns its id. */
async function publish(service: TestService, bytes: number): Promise<string> {
  const id = randomUUID()
  // The order of events is that of their times.
  service.advance(1)
  const context = createServiceContext(
    { database: toTables(service), now: service.now },
    { projectId: service.phoneProjectId, actor: serviceActor },
  )
  const data = { id, text: 'x'.repeat(bytes) }
  await context.transaction((transaction) => transaction.publish('team.deleted', data))
  return id
}

async function publishMany(service: TestService, count: number, bytes: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(await publish(service, bytes))
  return ids
}

const listDiscarded = async ({ server }: TestService) =>
  (await listAudit(server, { limit: 100 })).filter(({ action }) => action === 'webhook_events.discarded')

/** Guarantee (ZR555): the events of a project have a quota, which no change of a user fails at. */
test('ZR555: at the quota, the oldest delivered events are deleted first, and pending ones only when they exceed it by themselves', async () => {
  const state = { works: true }
  await using receiver = await startReceiver(state)
  await using service = await startAccountService(loopback)
  await subscribe(service, receiver.url)
  const delivered = await publishMany(service, 4, 20_000)
  await expect
    .poll(async () => (await listEvents(service)).some(({ is_pending }) => is_pending), { timeout: 20_000 })
    .toBe(false)
  state.works = false
  const small = await publishMany(service, 2, 100)
  const large = await publishMany(service, 4, 20_000)
  const listIds = async () => (await listEvents(service)).map(({ text }) => JSON.parse(text).id)

  await limit(service, 200_000)
  expect(await listIds()).toEqual([...delivered, ...small, ...large])

  await limit(service, 150_000)
  expect(await listIds()).toEqual([...delivered.slice(2), ...small, ...large])
  expect(await listDiscarded(service)).toEqual([])

  await limit(service, 60_000)
  expect(await listIds()).toEqual([...small, ...large.slice(2)])
  expect(await listDiscarded(service)).toMatchObject([
    { projectId: service.phoneProjectId, details: { events: 4, pending: 2 } },
  ])
})

test('ZR586: an event counts against the quota for each endpoint to which it is delivered', async () => {
  await using receiver = await startReceiver({ works: false })
  await using service = await startAccountService(loopback)
  for (let count = 0; count < 20; count++) await subscribe(service, `${receiver.url}/${count}`)
  await publishMany(service, 5, 100)

  await limit(service, 120_000)
  expect(await listEvents(service)).toHaveLength(5)

  await limit(service, 80_000)
  expect(await listEvents(service)).toHaveLength(3)
})

test('ZR555: the events of the built-in phone remain at the quota', async () => {
  await using receiver = await startReceiver({ works: false })
  await using service = await startAccountService({
    options: { ...loopback.options, phoneEventsUrl: receiver.url },
  })
  const ada = await signUp(service, uniqueEmail('ada'))
  await service.delete('/auth/sessions/current', ada.headers)
  const before = await listEvents(service)
  await limit(service, 1)

  expect(before.map(({ type }) => type)).toContain('session.ended')
  expect(await listEvents(service)).toEqual(before)
})
