// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { startFakeAccountService } from '../../fake-account-service.fixture.ts'

afterEach(resetBrowser)

const ada = 'ada@example.com'

/** Guarantee (SR25): after a change of a sign-in method, a user can end the sessions of everyone else. */
test('SR25: the user ends all other sessions and stays signed in', async () => {
  await using service = await startFakeAccountService()
  service.addUser(ada, 'difference engine')
  service.createSession(ada)
  service.createSession(ada)
  storeSession(service, ada)
  openApp(service, '/handler/account-settings')

  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))

  expect(await screen.findByRole('heading', { name: 'All other sessions have ended' })).toBeTruthy()
  await waitFor(() => expect(service.countSessions(ada)).toBe(1))
})

test('SR25: without a session the page leads to sign-in and back', async () => {
  await using service = await startFakeAccountService()
  openApp(service, '/handler/account-settings')
  const link = await screen.findByRole('link', { name: 'Sign in' })

  expect(link.getAttribute('href')).toContain('after_auth_return_to=%2Fhandler%2Faccount-settings')
})
