// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(() => {
  resetBrowser()
  vi.restoreAllMocks()
})

const ada = 'ada@example.com'
const password = 'difference engine'

async function signIn(email: string, enteredPassword: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), enteredPassword)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a user signs in with a password and continues to the application', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  const { app } = openApp(service, '/handler/sign-in')

  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.getByText('localhost:3000', { exact: false }).closest('p')?.textContent).toBe(
    'at Kestrel Freight on localhost:3000',
  )
  await signIn(ada, password)

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
})

test('log-in is an alias of the page', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/log-in')

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('after sign-in the user returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in?after_auth_return_to=%2Fcontacts%3Fcall%3D1')

  await signIn(ada, password)

  expect(await screen.findByText('The application at /contacts?call=1')).toBeTruthy()
})

/** A link to the sign-in page cannot redirect the user to another site. */
test('a return target on another site is not opened, and a link to the home page is shown', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in?after_auth_return_to=https%3A%2F%2Fexample.org%2F')

  await signIn(ada, password)

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('You are signed in, but the link leads to another site.')
  await userEvent.click(screen.getByRole('link', { name: 'Back to home' }))
  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a wrong password is announced, marks both fields and can be retried', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in')

  await signIn(ada, 'analytical engine')

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'Wrong e-mail or password.Check both. After several wrong passwords, the correct one is rejected too. A code sent by e-mail always works.',
  )
  const email = screen.getByLabelText('E-mail')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Password', { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email)

  await userEvent.clear(screen.getByLabelText('Password', { selector: 'input' }))
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
  expect(await screen.findByText('The application at /')).toBeTruthy()
})

/**
 * Guarantee (SR25, EN3): a user whose password is rejected because of the attempts of others finds another
 * way to sign in.
 */
test('SR25: after a rejected password the user is offered a code, for the same e-mail', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in')
  const offer = () => screen.queryByRole('button', { name: 'Sign in with a code instead' })

  await screen.findByLabelText('E-mail')
  expect(offer()).toBeNull()
  await signIn(ada, 'analytical engine')
  await screen.findByRole('button', { name: 'Sign in with a code instead' })
  const actions = within(screen.getByRole('tabpanel')).getAllByRole('button').slice(-2)
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Sign in', 'Sign in with a code instead'])
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a code instead' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send link' }))

  await waitFor(() => expect(service.codesTo(ada)).toHaveLength(1))
})

test.each([
  ['', '', 'E-mail is required.', 'Password is required.', 'E-mail'],
  ['ada', 'x', 'Please enter a valid e-mail address.', null, 'E-mail'],
  ['ada@example', 'x', 'Please enter a valid e-mail address.', null, 'E-mail'],
  [ada, '', null, 'Password is required.', 'Password'],
])(
  '%j and %j are judged before anything is sent',
  async (email, typed, emailError, passwordError, focused) => {
    await using service = await startFakeAccountService()
    openApp(service, '/handler/sign-in')
    const user = userEvent.setup()

    await user.type(await screen.findByLabelText('E-mail'), email || '{Tab}')
    if (typed) await user.type(screen.getByLabelText('Password', { selector: 'input' }), typed)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    for (const text of [emailError, passwordError]) if (text) expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(focused, { selector: 'input' }))
    expect(service.requestsTo('POST /auth/password/sign-in')).toEqual([])
  },
)

/** Only one attempt runs at a time, however often the user submits. */
test('a double submit signs in once', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in')
  const email = await screen.findByLabelText('E-mail')
  await userEvent.type(email, ada)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)

  const form = email.closest('form')
  form?.requestSubmit()
  form?.requestSubmit()

  await screen.findByText('The application at /')
  expect(service.requestsTo('POST /auth/password/sign-in')).toHaveLength(1)
})

test('password managers recognise the fields', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')

  const email = await screen.findByLabelText('E-mail')

  expect(email.getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password', { selector: 'input' }).getAttribute('autocomplete')).toBe(
    'current-password',
  )
})

test('the password can be shown', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')

  await userEvent.click(await screen.findByRole('button', { name: 'Show password' }))

  expect(screen.getByLabelText('Password', { selector: 'input' }).getAttribute('type')).toBe('text')
})

test('a user requests a link and enters the code of the e-mail', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in')
  const user = userEvent.setup()

  await user.type(await screen.findByLabelText('E-mail'), ada)
  await user.click(screen.getByRole('tab', { name: 'Magic link' }))
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', ada)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect((await screen.findByRole('status')).textContent).toContain(`We sent an e-mail to ${ada}.`)

  const code = screen.getByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await user.type(code, 'zzzzzz{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid code')
  expect(document.activeElement).toBe(code)

  await user.clear(code)
  const sent = service.codesTo(ada)[0] ?? ''
  await user.type(code, `${sent.slice(0, 3).toUpperCase()} ${sent.slice(3, 6).toUpperCase()}{Enter}`)
  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('the page continues when the link of the e-mail has signed in in another tab', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-in')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), ada)
  await user.click(screen.getByRole('tab', { name: 'Magic link' }))
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByLabelText('Code')

  storeSession(service, ada)

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a code that is not six characters long is not sent', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in#magic-link')

  await userEvent.type(await screen.findByLabelText('E-mail'), `${ada}{Enter}`)
  await userEvent.type(await screen.findByLabelText('Code'), '12345{Enter}')

  expect(screen.getByText('Enter the 6-character code.')).toBeTruthy()
  expect(service.requestsTo('POST /auth/otp/sign-in')).toEqual([])
})

test('another e-mail can be sent, and only its code is accepted', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in#magic-link')
  await userEvent.type(await screen.findByLabelText('E-mail'), `${ada}{Enter}`)

  await userEvent.click(await screen.findByRole('button', { name: 'Send another e-mail' }))
  await screen.findByText('We sent another e-mail. Only the latest one is valid.')
  const [, second = ''] = service.codesTo(ada)
  await userEvent.type(screen.getByLabelText('Code'), `${second.slice(0, 6)}{Enter}`)

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a rejected link request shows the reason', async () => {
  await using service = await startFakeAccountService()
  service.config.signUp = false
  openApp(service, '/handler/sign-in#magic-link')
  const email = await screen.findByLabelText('E-mail')

  await userEvent.type(email, `${ada}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toContain('New account registration is not allowed')

  service.config.magicLink = false
  await userEvent.type(email, '{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('This project does not send magic links.'),
  )
})

test('disabled sign-in methods are not offered, and a notice is shown without any method', async () => {
  await using service = await startFakeAccountService()
  service.config.password = false
  openApp(service, '/handler/sign-in')
  expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  resetBrowser()

  service.config.magicLink = false
  openApp(service, '/handler/sign-in')
  expect(await screen.findByText('Sign-in is currently unavailable.')).toBeTruthy()
})

test('a lost connection shows an explanation and keeps the input', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')
  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  service.network.isDown = true

  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  expect((await screen.findByRole('alert')).textContent).toBe(
    'The account service cannot be reached.Check your connection and try again.',
  )
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', ada)
})

test('a page that failed to load can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await using service = await startFakeAccountService()
  service.network.isDown = true
  openApp(service, '/handler/sign-in')

  await screen.findByText('The account service cannot be reached.')
  service.network.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('a signed-in user can continue or sign out', async () => {
  await using service = await startFakeAccountService()
  storeSession(service, ada)
  openApp(service, '/handler/sign-in?after_auth_return_to=%2Fdial')

  await screen.findByRole('heading', { name: 'You are signed in' })
  expect(screen.getByText(`as ${ada}`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test('the link to the sign-up page keeps the return target', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in?after_auth_return_to=%2Fdial')

  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))

  await screen.findByRole('heading', { name: 'Create an account' })
  expect(window.location.search).toBe('?after_auth_return_to=%2Fdial')
})

test('the language can be changed and is stored', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-in')

  await userEvent.selectOptions(await screen.findByLabelText('Language'), 'de-DE')
  expect(await screen.findByRole('heading', { name: 'Anmelden' })).toBeTruthy()
  expect(localStorage.getItem('parley-language')).toBe('de-DE')
})
