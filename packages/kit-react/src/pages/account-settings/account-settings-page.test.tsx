// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { openSection, startService } from './settings.fixture.ts'

afterEach(resetBrowser)

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
