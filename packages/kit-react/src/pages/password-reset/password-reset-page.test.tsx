// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'
const password = 'analytical engine'

async function setPassword(chosen: string, repeated: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText('New password', { selector: 'input' })
  await user.clear(field)
  if (chosen) await user.type(field, chosen)
  await user.clear(screen.getByLabelText('Repeat password'))
  if (repeated) await user.type(screen.getByLabelText('Repeat password'), repeated)
  await user.click(screen.getByRole('button', { name: 'Set password' }))
}

test('the link sets a new password, with which the user signs in and returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  const code = service.newCode('password-reset', ada)
  openApp(service, `/handler/password-reset?after_auth_return_to=%2Fdial&code=${code}`)

  await setPassword(password, password)
  await screen.findByRole('heading', { name: 'Your password is set' })
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test.each([
  ['expired', 'The password reset link has expired'],
  ['used', 'The password reset link has already been used'],
  ['too many attempts', 'Too many attempts with this password reset link'],
] as const)('the link state "%s" is explained before a password is typed', async (state, title) => {
  await using service = await startFakeAccountService()
  const code = service.newCode('password-reset', ada, state)
  openApp(service, `/handler/password-reset?after_auth_return_to=%2Fdial&code=${code}`)

  await screen.findByRole('heading', { name: title })
  expect(document.activeElement?.getAttribute('aria-label')).toBe(title)
  await userEvent.click(screen.getByRole('link', { name: 'Request a new link' }))

  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy()
  expect(window.location.search).toBe('?after_auth_return_to=%2Fdial')
})

test('a used link leads to sign-in, and then to the previous page', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  const code = service.newCode('password-reset', ada, 'used')
  openApp(service, `/handler/password-reset?after_auth_return_to=%2Fdial&code=${code}`)

  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test.each([
  ['?code=tooshort', 'The password reset link is invalid'],
  [`?code=${'z'.repeat(45)}`, 'The password reset link is invalid'],
  ['', 'The password reset link is incomplete'],
])('a link with %j is explained', async (search, title) => {
  await using service = await startFakeAccountService()
  openApp(service, `/handler/password-reset${search}`)

  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy()
})

test('a link that expires while the password is typed is explained', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  const code = service.newCode('password-reset', ada)
  openApp(service, `/handler/password-reset?code=${code}`)
  await screen.findByLabelText('New password', { selector: 'input' })
  service.expireCodes()

  await setPassword(password, password)

  expect(await screen.findByRole('heading', { name: 'The password reset link has expired' })).toBeTruthy()
})

test('each invalid password has its own sentence, and the link stays usable', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  const code = service.newCode('password-reset', ada)
  openApp(service, `/handler/password-reset?code=${code}`)

  for (const [chosen, repeated, reason] of [
    ['', '', 'Password is required.'],
    ['short', 'short', 'The password must have at least 8 characters.'],
    ['x'.repeat(71), 'x'.repeat(71), 'The password can have at most 70 characters.'],
    [password, '', 'Please repeat your password.'],
    [password, 'difference engine', 'Passwords do not match.'],
    ['password', 'password', 'This password is too common. Choose another one.'],
    [
      'aaaaaaaa',
      'aaaaaaaa',
      'This password is one repeated character, only spaces, or your e-mail address. Choose another one.',
    ],
  ] as const) {
    await setPassword(chosen, repeated)
    expect(await screen.findByText(reason)).toBeTruthy()
  }
  expect(service.requestsTo('POST /auth/password/reset')).toHaveLength(2)
  await setPassword(password, password)

  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeTruthy()
})

test('a failed connection can be retried, before and after the password is typed', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  const code = service.newCode('password-reset', ada)
  const { app } = openApp(service, '/handler/nothing-here')
  await app.project.load()
  service.network.isDown = true
  app.navigate(`/handler/password-reset?code=${code}`)

  await screen.findByRole('heading', { name: 'Failed to reset password' })
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('New password', { selector: 'input' })
  service.network.isDown = true
  await setPassword(password, password)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to reset password')
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))

  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeTruthy()
})
