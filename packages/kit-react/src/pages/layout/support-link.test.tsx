// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'

const ada = 'ada@example.com'

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

const pages = [
  ['magic-link-callback', 'sign-in'],
  ['password-reset', 'password-reset'],
  ['team-invitation', 'invitation'],
  ['email-verification', 'verification'],
] as const

const states = ['expired', 'invalid', 'used'] as const

test.each(pages.flatMap(([page, kind]) => states.map((state) => [page, state, kind] as const)))(
  'the result page %s, link %s, leads to the support of the application',
  async (page, state, kind) => {
    const code = service.newCode(kind, ada, state === 'invalid' ? 'valid' : state)
    openApp(service, `/handler/${page}?code=${state === 'invalid' ? code.slice(1) : code}`, {
      supportEmail: 'help@example.com',
    })

    const link = await screen.findByRole('link', { name: 'Contact support' })
    expect(link.getAttribute('href')).toBe('mailto:help@example.com')
  },
)

test.each([
  '/handler/oauth-callback?error=server_error&code=unknown&state=unknown',
  '/handler/cli-auth-confirm?login_code=short',
  '/handler/email-verification',
  '/handler/error?errorCode=PROVIDER_REJECTED',
])('the result page %s without a support address has no link to it', async (path) => {
  openApp(service, path)

  await screen.findByRole('region')
  expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull()
})

test.each(['/handler/cli-auth-confirm?login_code=short', '/handler/email-verification'])(
  'the result page %s leads to the support of the application',
  async (path) => {
    openApp(service, path, { supportEmail: 'help@example.com' })

    expect(await screen.findByRole('link', { name: 'Contact support' })).toBeTruthy()
  },
)
