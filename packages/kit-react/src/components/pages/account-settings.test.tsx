// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { AccountSettings } from './account-settings.tsx'

const ada = 'ada@example.com'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
  storeSession(service, ada)
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

test('an application shows the account settings inside its page, which keeps its title', async () => {
  document.title = 'Notes'
  openApp(service, '/', { home: <AccountSettings /> })

  await userEvent.type(await screen.findByLabelText('Display name'), 'Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(service.requestsTo('PATCH /users/me')).toHaveLength(1))
  expect(screen.queryByLabelText('Language', { selector: 'header select' })).toBeNull()
  expect(document.title).toBe('Notes')
})

test('an application adds sections, by title and fragment, after those of the account', async () => {
  openApp(service, '/handler/account-settings#billing', {
    componentProps: {
      AccountSettings: {
        extraItems: [
          { id: 'billing', title: 'Billing', iconName: 'CreditCard', content: <p>No invoices yet.</p> },
          { id: 'labels', title: 'Labels', icon: <i />, content: <p>No labels yet.</p> },
        ],
      },
    },
  })

  expect(await screen.findByRole('heading', { name: 'Billing' })).toBeTruthy()
  expect(screen.getByText('No invoices yet.')).toBeTruthy()
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links.slice(links.indexOf('Settings')).slice(0, 3)).toEqual(['Settings', 'Billing', 'Labels'])
})
