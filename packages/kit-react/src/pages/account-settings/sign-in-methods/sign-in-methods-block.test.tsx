// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { click, openSection, setFields, signInEmail, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('sign-in by e-mail cannot be turned off when it is the only method', async () => {
  await using service = await startService()
  setFields(service, { has_password: false, otp_auth_enabled: true })
  openSection(service, 'emails')

  const control = await screen.findByRole('switch', { name: 'Sign-in by e-mail' })

  expect(control.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('This is your only sign-in method. Add another one first.')).toBeTruthy()
})

test('a passkey cannot be removed when it is the only method', async () => {
  await using service = await startService()
  service.config.passkey = true
  setFields(service, { has_password: false, passkey_auth_enabled: true })
  openSection(service, 'emails')

  const remove = await screen.findByRole('button', { name: 'Remove passkey' })

  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('This is your only sign-in method. Add another one first.')).not.toHaveLength(0)
})

test('sign-in by e-mail and passkeys need a verified sign-in e-mail', async () => {
  await using service = await startService([{ ...signInEmail, is_verified: false }])
  service.config.passkey = true
  openSection(service, 'emails')

  const control = await screen.findByRole('switch', { name: 'Sign-in by e-mail' })

  expect(control.hasAttribute('disabled')).toBe(true)
  const register = screen.getByRole('button', { name: 'Register a passkey' })
  expect(register.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('Verify a sign-in e-mail first.').length).toBeGreaterThan(1)
})

test('a browser without passkeys is explained', async () => {
  await using service = await startService()
  service.config.passkey = true
  service.routes.set('POST /auth/passkey/initiate-passkey-registration', () => ({
    json: { options_json: { rp: { name: 'Phone' }, user: {} }, code: 'code' },
  }))
  openSection(service, 'emails')

  await click('Register a passkey')

  expect(await screen.findByText('This browser does not support passkeys.')).toBeTruthy()
})

test('a password cannot be set without a sign-in e-mail', async () => {
  await using service = await startService([])
  setFields(service, { has_password: false })
  openSection(service, 'emails')

  const set = await screen.findByRole('button', { name: 'Set password' })

  expect(set.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('Add a sign-in e-mail first.').length).toBeGreaterThan(0)
})

test('each invalid password of a change has its own sentence', async () => {
  await using service = await startService()
  service.routes.set('POST /auth/password/update', () => errorResponse('PASSWORD_CONFIRMATION_MISMATCH'))
  openSection(service, 'emails')

  await click('Change password')
  const dialog = await screen.findByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: 'Change password' })
  await user.click(submit)
  await within(dialog).findByText('Please enter your old password.')
  within(dialog).getByText('Password is required.')
  within(dialog).getByText('Please repeat your password.')
  await user.type(within(dialog).getByLabelText('Old password', { selector: 'input' }), 'wrong one')
  await user.type(within(dialog).getByLabelText('New password', { selector: 'input' }), 'short')
  await user.type(within(dialog).getByLabelText('Repeat password'), 'other')
  await user.click(submit)
  await within(dialog).findByText('The password must have at least 8 characters.')
  within(dialog).getByText('Passwords do not match.')
  await user.type(within(dialog).getByLabelText('New password', { selector: 'input' }), 'but longer')
  await user.clear(within(dialog).getByLabelText('Repeat password'))
  await user.type(within(dialog).getByLabelText('Repeat password'), 'shortbut longer')
  await user.click(submit)

  expect(await within(dialog).findByText('The old password is wrong.')).toBeTruthy()
})
