import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountEvents } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { resetCodeFor, resetPassword } from '../../auth/password/testing.ts'
import { adminHeaders, signUp, startAccountService, uniqueEmail } from '../../testing.ts'
import { type AccountTables, accountsSchema } from '../database/index.ts'
import { deleteOldEvents } from './deliver-events.ts'

interface PhoneEvent {
  readonly type: string
  readonly data: Record<string, unknown>
}

/** Starts a phone that records events. While it is `held`, it does not respond. */
async function startPhone() {
  const received: PhoneEvent[] = []
  const waiting: ServerResponse[] = []
  let isHeld = false
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(JSON.parse(body))
      if (isHeld) waiting.push(response)
      else response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    /** Receives events without a response until it is resumed. */
    pause: () => {
      isHeld = true
    },
    respondToFirst: () => {
      waiting.shift()?.writeHead(204).end()
    },
    resume: () => {
      isHeld = false
      for (const response of waiting.splice(0)) response.writeHead(204).end()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function startWithPhone(stack: AsyncDisposableStack) {
  const phone = stack.use(await startPhone())
  const service = stack.use(
    await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'], phoneEventsUrl: phone.url } }),
  )
  const count = async (condition: string) =>
    Number((await service.server.pool.query(`select count(*) from ${condition}`)).rows[0].count)
  return {
    phone,
    service,
    rename: (headers: Record<string, string>, name: string) =>
      service.patch('/users/me', { display_name: name }, headers),
    about: (type: string, id: string) =>
      phone.received.filter((event) => event.type === type && JSON.stringify(event.data).includes(id)),
    count,
    waitUntilDelivered: () =>
      waitUntil(async () => (await count(`accounts.webhook_deliveries where state = 'pending'`)) === 0),
  }
}

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('Timed out.')
}

test('ZR2: a pending event of a user serves later changes, and a change after it was received is delivered again', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, rename, about, waitUntilDelivered } = await startWithPhone(stack)
  const ada = await signUp(service, uniqueEmail('ada'))
  const others = await Promise.all(Array.from({ length: 4 }, () => signUp(service, uniqueEmail('grace'))))
  await waitUntilDelivered()
  phone.pause()
  await rename(ada.headers, 'A')
  await waitUntil(() => about('user.updated', ada.userId).length === 1)

  // All five slots are occupied, so that the next change waits until the phone has responded.
  for (const other of others) await rename(other.headers, 'Grace')
  await waitUntil(() => others.every(({ userId }) => about('user.updated', userId).length === 1))

  // The phone has received the first event, and may already have read the user.
  for (const name of ['B', 'C', 'D']) await rename(ada.headers, name)
  expect(about('user.updated', ada.userId)).toHaveLength(1)
  phone.respondToFirst()
  await waitUntil(() => about('user.updated', ada.userId).length === 2)
  phone.resume()
  await waitUntilDelivered()
  expect(about('user.updated', ada.userId)).toHaveLength(2)

  await rename(ada.headers, 'E')
  await waitUntil(() => about('user.updated', ada.userId).length === 3)
})

test('ZR2: the end of a session precedes all updates that are due, however many there are', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, rename, about, waitUntilDelivered } = await startWithPhone(stack)
  const users = await Promise.all(
    Array.from({ length: 15 }, (_, index) => signUp(service, uniqueEmail(`u${index}`))),
  )
  const ada = await signUp(service, uniqueEmail('ada'))
  await waitUntilDelivered()
  phone.pause()
  const before = phone.received.length
  for (const user of users) await rename(user.headers, 'Grace')
  await waitUntil(() => phone.received.length === before + 5)

  await service.delete('/auth/sessions/current', ada.headers)
  phone.resume()
  await waitUntilDelivered()

  const index = phone.received.findIndex(({ type }) => type === 'session.ended')
  expect(about('session.ended', ada.userId)).toHaveLength(1)
  // Five updates are in flight, and at most five more were leased before the session ended.
  expect(index - before).toBeLessThanOrEqual(10)
  expect(phone.received).toHaveLength(before + users.length + 1)
})

test('ZR2: of a backlog, the end of a session is delivered next, and then each update once, the oldest first', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, rename, waitUntilDelivered } = await startWithPhone(stack)
  const users = []
  for (let index = 0; index < 15; index++) users.push(await signUp(service, uniqueEmail(`u${index}`)))
  const ada = await signUp(service, uniqueEmail('ada'))
  await waitUntilDelivered()
  phone.pause()
  const before = phone.received.length
  for (const user of users.slice(0, 5)) await rename(user.headers, 'Grace')
  // All five slots are occupied.
  await waitUntil(() => phone.received.length === before + 5)
  for (const user of users.slice(5)) await rename(user.headers, 'Grace')
  await service.delete('/auth/sessions/current', ada.headers)

  for (let count = before + 6; count <= before + 16; count++) {
    phone.respondToFirst()
    await waitUntil(() => phone.received.length >= count)
  }
  phone.resume()
  await waitUntilDelivered()

  const delivered = phone.received.slice(before + 5).map(({ type, data }) => `${type} ${data.id}`)
  expect(delivered[0]).toMatch(/^session\.ended /)
  expect(delivered.slice(1)).toEqual(users.slice(5).map(({ userId }) => `user.updated ${userId}`))
})

test('ZR2: one account with many changes leaves one pending event, and other endpoints receive each', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, rename, count, waitUntilDelivered } = await startWithPhone(stack)
  const others = stack.use(await startPhone())
  await service.post(
    '/internal/webhook-endpoints',
    { url: others.url, event_types: ['user.updated'] },
    await adminHeaders(service),
  )
  const ada = await signUp(service, uniqueEmail('ada'))
  await waitUntilDelivered()
  phone.pause()
  for (let index = 0; index < 30; index++) await rename(ada.headers, `Ada ${index}`)

  const pending = `accounts.webhook_deliveries where state = 'pending' and subject = 'user.updated ${ada.userId}'`
  expect(await count(pending)).toBe(1)
  phone.resume()
  await waitUntilDelivered()
  const names = others.received.map(({ data }) => data.display_name)
  expect(new Set(names)).toEqual(new Set(Array.from({ length: 30 }, (_, index) => `Ada ${index}`)))
})

/** Guarantee (ZR312): the phone understands each event about which it is notified. */
test('ZR312: the phone receives each of its events with the ids of its subject, and the time of a claim', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, rename, about, waitUntilDelivered } = await startWithPhone(stack)
  const server = service.serverHeaders
  const ada = await signUp(service, uniqueEmail('ada'))
  const grace = await signUp(service, uniqueEmail('grace'))
  const { id: team } = (await service.post('/teams', { display_name: 'Bakery' }, server)).body
  const membership = `/team-memberships/${team}/${ada.userId}`
  const permission = `/team-permissions/${team}/${ada.userId}/team_admin`

  await rename(ada.headers, 'Ada')
  await service.patch(`/teams/${team}`, { display_name: 'Shop' }, server)
  await service.post(membership, {}, server)
  await service.post(permission, {}, server)
  await service.delete(permission, server)
  await service.delete(membership, server)
  await service.delete(`/teams/${team}`, server)
  await service.delete('/auth/sessions/current', grace.headers)
  await service.delete(`/users/${grace.userId}`, server)
  // Verifies the address; the second one claims nothing.
  for (const _ of [1, 2]) await resetPassword(service, await resetCodeFor(service, ada.email))
  await waitUntilDelivered()

  for (const event of phone.received) expect(accountEvents.accountEvent.parse(event)).toMatchObject({})
  const types = new Set(phone.received.map(({ type }) => type))
  expect(types).toEqual(new Set(accountEvents.accountEventTypes))
  expect(about('user.claimed', ada.userId)).toMatchObject([
    { data: { id: ada.userId, claimed_at_millis: expect.any(Number) } },
  ])
  expect(about('team_membership.deleted', ada.userId)).toMatchObject([
    { data: { team_id: team, user_id: ada.userId } },
  ])
})

test('ZR3: events of the phone contain only ids, and are deleted one day after they were delivered', async () => {
  await using stack = new AsyncDisposableStack()
  const { phone, service, about, count, waitUntilDelivered } = await startWithPhone(stack)
  const ada = await signUp(service, uniqueEmail('ada'))
  await service.patch('/users/me', { client_metadata: { text: 'x'.repeat(10_000) } }, ada.headers)
  await waitUntilDelivered()
  for (const { data } of phone.received)
    expect(Object.keys(data).filter((key) => !['id', 'user_id', 'team_id'].includes(key))).toEqual([])
  expect(about('user.updated', ada.userId)[0]?.data).toEqual({ id: ada.userId })

  const database = service.server.schema<AccountTables>(accountsSchema)
  const deleteAfter = (ms: number) =>
    deleteOldEvents({ database, now: () => new Date(service.now().getTime() + ms) })
  const phoneEvents = `accounts.webhook_events where type = 'user.updated'`
  await deleteAfter(23 * 60 * 60_000)
  expect(await count(phoneEvents)).toBe(1)
  await deleteAfter(25 * 60 * 60_000)
  expect(await count(phoneEvents)).toBe(0)
})
