// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'

test('the sign-in page leads to the page, with the typed e-mail and the return target', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  openApp(service, '/handler/sign-in?after_auth_return_to=%2Fdial')

  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', ada)
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByRole('heading', { name: 'Check your inbox' })

  const [request] = service.requestsTo('POST /auth/password/send-reset-code')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    email: ada,
    callback_url: 'http://localhost:3000/handler/password-reset?after_auth_return_to=%2Fdial',
  })
})

/** Guarantee: the page does not reveal whether an e-mail has an account. */
test.each([ada, 'unknown@example.com'])('the result for %s does not depend on an account', async (email) => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  openApp(service, '/handler/forgot-password')

  await userEvent.type(await screen.findByLabelText('E-mail'), `${email}{Enter}`)

  const heading = await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(heading.parentElement?.textContent).toContain(
    `If a user exists with the e-mail ${email}, a message was sent. Check your spam folder too.`,
  )
})

test('the message can be sent again, or to another e-mail', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  openApp(service, '/handler/forgot-password')
  await userEvent.type(await screen.findByLabelText('E-mail'), `${ada}{Enter}`)

  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('status')).textContent).toContain('Only the latest link is valid.')
  expect(service.codesTo(ada)).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }))

  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', ada)
})

test.each([
  ['', 'Please enter your e-mail.'],
  ['ada', 'Please enter a valid e-mail address.'],
])('the input "%s" is not sent', async (input, reason) => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/forgot-password')
  await userEvent.type(await screen.findByLabelText('E-mail'), `${input}{Enter}`)

  expect(await screen.findByText(reason)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expect(service.requestsTo('POST /auth/password/send-reset-code')).toEqual([])
})

test('a project without passwords offers a magic link', async () => {
  await using service = await startFakeAccountService()
  service.config.password = false
  openApp(service, '/handler/forgot-password?after_auth_return_to=%2Fdial')
  await userEvent.type(await screen.findByLabelText('E-mail'), `${ada}{Enter}`)

  expect((await screen.findByRole('alert')).textContent).toContain('Request a magic link instead.')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in with a magic link' }))

  expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(window.location.search).toContain('after_auth_return_to=%2Fdial')
})

test('a lost connection keeps the input', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/forgot-password')
  await userEvent.type(await screen.findByLabelText('E-mail'), ada)
  service.network.isDown = true
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))

  expect((await screen.findByRole('alert')).textContent).toContain('The account service cannot be reached.')
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', ada)
})
