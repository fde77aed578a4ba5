// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'
const password = 'difference engine'

test('the user sees when and from where the command line asked, and allows it', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)

  await screen.findByRole('heading', { name: 'Sign in a command line?' })
  expect(screen.getByText('Just now, from 203.0.113.24')).toBeTruthy()
  expect(screen.getByText('parley-cli/1.0')).toBeTruthy()
  expect(screen.getByText('You sign out in this browser')).toBeTruthy()
  expect(screen.getByText(ada)).toBeTruthy()
  expect(login.state).toBe('waiting')
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }))

  await screen.findByRole('heading', { name: 'The command line is signed in' })
  expect(login.state).toBe('used')
})

test('the user rejects the command line', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)

  await userEvent.click(await screen.findByRole('button', { name: 'Do not allow' }))

  await screen.findByRole('heading', { name: 'The command line is not signed in' })
  expect(login.state).toBe('expired')
})

test('a signed-out user signs in first and returns', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  const { code } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByRole('button', { name: 'Allow' })).toBeTruthy()
})

test('another user can sign in and returns', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  service.addUser('grace@example.com', password)
  const { code } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)

  await userEvent.click(await screen.findByRole('button', { name: 'Not you?' }))
  await userEvent.type(await screen.findByLabelText('E-mail'), 'grace@example.com')
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByText('grace@example.com')).toBeTruthy()
})

test.each([
  ['expired', 'CLI authentication request expired. Please try again.'],
  ['used', 'This authentication token has already been used.'],
] as const)('a request that is %s is explained, before and after the answer', async (state, title) => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  const { app } = openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)
  await screen.findByRole('button', { name: 'Allow' })

  login.state = state
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
  await screen.findByRole('heading', { name: title })
  app.navigate('/handler/sign-out')
  await screen.findByRole('heading', { name: 'You are signed out' })
  app.navigate(`/handler/cli-auth-confirm?login_code=${code}`)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test.each([
  ['', 'The link is incomplete'],
  ['?login_code=tooshort', 'This request does not exist'],
  [`?login_code=${'z'.repeat(45)}`, 'This request does not exist'],
])('a link with %j is explained', async (search, title) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/cli-auth-confirm${search}`)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

/** Guarantee: a sign-in e-mail that a stranger requests does not lead the user to the stranger's command line. */
test('ZR459: the link of an e-mail cannot open the confirmation', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { code } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}&code=${'z'.repeat(45)}`)

  expect(await screen.findByRole('heading', { name: 'This request does not exist' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})

test('a failure is explained and can be retried', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  openApp(service, `/handler/cli-auth-confirm?login_code=${code}`)
  await screen.findByRole('button', { name: 'Allow' })

  login.isSecondFactorMissing = true
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to authorize the CLI application')
  login.isSecondFactorMissing = false
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }))

  expect(await screen.findByRole('heading', { name: 'The command line is signed in' })).toBeTruthy()
})
