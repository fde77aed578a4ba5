// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { errorResponse } from '../../../../kit/src/scripted-server.fixture.ts'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'
import {
  ada,
  click,
  confirmDialog,
  openSection,
  password,
  setFields,
  signInEmail,
  startService,
  user,
} from './settings.fixture.ts'

afterEach(resetBrowser)

/** Guarantee (SR25): after a change of a sign-in method, a user can end the sessions of everyone else. */
test('SR25: the user ends all other sessions and stays signed in', async () => {
  await using service = await startService()
  service.createSession(ada)
  service.createSession(ada)
  openSection(service, 'sessions')

  await click('End all other sessions')
  await confirmDialog('End all other sessions')

  expect((await screen.findAllByText('All other sessions have ended')).length).toBeGreaterThan(0)
  await waitFor(() => expect(service.countSessions(ada)).toBe(1))
  expect(await screen.findByText('You are signed in only here.')).toBeTruthy()
})

test('SR25: where one of the other sessions cannot be ended, the list shows what is left', async () => {
  await using service = await startService()
  service.createSession(ada)
  const kept = service.createSession(ada)
  service.routes.set(`DELETE /auth/sessions/${kept}`, () => ({ status: 403, text: 'Not this one.' }))
  openSection(service, 'sessions')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /End session at/ })).toHaveLength(2))

  await click('End all other sessions')
  await confirmDialog('End all other sessions')

  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: /End session at/ })).toHaveLength(1))
})

test('SR25: without a session the page leads to sign-in and back', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/account-settings')
  const link = await screen.findByRole('link', { name: 'Sign in' })

  expect(screen.getByRole('heading', { name: 'Not signed in' })).toBeTruthy()
  expect(link.getAttribute('href')).toContain('after_auth_return_to=%2Fhandler%2Faccount-settings')
})

test('SR25: when the session ends, the page leads to sign-in', async () => {
  await using service = await startService()
  const { app } = openSection(service, 'profile')
  await screen.findByLabelText('Display name')

  await app.signOut({ redirectUrl: '/handler/account-settings' })

  expect(await screen.findByRole('heading', { name: 'No active session found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('the current session has no button that ends it', async () => {
  await using service = await startService()
  service.createSession(ada)
  openSection(service, 'sessions')

  await screen.findByText('This browser')

  expect(screen.getAllByRole('button', { name: /End session at/ })).toHaveLength(1)
})

test('the display name is saved', async () => {
  await using service = await startService()
  openSection(service, 'profile')

  await user.type(await screen.findByLabelText('Display name'), 'Ada Lovelace')
  await click('Save')

  await waitFor(() => expect(service.person(ada)?.fields).toEqual({ display_name: 'Ada Lovelace' }))
})

test('a file that is no picture is rejected with a sentence', async () => {
  await using service = await startService()
  openSection(service, 'profile')

  const file = new File(['text'], 'picture.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Upload a picture', { selector: 'input' }), file)

  expect(await screen.findByText('Invalid image')).toBeTruthy()
})

test('a picture that cannot be drawn is explained in the dialog', async () => {
  await using service = await startService()
  const picture = { width: 4, height: 3, close() {} }
  vi.stubGlobal('createImageBitmap', async () => picture)
  openSection(service, 'profile')

  const file = new File(['picture'], 'picture.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText('Upload a picture', { selector: 'input' }), file)

  const dialog = await screen.findByRole('dialog', { name: 'Crop the picture' })
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Failed to crop imageChoose another picture.',
  )
  vi.unstubAllGlobals()
})

test('a session of an administrator in the name of the user is labelled', async () => {
  await using service = await startService()
  const session = {
    id: 'refresh-1',
    user_id: 'me',
    created_at: 0,
    last_used_at: 0,
    is_current_session: false,
  }
  service.routes.set('GET /auth/sessions', () => ({
    json: { items: [{ ...session, is_impersonation: true }], is_paginated: false },
  }))
  openSection(service, 'sessions')

  expect(await screen.findByText('Impersonation')).toBeTruthy()
})

test('a change that needs a recent sign-in asks for the password and is repeated', async () => {
  await using service = await startService()
  let attempts = 0
  service.routes.set('PATCH /users/me', (body) => {
    attempts++
    if (attempts === 1) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    setFields(service, body)
    return { json: {} }
  })
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  const field = within(dialog).getByLabelText('Password', { selector: 'input' })
  await user.type(field, 'wrong{Enter}')
  await screen.findByText('Wrong password.')
  await user.clear(field)
  await user.type(field, `${password}{Enter}`)

  await waitFor(() => expect(service.person(ada)?.fields).toEqual({ otp_auth_enabled: true }))
  expect(service.countSessions(ada)).toBe(1)
})

test('a second factor is asked for after the password', async () => {
  await using service = await startService()
  const person = service.person(ada)
  if (person) person.totpCode = '123456'
  let attempts = 0
  service.routes.set('PATCH /users/me', () =>
    ++attempts === 1 ? errorResponse('USER_AUTHENTICATION_REQUIRED') : { json: {} },
  )
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  await user.type(await screen.findByLabelText('Password', { selector: 'input' }), `${password}{Enter}`)
  await user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}')

  await waitFor(() => expect(attempts).toBe(2))
})

test('a cancelled confirmation leaves the change undone, without an error', async () => {
  await using service = await startService()
  service.routes.set('PATCH /users/me', () => errorResponse('USER_AUTHENTICATION_REQUIRED'))
  openSection(service, 'emails')

  await click('Sign-in by e-mail', 'switch')
  await click('Cancel')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the last sign-in e-mail cannot be removed', async () => {
  await using service = await startService()
  openSection(service, 'emails')

  const remove = await screen.findByRole('button', { name: `Remove: ${ada}` })
  expect(remove.getAttribute('aria-disabled') ?? remove.hasAttribute('disabled').toString()).toBe('true')
  expect(screen.getByText('This is your last sign-in e-mail. Add another one first.')).toBeTruthy()
})

test.each([
  ['', 'E-mail is required.'],
  ['ada', 'Please enter a valid e-mail address.'],
  [ada, 'You already have this address.'],
])('the new address %j is rejected with its own sentence', async (value, sentence) => {
  await using service = await startService()
  openSection(service, 'emails')

  const field = await screen.findByLabelText('New e-mail address')
  if (value) await user.type(field, value)
  await click('Add')

  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('sign-in by e-mail cannot be turned off when it is the only method', async () => {
  await using service = await startService()
  setFields(service, { has_password: false, otp_auth_enabled: true })
  openSection(service, 'emails')

  const control = await screen.findByRole('switch', { name: 'Sign-in by e-mail' })

  expect(control.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('This is your only sign-in method. Add another one first.')).toBeTruthy()
})

test('sign-in by e-mail and passkeys need a verified sign-in e-mail', async () => {
  await using service = await startService([{ ...signInEmail, is_verified: false }])
  service.config.passkey = true
  openSection(service, 'emails')

  const control = await screen.findByRole('switch', { name: 'Sign-in by e-mail' })

  expect(control.hasAttribute('disabled')).toBe(true)
  const register = screen.getByRole('button', { name: 'Register a passkey' })
  expect(register.getAttribute('aria-disabled')).toBe('true')
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

test('an API key is shown once, closed after the confirmation, and revoked', async () => {
  await using service = await startService()
  service.config.userApiKeys = true
  const key = { id: 'key-1', type: 'user', user_id: 'me', description: 'Backup', created_at_millis: 0 }
  let listed: Readonly<Record<string, unknown>>[] = []
  service.routes.set('GET /user-api-keys', () => ({ json: { items: listed, is_paginated: false } }))
  service.routes.set('POST /user-api-keys', () => {
    listed = [{ ...key, value: { last_four: 'wxyz' } }]
    return { json: { ...key, value: 'pk_the_whole_key_wxyz' } }
  })
  service.routes.set('PATCH /user-api-keys/key-1', () => {
    listed = [{ ...key, value: { last_four: 'wxyz' }, manually_revoked_at_millis: 1 }]
    return { json: listed[0] }
  })
  openSection(service, 'api-keys')

  await click('Create API key')
  const form = await screen.findByRole('dialog')
  await user.click(within(form).getByRole('button', { name: 'Create API key' }))
  await within(form).findByText('Description is required.')
  await user.type(within(form).getByLabelText('Description'), 'Backup{Enter}')
  await screen.findByText('pk_the_whole_key_wxyz')
  await user.keyboard('{Escape}')
  await click('Done')
  screen.getByText('pk_the_whole_key_wxyz')
  await user.click(screen.getByLabelText('I have saved it'))
  await click('Done')
  await waitFor(() => expect(screen.queryByText('pk_the_whole_key_wxyz')).toBeNull())
  await click('Revoke Backup')
  await confirmDialog('Revoke')

  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect((await screen.findAllByText('“Backup” was revoked')).length).toBeGreaterThan(0)
})

test('a notification is turned off; one that is always sent cannot be', async () => {
  await using service = await startService()
  let enabled = true
  const path = '/emails/notification-preference/me'
  service.routes.set(`GET ${path}`, () => ({
    json: {
      items: [
        {
          notification_category_id: 'a',
          notification_category_name: 'Marketing',
          enabled,
          can_disable: true,
        },
        {
          notification_category_id: 'b',
          notification_category_name: 'Security',
          enabled: true,
          can_disable: false,
        },
      ],
      is_paginated: false,
    },
  }))
  service.routes.set(`PATCH ${path}/a`, (body) => {
    enabled = body.enabled === true
    return { json: {} }
  })
  openSection(service, 'notifications')

  await click('News and offers', 'switch')

  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'News and offers' }).getAttribute('aria-checked')).toBe(
      'false',
    ),
  )
  expect(screen.getByRole('switch', { name: 'Security' }).hasAttribute('disabled')).toBe(true)
})

test.each([true, false])('teams can be created only where the project allows it: %s', async (allowed) => {
  await using service = await startService()
  service.config.teamCreation = allowed
  service.routes.set('GET /teams', () => ({ json: { items: [], is_paginated: false } }))
  openSection(service, 'teams')

  await screen.findByText('You are in no team.')
  expect(screen.queryByRole('button', { name: 'Create team' }) !== null).toBe(allowed)
})

test('a team needs a name', async () => {
  await using service = await startService()
  service.routes.set('GET /teams', () => ({ json: { items: [], is_paginated: false } }))
  openSection(service, 'teams')

  await click('Create team')

  expect(await screen.findByText('Please enter a team name.')).toBeTruthy()
})

test('an account is deleted only where the project allows it, and after a confirmation', async () => {
  await using service = await startService()
  openSection(service, 'settings')
  await screen.findByLabelText('Appearance')
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  resetBrowser()

  service.config.userDeletion = true
  let isDeleted = false
  service.routes.set('DELETE /users/me', () => {
    isDeleted = true
    return { json: { success: true } }
  })
  storeSession(service, ada)
  openSection(service, 'settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  const remove = within(dialog).getByRole('button', { name: 'Delete account' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  await user.click(remove)
  expect(isDeleted).toBe(false)
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(isDeleted).toBe(true)
})

test.each([
  ['phone_admin', 'You are the last person with the permission “phone_admin” in a team.'],
  ['$delete_team', 'You are the only owner of a team.Make another member the owner first.'],
])('an account that a team still needs for %s is kept, with a link to the team', async (permission, text) => {
  await using service = await startService()
  service.config.userDeletion = true
  service.routes.set('DELETE /users/me', () =>
    errorResponse('TEAM_PERMISSION_LAST_HOLDER', {
      team_id: 'team-1',
      user_id: 'person-1',
      permission_id: permission,
    }),
  )
  openSection(service, 'settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))

  expect((await within(dialog).findByRole('alert')).textContent).toContain(text)
  expect(within(dialog).getByRole('link', { name: 'Open the team' }).getAttribute('href')).toBe(
    '#team-team-1',
  )
})

test('the selected appearance is applied and kept', async () => {
  await using service = await startService()
  openSection(service, 'settings')

  await user.selectOptions(await screen.findByLabelText('Appearance'), 'dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await user.selectOptions(screen.getByLabelText('Appearance'), 'system')

  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test.each(['profile', 'emails', 'sessions', 'settings'])(
  'axe finds nothing in the section %s',
  async (section) => {
    await using service = await startService()
    service.config.passkey = true
    service.config.userDeletion = true
    openSection(service, section)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())

    expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([])
  },
)
