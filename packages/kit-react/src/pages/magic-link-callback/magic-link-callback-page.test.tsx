// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
  resetBrowser()
})

const ada = 'ada@example.com'

test('the link signs in once and returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada)
  const { app } = openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2Fdial&code=${code}`)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(service.requestsTo('POST /auth/otp/sign-in')).toHaveLength(1)
})

test('a new user of a project that asks for names is asked once, and can skip the question', async () => {
  await using service = await startFakeAccountService()
  service.config.signUpAsksName = true
  const openLink = (email: string) => {
    const query = new URLSearchParams({
      after_auth_return_to: '/dial',
      code: service.newCode('sign-in', email),
    })
    return openApp(service, `/handler/magic-link-callback?${query}`)
  }

  openLink(ada)
  await screen.findByRole('heading', { name: 'What is your name?' })
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Name is required.')
  await userEvent.keyboard(' Ada Brandt {Enter}')
  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  const [request] = service.requestsTo('PATCH /users/me')
  expect(JSON.parse(request?.body ?? '')).toEqual({ display_name: 'Ada Brandt' })
  resetBrowser()

  openLink('grace@example.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Skip' }))
  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect(service.requestsTo('PATCH /users/me')).toHaveLength(1)
})

test('a 6-character link signs in in the requesting browser', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/sign-in')
  await app.sendMagicLinkEmail(ada)
  const shortCode = service.codesTo(ada)[0]?.slice(0, 6)
  const other = openApp(service, `/handler/magic-link-callback?code=${shortCode}`)

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect((await other.app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
})

/**
 * Guarantee (CO6): a link requested in another browser does not sign in, and the page says where to enter its
 * code.
 */
test('CO6: in another browser, a 6-character link asks the user to enter its code in the requesting browser', async () => {
  await using service = await startFakeAccountService()
  const shortCode = service.newCode('sign-in', ada).slice(0, 6)
  openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2Fdial&code=${shortCode}`)

  await screen.findByRole('heading', { name: 'This link was requested in another browser' })
  expect(
    screen.getByText(`Enter the code ${shortCode.toUpperCase()} on the page where you requested it`, {
      exact: false,
    }),
  ).toBeTruthy()
  expect(service.requestsTo('POST /auth/otp/sign-in')).toEqual([])

  await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }))
  expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy()
})

/** Guarantee (UA13): a link cannot sign a person in to the account of its sender without a question. */
test('UA13: where scripts cannot read the session, a link of another browser asks before it signs in', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada)
  openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2Fdial&code=${code}`, {
    tokenStore: 'http-only',
  })

  await screen.findByRole('heading', { name: 'Sign in with this link?' })
  expect(screen.getByText('the account of another person', { exact: false })).toBeTruthy()
  expect(service.requestsTo('POST /auth/otp/sign-in')).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await expect.poll(() => service.requestsTo('POST /auth/otp/sign-in')).toHaveLength(1)
})

test('UA13: the complete code of a link that this browser requested signs in without a question', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/sign-in', { tokenStore: 'http-only' })
  await app.sendMagicLinkEmail(ada)
  const code = service.codesTo(ada)[0]
  openApp(service, `/handler/magic-link-callback?code=${code}`, { tokenStore: 'http-only' })

  await expect.poll(() => service.requestsTo('POST /auth/otp/sign-in')).toHaveLength(1)
})

test('UA13: a link of the set-up page signs in without a question', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada)
  setReferrer(`${service.url}/set-up?lang=de-DE`)
  openApp(service, `/handler/magic-link-callback?code=${code}`, { tokenStore: 'http-only' })

  await expect.poll(() => service.requestsTo('POST /auth/otp/sign-in')).toHaveLength(1)
})

test.each([
  ['another page of the account service', (url: string) => `${url}/inbox/set-up`],
  ['the account service without a path', (url: string) => `${url}/`],
  ['a set-up page of another site', () => 'https://stranger.example/set-up'],
])('UA13: a link of %s asks before it signs in', async (_, toReferrer) => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada)
  setReferrer(toReferrer(service.url))
  openApp(service, `/handler/magic-link-callback?code=${code}`, { tokenStore: 'http-only' })

  await screen.findByRole('heading', { name: 'Sign in with this link?' })
  expect(service.requestsTo('POST /auth/otp/sign-in')).toEqual([])
})

function setReferrer(url: string): void {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(url)
}

test('a browser with the nonce of an earlier link detects that a later link was requested elsewhere', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/sign-in')
  await app.sendMagicLinkEmail(ada)
  openApp(service, '/handler/magic-link-callback?code=zzz999')

  expect(
    await screen.findByRole('heading', { name: 'This link was requested in another browser' }),
  ).toBeTruthy()
})

test('a link with a return target on another site signs in without redirecting', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada)
  openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2F%2Fexample.org&code=${code}`)

  expect(
    await screen.findByRole('heading', { name: 'You are signed in, but the link leads to another site.' }),
  ).toBeTruthy()
})

test.each([
  ['expired', 'The magic link has expired'],
  ['used', 'The magic link has already been used'],
  ['too many attempts', 'Too many attempts with this magic link'],
] as const)('the link state "%s" is explained, and the user can request a new link', async (state, title) => {
  await using service = await startFakeAccountService()
  const code = service.newCode('sign-in', ada, state)
  openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2Fdial&code=${code}`)

  await screen.findByRole('heading', { name: title })
  await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }))

  expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy()
  expect(window.location.search).toBe('?after_auth_return_to=%2Fdial')
})

test.each([
  ['', 'The magic link is incomplete'],
  ['?code=tooshort', 'The magic link is invalid'],
  [`?code=${'z'.repeat(45)}`, 'The magic link is invalid'],
])('a link with %j shows an explanation', async (search, title) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/magic-link-callback${search}`)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('a used link that is opened again by a signed-in user leads on', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const code = service.newCode('sign-in', ada, 'used')
  openApp(service, `/handler/magic-link-callback?after_auth_return_to=%2Fdial&code=${code}`)

  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})
