// @vitest-environment jsdom
import type { Team } from '@parley/kit'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApp, resetBrowser, storeSession } from '../../browser.fixture.tsx'
import { type FakeAccountService, startFakeAccountService } from '../../fake-account-service.fixture.ts'
import { useUser } from '../../hooks/use-user.ts'
import { SelectedTeamSwitcher } from './selected-team-switcher.tsx'
import { TeamSwitcher } from './team-switcher.tsx'

const ada = 'ada@example.com'

const teams = ['Night shift', 'Day shift'].map((display_name, index) => ({
  id: `team-${index + 1}`,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
}))

let service: FakeAccountService

beforeEach(async () => {
  service = await startFakeAccountService()
  service.addUser(ada, 'correct horse')
  service.routes.set('GET /teams', () => ({ json: { items: teams, is_paginated: false } }))
  const person = service.person(ada)
  if (person) person.fields = { selected_team_id: 'team-1', selected_team: teams[0] }
  storeSession(service, ada)
})
afterEach(async () => {
  resetBrowser()
  await service[Symbol.asyncDispose]()
})

async function choose(current: string, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: current }))
  await userEvent.click(screen.getByRole('menuitemradio', { name }))
}

test('a user selects another team, which is stored, and its page is opened', async () => {
  const onChange = vi.fn()
  openApp(service, '/', {
    home: (path) =>
      path === '/' ? (
        <SelectedTeamSwitcher urlMap={({ id }) => `/teams/${id}`} onChange={onChange} />
      ) : (
        <p>The application at {path}</p>
      ),
  })

  await choose('Team: Night shift', 'Day shift')

  expect(await screen.findByText('The application at /teams/team-2')).toBeTruthy()
  expect(service.selectedTeams).toEqual(['team-2'])
  expect(onChange.mock.calls.map(([team]) => team.displayName)).toEqual(['Day shift'])
})

/** A page that shows a team other than the stored one. */
function TeamPage({ onChange }: { onChange: (team: Team) => void }) {
  const team = useUser({ or: 'throw' }).useTeam('team-2')
  return <SelectedTeamSwitcher selectedTeam={team ?? undefined} noUpdateSelectedTeam onChange={onChange} />
}

test('an application shows the team of its page and keeps the stored one', async () => {
  const onChange = vi.fn()
  openApp(service, '/', { home: <TeamPage onChange={onChange} /> })

  await choose('Team: Day shift', 'Night shift')

  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(service.selectedTeams).toEqual([])
})

test('"no team" can be selected where the application allows it, with its own text', async () => {
  openApp(service, '/', { home: <SelectedTeamSwitcher allowNull nullLabel="Personal" /> })

  await choose('Team: Night shift', 'Personal')

  await waitFor(() => expect(service.selectedTeams).toEqual([null]))
  await waitFor(() => expect(service.requestsTo('GET /users/me').length).toBeGreaterThan(1))
})

test('the menu leads to the teams in the account settings, by keyboard', async () => {
  openApp(service, '/', { home: <TeamSwitcher teamId="team-2" /> })

  const button = await screen.findByRole('button', { name: 'Team: Day shift' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect((await axe.run(document.body)).violations.filter(({ id }) => id !== 'region')).toEqual([])
  await userEvent.keyboard('{End}{Enter}')

  await waitFor(() => expect(window.location.pathname).toBe('/handler/account-settings'))
  expect(window.location.hash).toBe('#teams')
})

test('the menu leads to the page of the selected team', async () => {
  openApp(service, '/', { home: <TeamSwitcher teamId="team-2" /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Team: Day shift' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Team settings' }))

  await waitFor(() => expect(window.location.hash).toBe('#team-team-2'))
})

test('without a selected team, the user is asked to select one', async () => {
  openApp(service, '/', { home: <TeamSwitcher /> })

  await userEvent.click(await screen.findByRole('button', { name: 'Select a team' }))

  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    'NSNight shift',
    'DSDay shift',
  ])
  expect(screen.queryByRole('menuitem', { name: 'Team settings' })).toBeNull()
})

test('a selection that fails is explained', async () => {
  service.routes.set('PATCH /users/me', () => ({ status: 500, text: 'Broken.' }))
  openApp(service, '/', { home: <SelectedTeamSwitcher /> })

  await choose('Team: Night shift', 'Day shift')

  expect((await screen.findByRole('alert')).textContent).toContain('An unknown error occurred.')
  expect(screen.getByRole('button', { name: 'Team: Night shift' })).toBeTruthy()
})

test('the teams disappear when the user signs out, and return when the user signs in', async () => {
  const { app } = openApp(service, '/', { home: <TeamSwitcher teamId="team-2" /> })
  await screen.findByRole('button', { name: 'Team: Day shift' })

  await app.signOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Select a team' }))
  expect(screen.queryAllByRole('menuitemradio')).toEqual([])
  await userEvent.keyboard('{Escape}')

  await app.signInWithCredential({ email: ada, password: 'correct horse', noRedirect: true })
  expect(await screen.findByRole('button', { name: 'Team: Day shift' })).toBeTruthy()
})
