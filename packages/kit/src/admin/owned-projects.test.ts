import { expect, test } from 'vitest'
import { StackClientApp } from '../index.ts'
import { openSignedInApp, setUpProject } from '../testing/open-app.ts'

const service = setUpProject()

test('a user of the project internal creates projects, lists them, and administers them', async () => {
  const { publishableClientKey } = service().keys.internal
  const internal = { projectId: 'internal', publishableClientKey } as const
  const address = 'http://accounts.example.com'
  const { user: hedy } = await openSignedInApp(service(), 'hedy', { ...internal, address })
  const tokenStore = await hedy.getAuthJson()
  const app = new StackClientApp({ ...internal, baseUrl: service().origin, tokenStore })
  const user = await app.getUser({ or: 'throw' })

  const created = await user.createProject({ displayName: 'Engines', config: { magicLinkEnabled: true } })
  await created.update({ displayName: 'Steam engines' })
  const [listed, ...others] = await user.listOwnedProjects()

  expect(created.config.magicLinkEnabled).toBe(true)
  expect(listed).toMatchObject({ id: created.id, displayName: 'Steam engines' })
  expect(others).toEqual([])
  expect((await listed?.app.getProject())?.displayName).toBe('Steam engines')
  expect(await created.app.listUsers()).toHaveLength(0)
})
