// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'

test('the link verifies the address once and continues', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  storeSession(service, ada)
  const code = service.newCode('verification', ada)
  const { app } = openApp(service, `/handler/email-verification?after_auth_return_to=%2Fdial&code=${code}`)

  await screen.findByRole('heading', { name: 'Your address is verified' })
  expect(service.requestsTo('POST /contact-channels/verify')).toHaveLength(1)
  expect((await app.getUser({ or: 'throw' })).primaryEmailVerified).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

/** Fetching a link does not consume the code; only the POST request of the opened page does. */
test('only the POST request of the page contains the code', async () => {
  await using service = await startFakeAccountService()
  const code = service.newCode('verification', ada)
  openApp(service, `/handler/email-verification?code=${code}`)
  await screen.findByRole('heading', { name: 'Your address is verified' })

  const naming = service.requests.filter(({ path, body }) => (path + body).includes(code))

  expect(naming.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /contact-channels/verify'])
})

/**
 * Guarantee (UA15): the link does nothing for a stranger who signed up with the address of the person who
 * opens it.
 */
test('UA15: a signed-out user signs in and returns before the address is verified', async () => {
  await using service = await startFakeAccountService()
  service.config.verificationNeedsSession = true
  service.addUser(ada, 'difference engine')
  const code = service.newCode('verification', ada)
  openApp(service, `/handler/email-verification?after_auth_return_to=%2Fdial&code=${code}`)

  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'difference engine{Enter}')

  await screen.findByRole('heading', { name: 'Your address is verified' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test('UA15: another user learns that the link belongs to another account', async () => {
  await using service = await startFakeAccountService()
  service.config.verificationNeedsSession = true
  service.addUser('grace@example.com', 'difference engine')
  storeSession(service, 'grace@example.com')
  openApp(service, `/handler/email-verification?code=${service.newCode('verification', ada)}`)

  await screen.findByRole('heading', { name: 'This link belongs to another account' })
  await userEvent.click(screen.getByRole('button', { name: 'Use another account' }))

  expect(await screen.findByLabelText('E-mail')).toBeTruthy()
})

test.each([
  ['expired', 'The verification link has expired'],
  ['used', 'The verification link has already been used'],
  ['too many attempts', 'Too many attempts with this verification link'],
] as const)('the link state "%s" is explained, and the user can request a new link', async (state, title) => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  storeSession(service, ada)
  openApp(service, `/handler/email-verification?code=${service.newCode('verification', ada, state)}`)

  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))

  expect(await screen.findByText(`Check the inbox of ${ada}.`)).toBeTruthy()
  expect(service.codesTo(ada)).toHaveLength(2)
})

test('opening the link again after verification is not an error', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine', { isVerified: true })
  storeSession(service, ada)
  openApp(service, `/handler/email-verification?code=${service.newCode('verification', ada, 'used')}`)

  await screen.findByRole('heading', { name: 'Your address is already verified' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test.each([
  ['?code=tooshort', 'The verification link is invalid'],
  [`?code=${'z'.repeat(45)}`, 'The verification link is invalid'],
  ['', 'Missing verification information'],
])(
  'a link with %j shows an explanation, and signed-out users are asked to sign in for a new one',
  async (search, title) => {
    await using service = await startFakeAccountService()
    openApp(service, `/handler/email-verification${search}`)

    await screen.findByRole('heading', { name: title })
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in to request a new link' }))

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  },
)

test('a failed connection can be retried', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/nothing-here')
  await app.project.load()
  service.network.isDown = true
  app.navigate(`/handler/email-verification?code=${service.newCode('verification', ada)}`)

  await screen.findByRole('heading', { name: 'Verification failed' })
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Your address is verified' })).toBeTruthy()
})

test('the result takes the focus, so that screen readers announce it', async () => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/email-verification?code=${service.newCode('verification', ada, 'expired')}`)

  await screen.findByRole('heading', { name: 'The verification link has expired' })

  expect(document.activeElement?.getAttribute('aria-label')).toBe('The verification link has expired')
})
