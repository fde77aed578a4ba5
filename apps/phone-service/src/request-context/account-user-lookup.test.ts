import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccountUserLookup } from './account-user-lookup.ts'

/** Guarantee (AV2): the phone stays below the limit of connections that the account service has for its address. */
test('AV2: lookups of many users together have at most 120 requests pending', async () => {
  let pending = 0
  let maxPending = 0
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0]) => {
    pending += 1
    maxPending = Math.max(maxPending, pending)
    await new Promise((resolve) => setImmediate(resolve))
    pending -= 1
    const isUser = String(url).includes('/users/')
    const user = {
      id: 'ada',
      display_name: null,
      primary_email: null,
      primary_email_verified: false,
      selected_team_id: null,
    }
    return Response.json(isUser ? user : { items: [] })
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
