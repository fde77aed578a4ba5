// @vitest-environment jsdom

import { required } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { OverviewPage } from '../../app-config/overview-page.tsx'
import { CallsPage } from '../../calls/calls-page.tsx'
import { ContactsPage } from '../../contacts/contacts-page.tsx'
import { DialPage } from '../../dial/dial-page.tsx'
import { emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'

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
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /calls/missed/count': () => ({ count: 0 }),
      'POST /calls/missed/seen': () => ({ count: 0 }),
      'GET /trunks': () => ({ items: [] }),
    },
  })

  const heading = await screen.findByRole('heading', { level: 1, name: title })
  const header = required(heading.closest('header'), 'header of the page')
  await userEvent.click(within(header).getByRole('button', { name: /Ada Lovell/ }))

  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeDefined()
  expect(screen.getByRole('menuitemradio', { name: 'Deutsch' })).toBeDefined()
})
