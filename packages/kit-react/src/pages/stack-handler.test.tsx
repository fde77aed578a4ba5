// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../browser.fixture.tsx'
import { startFakeAccountService } from '../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'

test('the sign-out page ends the session locally and at the service', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { app } = openApp(service, '/handler/sign-out')

  await screen.findByRole('heading', { name: 'You are signed out' })
  expect(await app.getUser()).toBeNull()
  expect(service.requestsTo('DELETE /auth/sessions/current')).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: 'Sign in again' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('sign-out redirects to the return target', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  openApp(service, '/handler/sign-out?after_auth_return_to=%2Fgoodbye')

  expect(await screen.findByText('The application at /goodbye')).toBeTruthy()
})

/** Sign-out removes the local session even if the service is unreachable. */
test('sign-out works without a connection', async () => {
  await using service = await startFakeAccountService()
  const otherCookies = document.cookie
  storeSession(service, ada)
  const { app } = openApp(service, '/handler/nothing-here')
  await app.getUser()
  service.network.isDown = true

  await app.signOut({ noRedirect: true })

  expect(await app.getUser()).toBeNull()
  expect(document.cookie).toBe(otherCookies)
})

test('the error page explains a code and never shows the message in the URL', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=Call+555+to+win')

  expect(await screen.findByRole('heading', { name: 'OAuth provider access denied' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('555')
})

/** Every code with which the service ends a sign-in with a provider. */
test.each([
  ['OAUTH_PROVIDER_ACCESS_DENIED', 'Sign-in cancelled or denied.', 'Sign in'],
  ['OUTER_OAUTH_TIMEOUT', 'The OAuth flow has timed out. Please sign in again.', 'Sign in'],
  ['INVALID_AUTHORIZATION_CODE', 'This sign-in has been completed before, or has expired', 'Sign in'],
  ['PROVIDER_REJECTED', 'The provider has ended this session', 'Sign in'],
  ['INVALID_TOTP_CODE', 'Invalid TOTP code. Please try signing in again.', 'Sign in'],
  [
    'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
    'This account is already connected to another user',
    'Sign in',
  ],
  [
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
    'This account is already connected to another user',
    'Sign in',
  ],
  [
    'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
    'The user is already connected to another OAuth account',
    'Account settings',
  ],
  [
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    'This e-mail is already used for sign-in by another user',
    'Sign in',
  ],
  ['USER_EMAIL_ALREADY_EXISTS', 'This e-mail already has an account.', 'Sign in'],
  ['SIGN_UP_NOT_ENABLED', 'Sign up for new users is not enabled at the moment', 'Sign in'],
  ['OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED', 'This sign-in provider is not enabled', 'Sign in'],
  ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 'No account of this provider is connected', 'Account settings'],
  [
    'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
    'The connected account lacks a permission',
    'Account settings',
  ],
  ...[
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    'INVALID_SCOPE',
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
    'INVALID_STANDARD_OAUTH_PROVIDER_ID',
    'REDIRECT_URL_NOT_WHITELISTED',
  ].map((code) => [code, `report the code ${code}.`, 'Sign in'] as const),
] as const)('the error page explains %s and offers the next step', async (code, sentence, next) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/error?errorCode=${code}`)

  expect((await screen.findByRole('region')).textContent).toContain(sentence)
  await screen.findByRole('link', { name: 'Kestrel Freight' })
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Kestrel Freight',
    next,
    'Back to home',
  ])
})

test.each([
  ['OAUTH_PROVIDER_ACCESS_DENIED', 'OAuth provider access denied'],
  ['OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER', 'This account is already connected to another user'],
  ['TEAPOT', 'Failed to connect account'],
])('C210: a link that fails at the provider with %s leads to the account settings', async (code, title) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/error?type=link&errorCode=${code}`)

  const card = await screen.findByRole('region')
  expect(card.textContent).toContain(
    `${title}Nothing was changed. You can try again in your account settings.`,
  )
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
})

test('an application with a support address links to it beside errors', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/error', { supportEmail: 'help@example.com' })

  const link = await screen.findByRole('link', { name: 'Contact support' })
  expect(link.getAttribute('href')).toBe('mailto:help@example.com')
})

test('an error without a known code shows advice', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/error?errorCode=TEAPOT')

  await screen.findByRole('heading', { name: 'Something went wrong' })
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test.each(['/handler/unknown-page', '/handler/constructor', '/handler/sign-in/more'])(
  '%s is not found, and there is a way home',
  async (path) => {
    await using service = await startFakeAccountService()
    openApp(service, path)

    await screen.findByRole('heading', { name: 'Not Found' })
    await userEvent.click(screen.getByRole('link', { name: 'Back to home' }))

    expect(await screen.findByText('The application at /')).toBeTruthy()
  },
)

test.each([
  ['/handler/sign-in', 'Sign in'],
  ['/handler/sign-up', 'Create an account'],
  ['/handler/sign-out', 'You are signed out'],
  ['/handler/email-verification', 'Missing verification information'],
  ['/handler/magic-link-callback', 'The magic link is incomplete'],
  ['/handler/magic-link-callback?code=zzz999', 'This link was requested in another browser'],
  ['/handler/forgot-password', 'Forgot your password?'],
  ['/handler/password-reset', 'The password reset link is incomplete'],
  ['/handler/mfa', 'No sign-in is in progress'],
  ['/handler/cli-auth-confirm', 'The link is incomplete'],
  ['/handler/error', 'Something went wrong'],
  ['/handler/none', 'Not Found'],
])('axe finds no violations on %s', async (path, heading) => {
  await using service = await startFakeAccountService()
  openApp(service, path)
  await screen.findByRole('heading', { name: heading })
  await waitFor(() => expect(document.title).toBe(`${heading} · Kestrel Freight`))

  // Contrast needs a renderer and is checked in the e2e tests.
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } })

  // The application sets the language of the document in its index.html.
  expect(violations.map(({ id }) => id).filter((id) => id !== 'html-has-lang')).toEqual([])
})

test('SE5: over http beyond localhost, every page says that the session needs https', async () => {
  await using service = await startFakeAccountService()
  vi.stubGlobal('isSecureContext', false)
  openApp(service, '/handler/sign-in', { tokenStore: 'http-only' })

  expect(await screen.findByRole('heading', { name: 'This address is not secure' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open with https' }).getAttribute('href')).toMatch(/^https:\/\//)
  expect(screen.queryByLabelText('Password')).toBeNull()
  vi.unstubAllGlobals()
})
