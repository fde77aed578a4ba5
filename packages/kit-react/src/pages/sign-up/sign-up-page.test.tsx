// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'
const password = 'difference engine'

async function signUp(email: string, chosen: string, repeated: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), email)
  if (chosen) await user.type(screen.getByLabelText('Password', { selector: 'input' }), chosen)
  if (repeated) await user.type(screen.getByLabelText('Repeat password'), repeated)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
}

test('a new user signs up and is signed in, and the e-mail returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  const { app } = openApp(service, '/handler/sign-up?after_auth_return_to=%2Fdial')

  await signUp(ada, password, password)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  const [request] = service.requestsTo('POST /auth/password/sign-up')
  expect(JSON.parse(request?.body ?? '').verification_callback_url).toBe(
    'http://localhost:3000/handler/email-verification?after_auth_return_to=%2Fdial',
  )
})

test('register is an alias of the page', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/register')

  expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeTruthy()
})

/** A form never reveals its errors one at a time. */
test('all errors are shown together at their fields, and the first one gets the focus', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')

  await signUp('ada', 'short', 'shorter')

  const expectations = [
    ['E-mail', 'Please enter a valid e-mail address.'],
    ['Password', 'The password must have at least 8 characters.'],
    ['Repeat password', 'Passwords do not match.'],
  ] as const
  for (const [label, reason] of expectations) {
    await screen.findByText(reason)
    const field = screen.getByLabelText(label, { selector: 'input' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const [described = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(document.getElementById(described)?.textContent).toBe(reason)
  }
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expect(service.requestsTo('POST /auth/password/sign-up')).toEqual([])
})

test('hint and validation have the password length limits of the project', async () => {
  await using service = await startFakeAccountService()
  service.config.passwordMinLength = 12
  openApp(service, '/handler/sign-up')
  expect(await screen.findByText('12 to 70 characters')).toBeTruthy()

  await signUp(ada, 'short one', 'short one')

  expect(await screen.findByText('The password must have at least 12 characters.')).toBeTruthy()
})

test('a project can ask for the name', async () => {
  await using service = await startFakeAccountService()
  service.config.signUpAsksName = true
  openApp(service, '/handler/sign-up')

  await signUp(ada, password, password)
  expect(await screen.findByText('Name is required.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), ' Ada Brandt {Enter}')

  expect(await screen.findByText('The application at /')).toBeTruthy()
  const [request] = service.requestsTo('POST /auth/password/sign-up')
  expect(JSON.parse(request?.body ?? '').display_name).toBe('Ada Brandt')
})

test('a project for invited people says so, and what others can do', async () => {
  await using service = await startFakeAccountService()
  service.config.signUpMode = 'invited'
  service.newCode('invitation', ada)
  openApp(service, '/handler/sign-up')
  await screen.findByText('Only invited people can create an account')

  await signUp(ada, password, password)

  await screen.findByText('You need an invitation to sign up with this address')
  await screen.findByText(/or ask an administrator of Kestrel Freight to invite you/)
})

/** Guarantee: the page of an invitation leads to a sign-up that the invitation allows. */
test('XR1: the sign-up page of an invitation sends its code, and no other code', async () => {
  await using service = await startFakeAccountService()
  service.config.signUpMode = 'invited'
  const code = service.newCode('invitation', ada)
  const openSignUp = (target: string) =>
    openApp(service, `/handler/sign-up?after_auth_return_to=${encodeURIComponent(target)}`)
  const readCodes = () =>
    service
      .requestsTo('POST /auth/password/sign-up')
      .map((request) => JSON.parse(request.body).invitation_code)

  openSignUp(`/dial?code=${code}`)
  await signUp(ada, password, password)
  await screen.findByText('You need an invitation to sign up with this address')
  resetBrowser()
  openSignUp(`/handler/team-invitation?code=${code}`)
  await signUp(ada, password, password)

  await screen.findByRole('heading', { name: 'Join Night shift' })
  expect(readCodes()).toEqual([undefined, code])
})

test('an open project mentions no invitations', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')

  await screen.findByLabelText('E-mail')
  expect(screen.queryByText(/invited/)).toBeNull()
})

test('a project that does not ask for the name gets none', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')
  await signUp(ada, password, password)
  await screen.findByText('The application at /')

  const [request] = service.requestsTo('POST /auth/password/sign-up')
  expect(JSON.parse(request?.body ?? '')).not.toHaveProperty('display_name')
})

test.each([
  [password, '', 'Please repeat your password.', 'Repeat password'],
  [password, 'another', 'Passwords do not match.', 'Repeat password'],
  ['password', 'password', 'This password is too common. Choose another one.', 'Password'],
  [
    'aaaaaaaa',
    'aaaaaaaa',
    'This password is one repeated character, only spaces, or your e-mail address. Choose another one.',
    'Password',
  ],
  ['short', 'short', 'The password must have at least 8 characters.', 'Password'],
])('%j repeated as %j is rejected at its field', async (chosen, repeated, reason, focused) => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')

  await signUp(ada, chosen, repeated)

  expect(await screen.findByText(reason)).toBeTruthy()
  const field = screen.getByLabelText(focused, { selector: 'input' })
  expect(document.activeElement).toBe(field)
  const described = field.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  expect(document.getElementById(described)?.textContent).toBe(reason)
  expect(service.person(ada)).toBeUndefined()
})

test('an e-mail address with an account shows an error and a link to sign in', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, password)
  openApp(service, '/handler/sign-up')

  await signUp(ada, password, password)

  expect((await screen.findByRole('alert')).textContent).toContain('This e-mail already has an account.')
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('password managers suggest a new password', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')

  const fields = [
    await screen.findByLabelText('Password', { selector: 'input' }),
    screen.getByLabelText('Repeat password'),
  ]

  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['new-password', 'new-password'])
})

test('an account can be created without a password', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/sign-up')
  const user = userEvent.setup()

  await user.click(await screen.findByRole('tab', { name: 'Magic link' }))
  await user.type(screen.getByLabelText('E-mail'), `${ada}{Enter}`)
  await user.type(await screen.findByLabelText('Code'), `${service.codesTo(ada)[0]?.slice(0, 6)}{Enter}`)

  expect(await screen.findByText('The application at /')).toBeTruthy()
})

test('a project that asks for the name asks a user without a password after the code', async () => {
  await using service = await startFakeAccountService()
  service.config.signUpAsksName = true
  openApp(service, '/handler/sign-up')
  const user = userEvent.setup()

  await user.click(await screen.findByRole('tab', { name: 'Magic link' }))
  await user.type(screen.getByLabelText('E-mail'), `${ada}{Enter}`)
  await user.type(await screen.findByLabelText('Code'), `${service.codesTo(ada)[0]?.slice(0, 6)}{Enter}`)
  await screen.findByRole('heading', { name: 'What is your name?' })
  await user.keyboard('Ada Brandt{Enter}')

  expect(await screen.findByText('The application at /')).toBeTruthy()
  const [request] = service.requestsTo('PATCH /users/me')
  expect(JSON.parse(request?.body ?? '')).toEqual({ display_name: 'Ada Brandt' })
})

test('a notice replaces the form if sign-up is disabled', async () => {
  await using service = await startFakeAccountService()
  service.config.signUp = false
  openApp(service, '/handler/sign-up')

  expect(
    await screen.findByRole('heading', { name: 'Sign up for new users is not enabled at the moment' }),
  ).toBeTruthy()
  expect(screen.queryByLabelText('E-mail')).toBeNull()
})
