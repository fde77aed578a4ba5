// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { SignIn, SignUp } from '../auth/auth-page.tsx'
import { OAuthButton } from '../oauth-button/oauth-button.tsx'
import { OAuthButtonGroup } from '../oauth-button/oauth-button-group.tsx'
import { AccountSettings } from '../pages/account-settings.tsx'
import { SelectedTeamSwitcher } from '../team-switcher/selected-team-switcher.tsx'
import { TeamSwitcher } from '../team-switcher/team-switcher.tsx'
import { UserButton } from '../user/user-button.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
})
afterEach(async () => {
  resetBrowser()
  vi.unstubAllGlobals()
  await service[Symbol.asyncDispose]()
})

/** Opens a component in demo mode. Any request fails the test. */
function openDemo(component: ReactNode, path = '/') {
  const fetch = vi.fn(() => Promise.reject(new Error('The demo mode has sent a request.')))
  vi.stubGlobal('fetch', fetch)
  const { left } = openApp(service, path, { home: component })
  return {
    expectNothingSent() {
      expect(fetch).not.toHaveBeenCalled()
      expect(service.requests).toEqual([])
      expect(left).toEqual([])
    },
  }
}

const click = async (name: string, role = 'button') => user.click(await screen.findByRole(role, { name }))

const settings = (
  <AccountSettings
    mockUser={{ displayName: 'Ada Lindqvist' }}
    mockProject={{ config: { allowUserApiKeys: true, clientTeamCreationEnabled: true } }}
    mockApiKeys={[
      { id: 'key-1234', description: 'Backup', createdAt: '2026-01-01' },
      { id: 'key-5678', description: 'Import', createdAt: '2026-01-01', manuallyRevokedAt: '2026-02-01' },
    ]}
    mockSessions={[
      { id: 'here', isCurrentSession: true, createdAt: '2026-01-01', geoInfo: { cityName: 'Uppsala' } },
      { id: 'there', isCurrentSession: false, createdAt: '2026-01-01', geoInfo: { cityName: 'Gothenburg' } },
    ]}
  />
)

test.each([
  ['emails', 'E-mail addresses', 'E-mail management is unavailable in demo mode.'],
  ['emails', 'Password', 'Password management is unavailable in demo mode.'],
  ['emails', 'Sign-in by e-mail', 'One-time-password sign-in is unavailable in demo mode.'],
  ['emails', 'Passkey', 'Passkey management is unavailable in demo mode.'],
  ['emails', 'Second factor', 'Multi-factor authentication is unavailable in demo mode.'],
  ['teams', 'Create team', 'Team creation is unavailable in demo mode.'],
])('demo mode, section %s: the block "%s" is a note', async (section, title, note) => {
  const { expectNothingSent } = openDemo(settings, `/#${section}`)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect((await axe.run(document.body)).violations.filter(({ id }) => id !== 'region')).toEqual([])
  expectNothingSent()
})

test('demo mode: profile, sessions and API keys change until the page is closed, and nothing is sent', async () => {
  const { expectNothingSent } = openDemo(settings, '/#profile')
  const name = await screen.findByLabelText('Display name')
  expect((name as HTMLInputElement).value).toBe('Ada Lindqvist')
  await user.clear(name)
  await user.type(name, 'Ada')
  await click('Save')
  await screen.findByText('Saved')

  await click('Active sessions', 'link')
  await click('End session at Gothenburg')
  await waitFor(() => expect(screen.queryByText('Gothenburg')).toBeNull())
  expect(screen.getByText('Uppsala')).toBeTruthy()

  await click('API keys', 'link')
  expect(await screen.findAllByText('Revoked')).toHaveLength(1)
  await click('Revoke Backup')
  await click('Revoke')
  await waitFor(() => expect(screen.getAllByText('Revoked')).toHaveLength(2))
  await click('Create API key')
  await user.type(await screen.findByLabelText('Description'), 'Reports')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create API key' }))
  await user.click(await screen.findByLabelText('I have saved it'))
  await click('Done')
  expect(await screen.findByText('Reports')).toBeTruthy()
  expectNothingSent()
})

const project = {
  config: {
    signUpEnabled: true,
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: [{ id: 'google' }],
  },
}

test.each([
  ['sign-in', <SignIn key="sign-in" mockProject={project} />, 'Sign in', 'Sign in with Google'],
  ['sign-up', <SignUp key="sign-up" mockProject={project} />, 'Create account', 'Sign up with Google'],
])(
  'demo mode: the %s page has the methods of the mock project and sends nothing',
  async (_name, page, submit, other) => {
    const { expectNothingSent } = openDemo(page)

    await user.type(await screen.findByLabelText('E-mail'), 'ada@example.com')
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type="password"]'))
      await user.type(input, 'correct horse')
    await click(submit)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This is unavailable in demo mode.Nothing was sent.',
    )
    await click(other)
    await click('Magic link', 'tab')
    await click('Send link')
    expect((await screen.findByRole('alert')).textContent).toContain('This is unavailable in demo mode.')
    expectNothingSent()
  },
)

test('demo mode: a project without passwords and sign-up shows the other methods', async () => {
  openDemo(
    <SignIn
      mockProject={{ config: { ...project.config, credentialEnabled: false, signUpEnabled: false } }}
    />,
  )

  await screen.findByRole('button', { name: 'Send link' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test('demo mode: buttons of providers do nothing', async () => {
  const { expectNothingSent } = openDemo(
    <>
      <OAuthButtonGroup type="sign-in" mockProject={{ config: { oauthProviders: [{ id: 'github' }] } }} />
      <OAuthButton provider="google" type="sign-in" isMock />
    </>,
  )

  await click('Sign in with GitHub')
  await click('Sign in with Google')
  expectNothingSent()
})

test('demo mode: the account menu shows the mock user and does not navigate', async () => {
  const { expectNothingSent } = openDemo(
    <UserButton showUserInfo mockUser={{ displayName: 'Ada Lindqvist', primaryEmail: 'ada@example.com' }} />,
  )

  await click('Account of Ada Lindqvist')
  await click('Sign out', 'menuitem')
  expect(window.location.pathname).toBe('/')
  expectNothingSent()
})

const teams = [
  { id: 'night', displayName: 'Night shift' },
  { id: 'day', displayName: 'Day shift' },
]

test('demo mode: another mock team is selected until the page is closed', async () => {
  const { expectNothingSent } = openDemo(
    <SelectedTeamSwitcher mockUser={{ selectedTeam: teams[0] }} mockTeams={teams} />,
  )

  await click('Team: Night shift')
  await click('Day shift', 'menuitemradio')
  expect(await screen.findByRole('button', { name: 'Team: Day shift' })).toBeTruthy()
  expectNothingSent()
})

test.each([
  [true, ['Team settings', 'Create a team']],
  [false, ['Team settings']],
])(
  'demo mode: the menu of teams offers creation if the mock project does: %s',
  async (clientTeamCreationEnabled, items) => {
    openDemo(
      <TeamSwitcher
        mockUser={{ team: teams[1] }}
        mockTeams={teams}
        mockProject={{ config: { clientTeamCreationEnabled } }}
      />,
    )

    await click('Team: Day shift')
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items)
  },
)
