// @vitest-environment jsdom
import { StackClientApp } from '@parley/kit'
import { expect, test } from 'vitest'
import { createFakeApi } from '../phone.fixture.ts'
import { createPhoneRouter } from './router.tsx'

/** Guarantee: a user who mistypes an address during a call can still hang up. */
test.each(['/nowhere', '/calls', '/app-config/nowhere', '/contacts/import/nowhere'])(
  'the unknown path %s is shown within the phone, which has the navigation and the call',
  (path) => {
    const { api } = createFakeApi({})
    const app = new StackClientApp({ baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' })
    const router = createPhoneRouter({ app, api, accessToken: async () => null })

    const ids = router.matchRoutes(path, {}).map(({ routeId }) => routeId)

    expect(ids).toEqual(['__root__', '/application', '/application/$'])
  },
)
