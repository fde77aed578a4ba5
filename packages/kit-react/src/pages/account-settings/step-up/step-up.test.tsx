// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { choose, refuse, stubBrowser } from '../../../components/passkey-button/passkey-browser.fixture.ts'
import {
  ada,
  click,
  openSection,
  password,
  setFields,
  signInEmail,
  startService,
  user,
} from '../settings.fixture.ts'

afterEach(() => {
  resetBrowser()
  vi.unstubAllGlobals()
})

/** Starts a service in which a change of the display name needs a recent sign-in, once. */
async function startWithStepUp(fields: Readonly<Record<string, unknown>>) {
  const service = await startService([signInEmail])
  setFields(service, { has_password: false, ...fields })
  const saved: unknown[] = []
  let isConfirmed = false
  service.routes.set('PATCH /users/me', (body) => {
    if (!isConfirmed) {
      isConfirmed = true
      return errorResponse('USER_AUTHENTICATION_REQUIRED')
    }
    saved.push(body.display_name)
    setFields(service, body)
    return { json: {} }
  })
  return Object.assign(service, { saved })
}

async function changeName(): Promise<HTMLElement> {
  await user.type(await screen.findByLabelText('Display name'), 'Ada')
  await click('Save')
  return await screen.findByRole('dialog', { name: 'Confirm that it is you' })
}

test('a user without a password confirms with a code by e-mail', async () => {
  await using service = await startWithStepUp({ otp_auth_enabled: true })
  openSection(service, 'profile')

  const dialog = await changeName()
  await click(`Send a code to ${ada}`)
  const field = await within(dialog).findByLabelText('Code from the e-mail')
  await user.type(field, 'zzzzzz{Enter}')
  await within(dialog).findByText('Wrong code.')
  await user.clear(field)
  await user.type(field, `${service.codesTo(ada).at(-1)?.slice(0, 6)}{Enter}`)

  await waitFor(() => expect(service.saved).toEqual(['Ada']))
  expect(service.countSessions(ada)).toBe(1)
})

test('a user without a password confirms with a passkey', async () => {
  await using service = await startWithStepUp({ passkey_auth_enabled: true })
  service.config.passkey = true
  service.addPasskey('key', ada)
  const choices = [refuse('NotAllowedError'), choose('key')]
  stubBrowser({ dialog: (options) => (choices.shift() ?? choose('key'))(options) })
  openSection(service, 'profile')

  const dialog = await changeName()
  expect((await axe.run(dialog)).violations.map(({ id }) => id)).toEqual([])
  await click('Use the passkey')
  await within(dialog).findByText('No passkey was used.')
  await click('Use the passkey')

  await waitFor(() => expect(service.saved).toEqual(['Ada']))
  expect(service.countSessions(ada)).toBe(1)
})

test('a passkey of another user of this browser confirms nothing and signs no other user in', async () => {
  await using service = await startWithStepUp({ passkey_auth_enabled: true })
  service.config.passkey = true
  service.addPasskey('key', 'grace@example.com')
  stubBrowser({ dialog: choose('key') })
  const { app } = openSection(service, 'profile')

  const dialog = await changeName()
  await click('Use the passkey')

  await within(dialog).findByText('That is another account. Confirm with the account that you use here.')
  expect(service.saved).toEqual([])
  await app.user.refresh()
  expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(ada)
  expect(service.countSessions(ada)).toBe(1)
  expect(service.countSessions('grace@example.com')).toBe(0)
})

test('a user without a password confirms at a provider, and returns to the section', async () => {
  await using service = await startWithStepUp({ oauth_providers: [{ id: 'github' }] })
  service.config.oauthProviders = ['google', 'github']
  const { left } = openSection(service, 'profile')

  const dialog = await changeName()
  within(dialog).getByText('You leave this page and return. Then repeat the change.')
  expect(within(dialog).queryByRole('button', { name: 'Sign in with Google' })).toBeNull()
  await click('Sign in with GitHub')

  await waitFor(() => expect(left).toHaveLength(1))
  const request = left[0]?.searchParams
  expect(request?.get('type')).toBe('authenticate')
  expect(request?.get('after_callback_redirect_url')).toBe('/handler/account-settings#profile')
  const callback = new URL(request?.get('redirect_uri') ?? '')
  expect(callback.searchParams.get('expected_user_id')).toBe(service.person(ada)?.id)
})

test('a user who signs in with a provider is offered the provider before a code by e-mail', async () => {
  await using service = await startWithStepUp({ otp_auth_enabled: true, oauth_providers: [{ id: 'github' }] })
  service.config.oauthProviders = ['github']
  openSection(service, 'profile')

  const buttons = within(await changeName()).getAllByRole('button')

  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Sign in with GitHub',
    'Cancel',
    'Use a code by e-mail',
  ])
})

test('a user with several methods chooses one of them', async () => {
  await using service = await startWithStepUp({ has_password: true, otp_auth_enabled: true })
  openSection(service, 'profile')

  const dialog = await changeName()
  within(dialog).getByLabelText('Password', { selector: 'input' })
  await click('Use a code by e-mail')
  await within(dialog).findByRole('button', { name: `Send a code to ${ada}` })
  await click('Use the password')
  await user.type(within(dialog).getByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)

  await waitFor(() => expect(service.saved).toEqual(['Ada']))
})

test('a browser without passkeys offers the other methods', async () => {
  await using service = await startWithStepUp({ passkey_auth_enabled: true, otp_auth_enabled: true })
  service.config.passkey = true
  openSection(service, 'profile')

  const dialog = await changeName()

  expect(within(dialog).queryByRole('button', { name: 'Use the passkey' })).toBeNull()
  within(dialog).getByRole('button', { name: `Send a code to ${ada}` })
})

test('a user without any of these methods is asked to sign in again', async () => {
  await using service = await startWithStepUp({})
  openSection(service, 'profile')

  const dialog = await changeName()

  within(dialog).getByText('Sign in again, then repeat the change.')
})
