// @vitest-environment jsdom
import { StackClientApp } from '@parley/kit'
import { expect, test } from 'vitest'
import { createFakeApi } from '../phone.fixture.ts'
import { createPhoneRouter } from './router.tsx'

const createRouter = () => {
  const { api } = createFakeApi({})
  const app = new StackClientApp({ baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' })
  return createPhoneRouter({ app, api, accessToken: async () => null })
}

/** Guarantee: users distinguish every page of the phone by its title, in tabs and the history. */
test('each page of the phone has its title, which no other page has', () => {
  const pages = Object.values(createRouter().routesById).filter(
    ({ options }) => options.getParentRoute?.().id === '/application' && options.component !== undefined,
  )

  const titles = pages.map(({ options }) => options.staticData?.title)

  expect(pages.length).toBeGreaterThan(15)
  expect(titles).not.toContain(undefined)
  expect(new Set(titles).size).toBe(pages.length)
})

/** Guarantee: a user who mistypes an address during a call can still hang up. */
test.each(['/nowhere', '/calls', '/app-config/nowhere', '/contacts/import/nowhere'])(
  'the unknown path %s is shown within the phone, which has the navigation and the call',
  (path) => {
    const ids = createRouter()
      .matchRoutes(path, {})
      .map(({ routeId }) => routeId)

    expect(ids).toEqual(['__root__', '/application', '/application/$'])
  },
)
