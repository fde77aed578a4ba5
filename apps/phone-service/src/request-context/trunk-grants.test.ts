import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTrunkGrantLookup } from './trunk-grants.ts'

/** Returns the response of the account service: a workspace with the grant, or its members. */
function respond(url: string | URL | Request): Response {
  const isMembers = String(url).includes('/users?')
  return Response.json(isMembers ? { items: [{ id: 'ada' }] } : { server_metadata: { trunks_granted: true } })
}

/**
 * Guarantee (AV2): the phone stays below the limit of connections that the account service has for its
 * address.
 */
test('AV2: lookups of the grants of many workspaces together have at most 30 requests pending', async () => {
  let pending = 0
  let maxPending = 0
  const fetch = async (url: string | URL | Request) => {
    pending += 1
    maxPending = Math.max(maxPending, pending)
    await new Promise((resolve) => setImmediate(resolve))
    pending -= 1
    return respond(url)
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createTrunkGrantLookup(connection)

  const grants = await Promise.all(Array.from({ length: 500 }, () => lookup.find(randomUUID(), new Date())))

  expect(new Set(grants)).toEqual(new Set([true]))
  expect(maxPending).toBe(30)
})

test('a lookup that failed is repeated at the next request', async () => {
  let isFailing = true
  const fetch = async (url: string | URL | Request) =>
    isFailing ? new Response(null, { status: 500 }) : respond(url)
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createTrunkGrantLookup(connection)
  const now = new Date()

  await expect(lookup.find('bakery', now)).rejects.toThrow('status 500')
  isFailing = false

  expect(await lookup.find('bakery', now)).toBe(true)
})
