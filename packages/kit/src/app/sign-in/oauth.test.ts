import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  callbackPage,
  createApplication,
} from '../../../../../apps/account-service/src/oauth/providers/testing/application.ts'
import { createFixture } from '../../../../../apps/account-service/src/oauth/providers/testing/fixture.ts'
import { uniqueEmail } from '../../../../../apps/account-service/src/testing.ts'
import {
  OtherUserError,
  StackClientApp,
  type StackClientAppOptions,
  UntrustedRedirectError,
} from '../../index.ts'

const fixture = createFixture()

/** The cookies of the browser. */
let jar: Map<string, string>

beforeEach(() => {
  jar = new Map()
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
      if (text.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

function callImmediately(_delayMs: number, callback: () => void): () => void {
  queueMicrotask(callback)
  return () => {}
}

const newPerson = () => {
  const name = `ada-${randomUUID()}`
  return { sub: name, email: uniqueEmail('ada'), email_verified: true, name: 'Ada' }
}

/** Opens the kit in an application whose project has the provider `acme`. */
async function openApplication(
  person: ReturnType<typeof newPerson> | null,
  options: Partial<StackClientAppOptions> = {},
  settings: Readonly<Record<string, boolean>> = {},
) {
  const { service, provider } = fixture()
  const application = await createApplication(service, {
    settings: {
      needs_recent_authentication: false,
      sign_in_methods_need_verified_address: false,
      ...settings,
    },
    issuers: { acme: provider.issuer },
  })
  const page = { url: new URL('https://app.example.com/notes?id=1') }
  const visited: string[] = []
  const left: URL[] = []
  const app = new StackClientApp({
    baseUrl: service.origin,
    projectId: application.projectId,
    publishableClientKey: application.client.client_secret,
    tokenStore: 'memory',
    clock: { now: Date.now, after: callImmediately },
    redirectMethod: {
      navigate: (to) => visited.push(to),
      leaveTo: (url) => left.push(new URL(url)),
      currentUrl: () => page.url,
    },
    ...options,
  })
  return {
    app,
    page,
    visited,
    /** The authorization request that the browser was sent to. */
    get request() {
      const request = left.at(-1)
      if (!request) throw new Error('The browser was not sent to a provider.')
      return request
    },
    get count() {
      return left.length
    },
    /** Follows the authorization request until the browser is back at the application. */
    async follow(): Promise<void> {
      const request = new URL(this.request)
      const browser = application.createBrowserFor(person)
      const { url } = await browser.visit(`http://accounts.example.com${request.pathname}${request.search}`)
      page.url = url
    },
  }
}

test('a user signs in with a provider and returns to the page that asked for it', async () => {
  const person = newPerson()
  const browser = await openApplication(person, { oauthScopesOnSignIn: { acme: ['calendar'] } })
  browser.page.url = new URL('https://app.example.com/handler/sign-in?after_auth_return_to=%2Fnotes')

  await browser.app.signInWithOAuth('ACME')
  const { searchParams, pathname } = browser.request
  const [[cookie = '', verifier = ''] = []] = jar
  await browser.follow()
  const isComplete = await browser.app.callOAuthCallback()

  expect(pathname).toBe('/api/v1/auth/oauth/authorize/acme')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    scope: 'legacy',
    grant_type: 'authorization_code',
    code_challenge_method: 'S256',
    type: 'authenticate',
    provider_scope: 'calendar',
    redirect_uri: `${callbackPage}?after_auth_return_to=%2Fnotes`,
    error_redirect_url: 'https://app.example.com/handler/error?after_auth_return_to=%2Fnotes',
  })
  expect(cookie).toBe(`__Host-stack-oauth-outer-${searchParams.get('state')}`)
  expect(verifier).toHaveLength(43)
  expect(isComplete).toBe(true)
  expect(jar.size).toBe(0)
  expect(browser.visited).toEqual(['/notes'])
  const user = await browser.app.getUser({ or: 'throw' })
  expect(user).toMatchObject({ primaryEmail: person.email, oauthProviders: [{ id: 'acme' }] })
})

test('a callback that this browser has not requested is ignored', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const browser = await openApplication(newPerson())
  await browser.app.signInWithOAuth('acme')
  await browser.follow()
  jar.clear()

  expect(await browser.app.callOAuthCallback()).toBe(false)
  browser.page.url = new URL(callbackPage)
  expect(await browser.app.callOAuthCallback()).toBe(false)
  expect(warn).toHaveBeenCalledTimes(2)
  expect(await browser.app.getUser()).toBeNull()
})

test('a sign-in returns to a page of the application, never to another site', async () => {
  const browser = await openApplication(newPerson())
  await browser.app.signInWithOAuth('acme', { returnTo: 'https://app.example.com/notes?id=2' })
  await browser.follow()
  await browser.app.callOAuthCallback()
  await browser.app.signInWithOAuth('acme', { returnTo: 'https://other.example.com/' })
  await browser.follow()

  await expect(browser.app.callOAuthCallback()).rejects.toBeInstanceOf(UntrustedRedirectError)
  expect(browser.visited).toEqual(['/notes?id=2'])
})

test('two calls for one callback exchange the code once', async () => {
  const browser = await openApplication(newPerson())
  await browser.app.signInWithOAuth('acme')
  await browser.follow()

  expect(await Promise.all([browser.app.callOAuthCallback(), browser.app.callOAuthCallback()])).toEqual([
    true,
    true,
  ])
})

test('a missing connection is null, an error or a link that returns to the current page', async () => {
  const browser = await openApplication(newPerson())
  const { app } = browser
  await app.signUpWithCredential({
    email: uniqueEmail('ada'),
    password: 'correct horse battery',
    noRedirect: true,
  })
  const user = await app.getUser({ or: 'throw' })

  expect(await user.getConnectedAccount('acme')).toBeNull()
  await expect(user.getConnectedAccount('acme', { or: 'throw' })).rejects.toMatchObject({
    code: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  })
  expect(browser.count).toBe(0)
  void user.getConnectedAccount('acme', { or: 'redirect', scopes: ['calendar'] })
  await vi.waitFor(() => expect(browser.count).toBe(1))
  expect(Object.fromEntries(browser.request.searchParams)).toMatchObject({
    type: 'link',
    provider_scope: 'calendar',
    token: await user.getAccessToken(),
  })
  await browser.follow()
  expect(await app.callOAuthCallback()).toBe(true)

  expect(browser.visited).toEqual(['/notes?id=1'])
  const linked = await app.getUser({ or: 'throw' })
  expect(linked.id).toBe(user.id)
  const connection = await linked.getConnectedAccount('acme', { or: 'throw', scopes: ['calendar'] })
  expect((await connection.getAccessToken()).accessToken).not.toBe('')
  const [provider] = await linked.listOAuthProviders()
  expect(provider).toMatchObject({ type: 'acme', allowSignIn: true, allowConnectedAccounts: true })
  await provider?.delete()
  expect(await linked.listOAuthProviders()).toEqual([])
})

test('a link requests the scopes of the sign-in, and the second factor returns to the page that started it', async () => {
  const browser = await openApplication(newPerson(), { oauthScopesOnSignIn: { acme: ['calendar'] } })
  const { app } = browser
  await app.signUpWithCredential({
    email: uniqueEmail('ada'),
    password: 'correct horse battery',
    noRedirect: true,
  })
  const user = await app.getUser({ or: 'throw' })
  await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) })
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })

  await user.linkOAuthProvider('ACME')
  const { searchParams } = browser.request
  await browser.follow()

  expect(searchParams.get('provider_scope')).toBe('calendar')
  expect(new URL(searchParams.get('error_redirect_url') ?? '').searchParams.get('type')).toBe('link')
  expect(await app.callOAuthCallback()).toBe(false)
  expect(browser.visited).toEqual(['/handler/mfa?after_auth_return_to=%2Fnotes%3Fid%3D1'])
  expect(await user.listOAuthProviders()).toHaveLength(1)
})

/** Opens an application whose user has signed in at the provider, in the session `before`. */
async function openSignedIn() {
  const browser = await openApplication(newPerson())
  const { app } = browser
  await app.signInWithOAuth('acme')
  await browser.follow()
  await app.callOAuthCallback()
  const user = await app.getUser({ or: 'throw' })
  const [before] = await user.getActiveSessions()
  return { browser, app, user, before }
}

/** Guarantee: a forgotten session cannot be used by another person. */
test('a link replaces the session that started it, which ends', async () => {
  const { browser, app, user, before } = await openSignedIn()

  await user.linkOAuthProvider('acme')
  await browser.follow()
  expect(await app.callOAuthCallback()).toBe(true)

  const sessions = await user.getActiveSessions()
  expect(sessions).toMatchObject([{ isCurrentSession: true }])
  expect(sessions[0]?.id).not.toBe(before?.id)
})

test('a link that the service rejects is an error on the page that started it', async () => {
  const browser = await openApplication(newPerson(), {}, { sign_in_methods_need_verified_address: true })
  await browser.app.signUpWithCredential({
    email: uniqueEmail('ada'),
    password: 'correct horse battery',
    noRedirect: true,
  })
  const user = await browser.app.getUser({ or: 'throw' })

  await expect(user.linkOAuthProvider('acme')).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
  await expect(user.linkOAuthProvider('unknown')).rejects.toMatchObject({
    code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  })
  expect(browser.count).toBe(0)
  expect(jar.size).toBe(0)
})

test('a browser without cryptography explains that providers require HTTPS', async () => {
  const browser = await openApplication(newPerson())
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })

  await expect(browser.app.signInWithOAuth('acme')).rejects.toThrow('requires HTTPS')
})

test('a renewed sign-in replaces the session, and that of another user ends', async () => {
  const { browser, app, user, before } = await openSignedIn()

  await app.signInWithOAuth('acme', { expectedUserId: user.id })
  await browser.follow()
  expect(await app.callOAuthCallback()).toBe(true)

  const sessions = await user.getActiveSessions()
  expect(sessions).toMatchObject([{ isCurrentSession: true }])
  expect(sessions[0]?.id).not.toBe(before?.id)
  await app.signInWithOAuth('acme', { expectedUserId: randomUUID() })
  await browser.follow()
  await expect(app.callOAuthCallback()).rejects.toBeInstanceOf(OtherUserError)
  expect(await user.getActiveSessions()).toEqual(sessions)
})
