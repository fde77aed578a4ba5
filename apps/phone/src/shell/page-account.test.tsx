// @vitest-environment jsdom

import { createStore } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { OverviewPage } from '../app-config/overview-page.tsx'
import { CallsPage } from '../calls/calls-page.tsx'
import { ContactsPage } from '../contacts/contacts-page.tsx'
import { DialPage } from '../dial/dial-page.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'

// The user comes from the account service, which is not under test.
vi.mock('@parley/kit-react', () => ({ useUser: () => ({ listTeams: async () => [] }) }))
afterEach(cleanup)

/** Guarantee: every page offers sign-out and language selection, also without the navigation rail. */
test.each([
  ['Calls', '/', CallsPage],
  ['Dial', '/dial', DialPage],
  ['Contacts', '/contacts', ContactsPage],
  ['Overview', '/app-config', OverviewPage],
])('%s has the account menu in its header', async (title, path, page) => {
  await renderScreen({
    screens: { [path]: page },
    path,
    responses: {
      'GET /calls': () => ({ items: [], nextCursor: null }),
      'GET /calls/missed/count': () => ({ count: 0 }),
      'POST /calls/missed/seen': () => ({ count: 0 }),
      'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
      'GET /trunks': () => ({ items: [] }),
    },
    me: {
      user: { id: 'ada', displayName: 'Ada Lovell', primaryEmail: 'ada@example.com' } as never,
      workspace: { id: 'w', displayName: 'Workshop' } as never,
      workspaces: [],
      isPhoneAdmin: false,
      homeCountry: 'US',
      numbers: [],
      directory: [],
    },
    phoneOverrides: {
      socket: createStore({ phase: 'ready', roundTripMs: 1, clockOffsetMs: 0 }),
      devices: createStore({ microphone: { phase: 'unknown' } }),
    },
  })

  const heading = await screen.findByRole('heading', { level: 1, name: title })
  const header = heading.closest('header')!
  await userEvent.click(within(header).getByRole('button', { name: /Ada Lovell/ }))

  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeDefined()
  expect(screen.getByRole('menuitemradio', { name: 'Deutsch' })).toBeDefined()
})
