// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { UserButton } from '../user/user-button.tsx'

const ada = 'ada@example.com'
const label = `Impersonation You act as ${ada}.`

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
  service.config.isImpersonation = true
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

const findLabel = () => screen.findByText('Impersonation')

test.each(['account-settings', 'sign-in', 'error', 'cli-auth-confirm', 'team-invitation'])(
  'TN5: the page %s has a label while the session is an impersonation',
  async (page) => {
    storeSession(service, ada)
    openApp(service, `/handler/${page}`)

    expect((await findLabel()).closest('[role="status"]')?.textContent).toBe(label)
    await screen.findByRole('heading', { level: 1 })
    expect((await axe.run(document.body)).violations).toEqual([])
  },
)

test('TN5: the account menu has a label while the session is an impersonation', async () => {
  storeSession(service, ada)
  openApp(service, '/', { home: <UserButton /> })

  expect(await findLabel()).toBeTruthy()
  expect(screen.getByRole('button', { name: `Account of ${ada}` })).toBeTruthy()
})

test('a session of the user has no label', async () => {
  service.config.isImpersonation = false
  storeSession(service, ada)
  openApp(service, '/handler/account-settings')

  await screen.findByLabelText('Display name')
  await waitFor(() => expect(service.requestsTo('GET /auth/sessions')).toHaveLength(1))
  expect(screen.queryByText('Impersonation')).toBeNull()
})

test('without a user, no sessions are requested', async () => {
  openApp(service, '/handler/sign-in')

  await screen.findByLabelText('E-mail')
  expect(service.requestsTo('GET /auth/sessions')).toEqual([])
})
