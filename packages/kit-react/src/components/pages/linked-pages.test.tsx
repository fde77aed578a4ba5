// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import {
  CliAuthConfirmation,
  EmailVerification,
  ForgotPassword,
  PasswordReset,
  TeamInvitation,
} from './linked-pages.tsx'
import { useCliAuthConfirmation } from './use-cli-auth-confirmation.ts'

const ada = 'ada@example.com'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

test('an application verifies an address with the code that it passes', async () => {
  const code = service.newCode('verification', ada)
  openApp(service, '/', { home: <EmailVerification searchParams={{ code }} /> })

  expect(await screen.findByRole('heading', { name: 'Your address is verified' })).toBeTruthy()
  expect(service.person(ada)?.isVerified).toBe(true)
  expect(screen.queryByRole('banner')).toBeNull()
})

test('without parameters, a page takes the code from the URL', async () => {
  openApp(service, `/verify?code=${service.newCode('verification', ada)}`, {
    home: <EmailVerification fullPage />,
  })

  expect(await screen.findByRole('heading', { name: 'Your address is verified' })).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
})

test('an application sets a new password with the code that it passes', async () => {
  const code = service.newCode('password-reset', ada)
  openApp(service, '/', { home: <PasswordReset searchParams={{ code }} /> })

  await userEvent.type(await screen.findByLabelText('New password'), 'another horse')
  await userEvent.type(screen.getByLabelText('Repeat password'), 'another horse')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))

  await screen.findByRole('link', { name: 'Sign in' })
  expect(service.person(ada)?.password).toBe('another horse')
})

test('an application asks for an e-mail with a link to a new password', async () => {
  openApp(service, '/', { home: <ForgotPassword /> })

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))

  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
  expect(service.codesTo(ada)).toHaveLength(1)
})

test('an application shows the invitation of the code that it passes', async () => {
  const code = service.newCode('invitation', ada)
  openApp(service, '/', { home: <TeamInvitation searchParams={{ code }} /> })

  expect(await screen.findByRole('heading', { name: /^You are invited to / })).toBeTruthy()
})

test('an application confirms a command-line login on its own page', async () => {
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  openApp(service, `/confirm?login_code=${code}`, { home: <CliAuthConfirmation /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Allow' }))

  expect(await screen.findByRole('heading', { name: 'The command line is signed in' })).toBeTruthy()
  expect(login.state).toBe('used')
})

/** A page of an application that confirms command-line logins. */
function Confirmation() {
  const { status, error, isLoading, authorize, retry } = useCliAuthConfirmation()
  return (
    <>
      <output>{status}</output>
      <p>{error?.message}</p>
      <button type="button" disabled={isLoading} onClick={authorize}>
        Authorize
      </button>
      <button type="button" onClick={retry}>
        Retry
      </button>
    </>
  )
}

const findStatus = (text: string) => screen.findByText(text, { selector: 'output' })

test('the hook for command-line logins approves the login, and allows another attempt after an error', async () => {
  storeSession(service, ada)
  const { code, login } = service.addCliLogin()
  login.isSecondFactorMissing = true
  openApp(service, `/confirm?login_code=${code}`, { home: <Confirmation /> })

  await findStatus('idle')
  await userEvent.click(screen.getByRole('button', { name: 'Authorize' }))
  await findStatus('error')
  expect(screen.getByText('Not possible.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findStatus('idle')
  login.isSecondFactorMissing = false
  await userEvent.click(screen.getByRole('button', { name: 'Authorize' }))

  await findStatus('success')
  expect(login.state).toBe('used')
})

test('the hook for command-line logins leads signed-out users to the sign-in page, which leads back', async () => {
  const { code } = service.addCliLogin()
  openApp(service, `/confirm?login_code=${code}`, { home: <Confirmation /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Authorize' }))

  await screen.findByRole('heading', { name: 'Sign in' })
  expect(window.location.search).toContain(encodeURIComponent(`/confirm?login_code=${code}`))
})

test('the hook for command-line logins needs a code', async () => {
  openApp(service, '/confirm', { home: <Confirmation /> })

  await findStatus('invalid')
  await userEvent.click(screen.getByRole('button', { name: 'Authorize' }))
  expect(service.requestsTo('POST /auth/cli/complete')).toEqual([])
})
