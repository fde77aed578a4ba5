// @vitest-environment jsdom
import { createCookieTokenStore, StackClientApp, type WireUser } from '@parley/kit'
import { afterEach, expect, test, vi } from 'vitest'
import { startFakeAccountService } from '../fake-account-service.fixture.ts'
import { fillCurrentUser } from './fill-current-user.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'
const cookies = createCookieTokenStore({ projectId: 'phone' })

afterEach(() => cookies.set(null))

/** Starts a service with Ada and Grace, and opens an app in a browser in which Ada is signed in. */
async function openBrowser() {
  const service = await startFakeAccountService()
  const signIn = (email: string) =>
    cookies.set({ refreshToken: service.createSession(email), accessToken: null })
  for (const email of [ada, grace]) service.addUser(email, 'difference engine')
  signIn(ada)
  const app = new StackClientApp({ baseUrl: service.url, projectId: 'phone', tokenStore: 'cookie' })
  const onServer = (await app.getUser({ or: 'throw' })).toClientJson()
  service.requests.length = 0
  return { service, app, signIn, onServer, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('the user of a server is used without a request', async () => {
  await using browser = await openBrowser()
  fillCurrentUser(browser.app, Promise.resolve({ ...browser.onServer, display_name: 'Of the server' }))

  expect((await browser.app.user.load())?.displayName).toBe('Of the server')
  expect(browser.service.requests).toEqual([])
})

/** Guarantee: the data of one user is never shown to the next. */
test('the user of a server is not shown to another user who signed in meanwhile in another tab', async () => {
  await using browser = await openBrowser()
  const fetched = Promise.withResolvers<WireUser | null>()
  browser.signIn(grace)
  fillCurrentUser(browser.app, fetched.promise)
  const loaded = browser.app.user.load()
  fetched.resolve(browser.onServer)

  expect((await loaded)?.primaryEmail).toBe(grace)
  expect(browser.app.user.get()).toMatchObject({ value: { primaryEmail: grace } })
})

test('another user who signs in while the server fetches one sees their own data', async () => {
  await using browser = await openBrowser()
  const fetched = Promise.withResolvers<WireUser | null>()
  const shown: unknown[] = []
  fillCurrentUser(browser.app, fetched.promise)
  browser.app.user.subscribe(() => {
    const snapshot = browser.app.user.get()
    if (snapshot.state === 'ready') shown.push(snapshot.value?.primaryEmail)
  })
  browser.signIn(grace)
  fetched.resolve(browser.onServer)

  await vi.waitFor(() => expect(shown).toContain(grace))
  expect(shown).not.toContain(ada)
})

test('a user who signed in while the server fetched none is fetched in the browser', async () => {
  await using browser = await openBrowser()
  fillCurrentUser(browser.app, Promise.resolve(null))

  expect((await browser.app.user.load())?.primaryEmail).toBe(ada)
})
