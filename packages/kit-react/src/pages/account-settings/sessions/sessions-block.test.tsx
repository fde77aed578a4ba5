// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { ada, click, confirmDialog, openSection, startService } from '../settings.fixture.ts'

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

test('the current session has no button that ends it', async () => {
  await using service = await startService()
  service.createSession(ada)
  openSection(service, 'sessions')

  await screen.findByText('This browser')

  expect(screen.getAllByRole('button', { name: /End session at/ })).toHaveLength(1)
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
