// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

/** Starts a service in which an anonymous user is signed in. */
async function startService() {
  const service = await startFakeAccountService()
  const name = 'anonymous'
  service.addUser(name, '')
  const person = service.person(name)
  if (person) person.fields = { is_anonymous: true, primary_email: null, has_password: false }
  storeSession(service, name)
  return service
}

test('an anonymous user can sign in, and sees what an account keeps', async () => {
  await using service = await startService()
  openApp(service, '/handler/sign-in')

  expect(await screen.findByText('You use Kestrel Freight without an account.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
  expect(screen.getByLabelText('E-mail')).toBeTruthy()
})

test('without sign-up, an anonymous user is not asked to create an account', async () => {
  await using service = await startService()
  service.config.signUp = false
  openApp(service, '/handler/sign-in')

  await screen.findByText('You use Kestrel Freight without an account.')
  expect(screen.queryByText('Create one', { exact: false })).toBeNull()
})

test.each([
  [true, 'What you have done so far is kept.Sign up with a password for that.'],
  [false, 'What you have done so far is kept.'],
])(
  'the sign-up page promises to keep data for a password only, with magic links: %s',
  async (hasLinks, text) => {
    await using service = await startService()
    service.config.magicLink = hasLinks
    openApp(service, '/handler/sign-up')

    const title = await screen.findByText('What you have done so far is kept.')
    expect(title.parentElement?.textContent).toBe(text)
  },
)

test('a sign-up page without passwords does not promise to keep data', async () => {
  await using service = await startService()
  service.config.password = false
  openApp(service, '/handler/sign-up')

  await screen.findByLabelText('E-mail')
  expect(screen.queryByText('What you have done so far is kept.')).toBeNull()
})

test('the account settings lead an anonymous user to sign-up and sign-in', async () => {
  await using service = await startService()
  openApp(service, '/handler/account-settings')

  const create = await screen.findByRole('link', { name: 'Create account' })
  expect(create.getAttribute('href')).toContain('/handler/sign-up?after_auth_return_to=')
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('signing out ends the session of an anonymous user', async () => {
  await using service = await startService()
  openApp(service, '/handler/sign-out')

  await screen.findByRole('heading', { name: 'You are signed out' })
  await waitFor(() => expect(service.countSessions('anonymous')).toBe(0))
})

test('a visitor without a session sees no word about anonymous use', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')

  await userEvent.click(await screen.findByLabelText('E-mail'))
  expect(screen.queryByText('without an account', { exact: false })).toBeNull()
})
