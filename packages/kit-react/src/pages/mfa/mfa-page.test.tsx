// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import {
  type FakeAccountService,
  recoveryCode,
  startFakeAccountService,
} from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const linus = 'linus@example.com'
const password = 'penguin in the garden'
const totpCode = '482913'

/** Signs in with the password and waits for the second-factor page. */
async function openSecondFactorPage(service: FakeAccountService) {
  service.addUser(linus, password, { totpCode })
  const opened = openApp(service, '/handler/sign-in?after_auth_return_to=%2Fdial')
  await userEvent.type(await screen.findByLabelText('E-mail'), linus)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
  await screen.findByRole('heading', { name: 'Enter your code' })
  return opened
}

const findCodeField = () => screen.findByLabelText('6-digit code')

test('the sixth digit completes the sign-in, which returns to the previous page', async () => {
  await using service = await startFakeAccountService()
  const { app } = await openSecondFactorPage(service)
  const field = await findCodeField()
  expect(document.activeElement).toBe(field)

  await userEvent.type(field, totpCode)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(linus)
  expect(app.getMfaAttemptCode()).toBeNull()
})

test('a code can be pasted with a space', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)

  await userEvent.click(await findCodeField())
  await userEvent.paste(' 482 913\n')

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test('after an incorrect code another one can be entered', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)
  const field = await findCodeField()

  await userEvent.type(field, '000000')
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect code. Please try again.')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field).toHaveProperty('value', '')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field, totpCode)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test('the message of an incorrect code stays until the user types', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)
  const field = await findCodeField()
  await userEvent.type(field, '000000')
  await screen.findByRole('alert')

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('alert').textContent).toContain('Incorrect code. Please try again.')
  expect(screen.queryByText('Enter all 6 digits.')).toBeNull()
  expect(document.activeElement).toBe(field)
  expect(service.requestsTo('POST /auth/mfa/sign-in')).toHaveLength(1)

  await userEvent.type(field, '4')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an incomplete code is not sent', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)

  await userEvent.type(await findCodeField(), '48 x{Enter}')

  expect(await screen.findByText('Enter all 6 digits.')).toBeTruthy()
  expect(service.requestsTo('POST /auth/mfa/sign-in')).toEqual([])
})

test('a recovery code replaces the authenticator app', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)

  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  const field = await screen.findByLabelText('Recovery code')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByText('Enter a recovery code.')).toBeTruthy()
  await userEvent.type(field, 'wrong-code{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect code. Please try again.')
  await userEvent.clear(field)
  await userEvent.type(field, `${recoveryCode}{Enter}`)

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})

test('an expired sign-in starts again, with the return target', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)
  service.expireCodes()

  await userEvent.type(await findCodeField(), totpCode)
  await screen.findByRole('heading', { name: 'The sign-in has expired' })
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(window.location.search).toBe('?after_auth_return_to=%2Fdial')
})

test('without a sign-in the page leads to the sign-in page', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/mfa')

  await screen.findByRole('heading', { name: 'No sign-in is in progress' })
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

test('a lost connection is explained, and the same code can be sent again', async () => {
  await using service = await startFakeAccountService()
  await openSecondFactorPage(service)
  service.network.isDown = true
  await userEvent.type(await findCodeField(), totpCode)
  expect((await screen.findByRole('alert')).textContent).toContain('The account service cannot be reached.')
  service.network.isDown = false

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByText('The application at /dial')).toBeTruthy()
})
