import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { AccountServiceUnavailableError } from './account-service-connection.ts'
import { createAccountUserLookup } from './account-user-lookup.ts'

const ada = {
  id: 'ada',
  display_name: null,
  primary_email: null,
  primary_email_verified: false,
  selected_team_id: null,
}

/** Responds as the account service for a user without teams. */
function respond(url: Parameters<typeof globalThis.fetch>[0]): Response {
  return Response.json(String(url).includes('/users/') ? ada : { items: [] })
}

/**
 * Guarantee (AV2): the phone stays below the limit of connections that the account service has for its
 * address.
 */
test('AV2: lookups of many users together have at most 120 requests pending', async () => {
  let pending = 0
  let maxPending = 0
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0]) => {
    pending += 1
    maxPending = Math.max(maxPending, pending)
    await new Promise((resolve) => setImmediate(resolve))
    pending -= 1
    return respond(url)
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createAccountUserLookup(connection)

  const users = await Promise.all(Array.from({ length: 500 }, () => lookup.find(randomUUID(), new Date())))

  expect(users.every((user) => user?.id === 'ada')).toBe(true)
  expect(maxPending).toBe(120)
})

/** Guarantee (SR16): large metadata of teams and users does not reach the phone. */
test('SR16: a lookup asks for users and teams without their metadata', async () => {
  const urls: URL[] = []
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0]) => {
    urls.push(new URL(String(url)))
    return Response.json({ items: [] })
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }

  await createAccountUserLookup(connection)
    .find('ada', new Date())
    .catch(() => null)

  const withMetadata = urls.filter(({ pathname }) => /\/(users|teams)\b/.test(pathname))
  expect(withMetadata).toHaveLength(2)
  for (const { searchParams } of withMetadata) expect(searchParams.get('omit_metadata')).toBe('true')
})

test('lookups of a user share one response for 3 seconds', async () => {
  let requests = 0
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0]) => {
    requests += 1
    return respond(url)
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createAccountUserLookup(connection)
  const countAfter = async (ms: number) => {
    await lookup.find('ada', new Date(ms))
    return requests / 3
  }

  expect([await countAfter(0), await countAfter(2_999), await countAfter(3_000)]).toEqual([1, 1, 2])
})

test('a lookup that failed is repeated at the next request', async () => {
  let requests = 0
  const fetch = async () => {
    requests += 1
    return new Response(null, { status: 500 })
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createAccountUserLookup(connection)
  const now = new Date()

  await expect(lookup.find('ada', now)).rejects.toThrow(AccountServiceUnavailableError)
  await expect(lookup.find('ada', now)).rejects.toThrow(AccountServiceUnavailableError)

  expect(requests).toBe(6)
})

/** Guarantee: the secret key of the phone is sent to the account service only. */
test('a redirection of the account service is not followed', async () => {
  const received: (string | undefined)[] = []
  const server = createServer((request, response) => {
    received.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lookup = createAccountUserLookup({ url, projectId: 'phone', secretServerKey: 'key' })

  await expect(lookup.find('ada', new Date())).rejects.toThrow(AccountServiceUnavailableError)

  expect(received).not.toContain('/elsewhere')
  server.closeAllConnections()
  server.close()
})
