// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../../browser.fixture.tsx'
import type { FakeAccountService } from '../../../fake-account-service.fixture.ts'
import {
  ada,
  click,
  confirmDialog,
  openSection,
  password,
  setFields,
  startService,
  user,
} from '../settings.fixture.ts'

afterEach(resetBrowser)

const badRequest = { headers: { 'x-stack-actual-status': '400' }, text: 'Not possible.' }

/** Starts a service with the providers Google and GitHub, of which Ada has connected GitHub. */
async function startWithProviders(fields: Readonly<Record<string, unknown>> = {}) {
  const service = await startService()
  service.config.oauthProviders = ['google', 'github']
  setFields(service, { oauth_providers: [{ id: 'github' }], ...fields })
  const github = {
    id: 'connection-1',
    user_id: 'me',
    type: 'github',
    email: 'ada@github.example.com',
    allow_sign_in: true,
    allow_connected_accounts: true,
  }
  let items = [github]
  service.routes.set('GET /oauth-providers', () => ({ json: { items, is_paginated: false } }))
  service.routes.set('DELETE /oauth-providers/me/connection-1', () => {
    items = []
    setFields(service, { oauth_providers: [] })
    return { json: { success: true } }
  })
  service.routes.set('GET /auth/oauth/authorize/google', () => ({
    json: { location: 'https://example.com' },
  }))
  return service
}

const requestedLinks = (service: FakeAccountService) => service.requestsTo('GET /auth/oauth/authorize/google')

test('the accounts of the user and the providers without one are listed', async () => {
  await using service = await startWithProviders()
  openSection(service, 'emails')

  const list = await screen.findByRole('list', { name: 'Connected accounts' })
  const rows = within(list).getAllByRole('listitem')

  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('GitHubada@github.example.com'),
    expect.stringContaining('GoogleNot connected'),
  ])
  expect((await axe.run(list)).violations.map(({ id }) => id)).toEqual([])
})

test('an account is connected at its provider, which leads back to the section', async () => {
  await using service = await startWithProviders()
  const { left } = openSection(service, 'emails')

  await click('Connect Google')

  await waitFor(() => expect(left).toHaveLength(1))
  expect(left[0]?.pathname).toBe('/api/v1/auth/oauth/authorize/google')
  expect(Object.fromEntries(left[0]?.searchParams ?? [])).toMatchObject({
    type: 'link',
    after_callback_redirect_url: '/handler/account-settings#emails',
  })
})

test('a connection that needs a recent sign-in asks for the password before the page is left', async () => {
  await using service = await startWithProviders()
  let attempts = 0
  service.routes.set('GET /auth/oauth/authorize/google', () =>
    ++attempts === 1 ? errorResponse('USER_AUTHENTICATION_REQUIRED') : { json: {} },
  )
  const { left } = openSection(service, 'emails')

  await click('Connect Google')
  const field = await screen.findByLabelText('Password', { selector: 'input' })
  expect(left).toEqual([])
  await user.type(field, `${password}{Enter}`)

  await waitFor(() => expect(left).toHaveLength(1))
  expect(requestedLinks(service)).toHaveLength(2)
})

/** Guarantee (C210): the sentence of the service catalogue. */
test.each([
  [errorResponse('EMAIL_NOT_VERIFIED'), 'Verify your e-mail address first.'],
  [errorResponse('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'), 'This sign-in provider is not enabled.'],
  [badRequest, 'The service rejected this change.'],
])('C210: a connection that cannot start is explained, %#', async (response, advice) => {
  await using service = await startWithProviders()
  service.routes.set('GET /auth/oauth/authorize/google', () => response)
  const { left } = openSection(service, 'emails')

  await click('Connect Google')

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to connect account')
  expect(alert.textContent).toContain(advice)
  expect(left).toEqual([])
})

test('an account is disconnected after one question', async () => {
  await using service = await startWithProviders()
  openSection(service, 'emails')

  await click('Disconnect: GitHub')
  await confirmDialog('Disconnect')

  expect(await screen.findByRole('button', { name: 'Connect GitHub' })).toBeTruthy()
  expect(screen.getAllByText('Account disconnected').length).toBeGreaterThan(0)
})

test('the account that is the only sign-in method cannot be disconnected', async () => {
  await using service = await startWithProviders({ has_password: false })
  openSection(service, 'emails')

  const disconnect = await screen.findByRole('button', { name: 'Disconnect: GitHub' })

  expect(disconnect.getAttribute('aria-disabled')).toBe('true')
  const row = within(screen.getByRole('list', { name: 'Connected accounts' })).getAllByRole('listitem')[0]
  expect(row?.textContent).toContain('This is your only sign-in method. Add another one first.')
})

test('an account that has become the only sign-in method is explained with the same sentence', async () => {
  await using service = await startWithProviders()
  service.routes.set('DELETE /oauth-providers/me/connection-1', () => badRequest)
  openSection(service, 'emails')

  await click('Disconnect: GitHub')
  await confirmDialog('Disconnect')

  expect((await screen.findByRole('alert')).textContent).toBe(
    'This is your only sign-in method. Add another one first.',
  )
  expect(service.countSessions(ada)).toBe(1)
})

test('an account of a provider that the project no longer has can only be disconnected', async () => {
  await using service = await startWithProviders()
  service.config.oauthProviders = ['google']
  openSection(service, 'emails')

  await screen.findByRole('button', { name: 'Disconnect: GitHub' })

  expect(screen.queryByRole('button', { name: 'Connect again: GitHub' })).toBeNull()
})
