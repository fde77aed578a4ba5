import { expect, test } from 'vitest'
import { createWorkspaceMemberLookup } from './workspace-members.ts'

/** Guarantee: a member who requests the colleagues often does not use the lookups of others. */
test('ZR48: concurrent requests of a viewer share one lookup, and later ones start another', async () => {
  const urls: string[] = []
  const fetch = async (url: Parameters<typeof globalThis.fetch>[0]) => {
    urls.push(new URL(String(url)).pathname)
    return Response.json({ items: [] })
  }
  const connection = { url: 'http://accounts.example.com', projectId: 'phone', secretServerKey: 'key', fetch }
  const lookup = createWorkspaceMemberLookup(connection)

  await Promise.all(Array.from({ length: 50 }, () => lookup.list('workspace', 'ada')))
  expect(urls).toHaveLength(2)
  await Promise.all([lookup.list('workspace', 'ada'), lookup.list('workspace', 'grace')])

  expect(urls).toHaveLength(6)
})
