// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'

const warn = vi.spyOn(console, 'warn')

beforeEach(() => void warn.mockReset().mockImplementation(() => {}))
afterEach(resetBrowser)

const ada = 'ada@example.com'

/** Starts a sign-in on the sign-in page, and returns the path to which the provider redirects with a code. */
async function beginSignIn(service: FakeAccountService, code: string, path = '/handler/sign-in') {
  service.config.oauthProviders = ['acme']
  const { left } = openApp(service, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Acme' }))
  await waitFor(() => expect(left).toHaveLength(1))
  const request = left[0]?.searchParams
  const callback = new URL(request?.get('redirect_uri') ?? '')
  callback.searchParams.set('code', code)
  callback.searchParams.set('state', request?.get('state') ?? '')
  resetBrowser()
  return callback.pathname + callback.search
}

test('a user signs in with a provider and returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('authorization', ada)
  const path = await beginSignIn(service, code, '/handler/sign-in?after_auth_return_to=%2Fdial')
  const { app } = openApp(service, path)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(warn).not.toHaveBeenCalled()
})

test('a second factor is asked for on the way', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine', { totpCode: '123456' })
  openApp(service, await beginSignIn(service, service.newCode('authorization', ada)))

  await userEvent.type(await screen.findByLabelText('6-digit code'), '123456')

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['without code and state', () => ''],
  ['without a code', (search: string) => search.replace(/code=[^&]*&/, '')],
  ['without a state', (search: string) => search.replace(/&state=.*/, '')],
  ['with the state of another browser', (search: string) => search.replace(/state=.*/, 'state=other')],
])('a callback %s is ignored with a warning, and the user can sign in again', async (_case, change) => {
  await using service = await startFakeAccountService()
  const path = await beginSignIn(service, service.newCode('authorization', ada))
  const [page, search = ''] = path.split('?')
  openApp(service, `${page}?${change(search)}`)

  await screen.findByRole('heading', { name: 'This sign-in did not start in this browser' })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(service.requestsTo('POST /auth/oauth/token')).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('a callback that is opened again does not sign in', async () => {
  await using service = await startFakeAccountService()
  const path = await beginSignIn(service, service.newCode('authorization', ada))
  openApp(service, path)
  await screen.findByText('The application at /')
  openApp(service, path)

  await screen.findByRole('heading', { name: 'This sign-in did not start in this browser' })
  expect(service.requestsTo('POST /auth/oauth/token')).toHaveLength(1)
})

test.each([
  ['expired', 'This sign-in has been completed before, or has expired'],
  ['used', 'This sign-in has been completed before, or has expired'],
] as const)('an authorization code that is %s is explained', async (state, title) => {
  await using service = await startFakeAccountService()
  openApp(service, await beginSignIn(service, service.newCode('authorization', ada, state)))

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

/** Guarantee (C186): the sentence of the service catalogue. */
test('C186: an incorrect second factor asks the user to sign in again', async () => {
  await using service = await startFakeAccountService()
  service.config.oauthError = 'INVALID_TOTP_CODE'
  openApp(service, await beginSignIn(service, service.newCode('authorization', ada)))

  expect(
    await screen.findByRole('heading', { name: 'Invalid TOTP code. Please try signing in again.' }),
  ).toBeTruthy()
})

test('a lost connection shows an explanation and a way to sign in again', async () => {
  await using service = await startFakeAccountService()
  const path = await beginSignIn(service, service.newCode('authorization', ada))
  service.network.isDown = true
  openApp(service, path)

  await screen.findByRole('heading', { name: 'Error processing OAuth callback' })
  expect(screen.getByText('The account service cannot be reached.', { exact: false }).textContent).toContain(
    'Sign in again.',
  )
})

test('a failed link of a signed-in user leads back to the account settings', async () => {
  await using service = await startFakeAccountService()
  service.config.oauthError = 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION'
  const path = await beginSignIn(service, service.newCode('authorization', ada))
  storeSession(service, ada)
  openApp(service, path)

  expect(
    await screen.findByRole('heading', { name: 'The user is already connected to another OAuth account' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
})

/** Returns the path to which the provider redirects after a link that the account settings started. */
async function beginLink(service: FakeAccountService, code: string): Promise<string> {
  service.config.oauthProviders = ['acme']
  service.routes.set('GET /oauth-providers', () => ({ json: { items: [], is_paginated: false } }))
  service.routes.set('GET /auth/oauth/authorize/acme', () => ({ json: {} }))
  storeSession(service, ada)
  const { left } = openApp(service, '/handler/account-settings#emails')
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Acme' }))
  await waitFor(() => expect(left).toHaveLength(1))
  const request = left[0]?.searchParams
  const callback = new URL(request?.get('redirect_uri') ?? '')
  callback.searchParams.set('code', code)
  callback.searchParams.set('state', request?.get('state') ?? '')
  resetBrowser()
  storeSession(service, ada)
  return callback.pathname + callback.search
}

test('a completed link returns to the account settings', async () => {
  await using service = await startFakeAccountService()
  const path = await beginLink(service, service.newCode('authorization', ada))
  openApp(service, path)

  expect(await screen.findByRole('button', { name: 'Connect Acme' })).toBeTruthy()
  const exchanges = service.requestsTo('POST /auth/oauth/token').map(({ body }) => new URLSearchParams(body))
  expect(exchanges.filter((fields) => fields.get('grant_type') === 'authorization_code')).toHaveLength(1)
})

test.each([
  ['OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER', 'This account is already connected to another user'],
  ['INVALID_SCOPE', 'Sign-in with this provider is not set up correctly'],
  ['UNSUPPORTED_ERROR', 'Failed to connect account'],
] as const)('C210: a link that fails with %s leads back to the account settings', async (code, title) => {
  await using service = await startFakeAccountService()
  const path = await beginLink(service, service.newCode('authorization', ada))
  service.config.oauthError = code
  openApp(service, path)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('a link of another browser leads to the account settings', async () => {
  await using service = await startFakeAccountService()
  const path = await beginLink(service, service.newCode('authorization', ada))
  openApp(service, path.replace(/state=.*/, 'state=other'))

  expect(await screen.findByRole('heading', { name: 'Failed to connect account' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
})

const grace = 'grace@example.com'

/**
 * Returns the path to which the provider redirects after a renewed sign-in of Ada with the account of a user.
 * Ada's session is stored only while it begins.
 */
async function beginConfirmation(service: FakeAccountService, email: string): Promise<string> {
  storeSession(service, ada)
  const { app, left } = openApp(service, '/handler/account-settings')
  const { id } = await app.getUser({ or: 'throw' })
  await app.signInWithOAuth('acme', { returnTo: '/dial', expectedUserId: id })
  const request = left[0]?.searchParams
  const callback = new URL(request?.get('redirect_uri') ?? '')
  callback.searchParams.set('code', service.newCode('authorization', email))
  callback.searchParams.set('state', request?.get('state') ?? '')
  await screen.findByRole('heading', { name: 'My profile' })
  await app.signOut({ noRedirect: true })
  resetBrowser()
  return callback.pathname + callback.search
}

test('a renewed sign-in returns to the page that asked for it, and replaces the session', async () => {
  await using service = await startFakeAccountService()
  const path = await beginConfirmation(service, ada)
  storeSession(service, ada)
  openApp(service, path)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect(service.countSessions(ada)).toBe(1)
})

test('a renewed sign-in with the account of another user leaves the present user signed in', async () => {
  await using service = await startFakeAccountService()
  const path = await beginConfirmation(service, grace)
  storeSession(service, ada)
  const { app } = openApp(service, path)

  await screen.findByRole('heading', { name: 'That was another account' })
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(service.countSessions(ada)).toBe(1)
  expect(service.countSessions(grace)).toBe(0)
})

test('a renewed sign-in signs no other user in after the session has ended', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, await beginConfirmation(service, grace))

  await screen.findByRole('heading', { name: 'That was another account' })
  expect(await app.getUser()).toBeNull()
  expect(service.countSessions(grace)).toBe(0)
})

test('a renewed sign-in with the account and the second factor of another user is rejected', async () => {
  await using service = await startFakeAccountService()
  service.addUser(grace, 'compiler', { totpCode: '123456' })
  const path = await beginConfirmation(service, grace)
  storeSession(service, ada)
  const { app } = openApp(service, path)

  await userEvent.type(await screen.findByLabelText('6-digit code'), '123456')

  await screen.findByRole('heading', { name: 'That was another account' })
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(service.countSessions(grace)).toBe(0)
})
