// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser } from '../../browser.fixture.tsx'
import {
  click,
  confirmDialog,
  openSection,
  setFields,
  startService,
  user,
} from '../account-settings/settings.fixture.ts'

afterEach(resetBrowser)

const allPermissions = ['$invite_members', '$read_members', '$remove_members', '$update_team']
const list = (items: readonly unknown[]) => ({ json: { items, is_paginated: false } })
const success = () => ({ json: { success: true } })

interface TeamInput {
  readonly permissions?: readonly string[]
  readonly memberCount?: number
}

/** Starts a service in which Ada is a member of two teams; the second one is selected. */
async function startTeams({ permissions = allPermissions, memberCount = 0 }: TeamInput = {}) {
  const service = await startService()
  const teams = [
    { id: 't1', display_name: 'Engines', profile_image_url: null },
    { id: 't2', display_name: 'Looms', profile_image_url: null },
  ]
  const names = new Map([
    ['person-1', 'Ada'],
    ['grace', 'Grace'],
  ])
  for (let i = 0; i < memberCount; i += 1) names.set(`m${i}`, `Member ${i}`)
  const invitations = [{ id: 'i1', recipient_email: 'gone@example.com', is_undeliverable: true }]
  setFields(service, { id: 'person-1', selected_team: teams[1], selected_team_id: 't2', display_name: 'Ada' })

  const { routes } = service
  const toProfile = (id: string) => ({
    team_id: 't1',
    user_id: id,
    display_name: names.get(id),
    profile_image_url: null,
  })
  routes.set('GET /teams', () => list(teams))
  routes.set('GET /team-permissions', () =>
    list(permissions.map((id) => ({ id, user_id: 'person-1', team_id: 't1' }))),
  )
  routes.set('GET /team-member-profiles', () => list([...names.keys()].map(toProfile)))
  routes.set('GET /team-member-profiles/t1/me', () => ({ json: toProfile('person-1') }))
  routes.set('PATCH /team-member-profiles/t1/me', ({ display_name }) => {
    names.set('person-1', String(display_name ?? 'Ada'))
    return { json: toProfile('person-1') }
  })
  routes.set('PATCH /teams/t1', ({ display_name }) => {
    Object.assign(teams[0] ?? {}, { display_name })
    return { json: teams[0] }
  })
  routes.set('GET /team-invitations', () =>
    list(
      invitations.map((invitation) => ({
        team_id: 't1',
        team_display_name: 'Engines',
        expires_at_millis: Date.UTC(2026, 10, 28, 12),
        ...invitation,
      })),
    ),
  )
  routes.set('POST /team-invitations/send-code', ({ email }) => {
    invitations.push({ id: 'i2', recipient_email: String(email), is_undeliverable: false })
    return success()
  })
  routes.set('DELETE /team-invitations/i1', () => {
    invitations.shift()
    return success()
  })
  routes.set('DELETE /team-memberships/t1/grace', () => {
    names.delete('grace')
    return success()
  })
  routes.set('DELETE /team-memberships/t1/me', () => {
    teams.shift()
    return success()
  })
  return service
}

async function openTeam(input?: TeamInput) {
  const service = await startTeams(input)
  openSection(service, 'team-t1')
  await screen.findByRole('heading', { level: 2, name: 'Leave team' })
  return service
}

const getCard = (name: string) => {
  const card = screen.getByRole('heading', { level: 2, name }).closest('section')
  if (!card) throw new Error(`The card ${name} is missing.`)
  return within(card)
}

test('the list of teams begins with the current one, and each leads to its page', async () => {
  await using service = await startTeams()
  openSection(service, 'teams')

  const links = await screen.findAllByRole('link', { name: /Looms|Engines/ })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Looms', '#team-t2'],
    ['Engines', '#team-t1'],
  ])
  expect(screen.getAllByText('Current')).toHaveLength(1)

  if (links[1]) await user.click(links[1])
  const heading = await screen.findByRole('heading', { level: 2, name: 'Engines' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'Teams' }).getAttribute('aria-current')).toBe('page')
  await click('All teams', 'link')
  await screen.findByText('Current')
})

test('a team is renamed, and needs a name', async () => {
  await using _ = await openTeam()
  const name = getCard('Team profile').getByLabelText('Team name')

  await user.clear(name)
  await user.click(getCard('Team profile').getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter a team name.')
  await user.type(name, ' Difference engines ')
  await user.click(getCard('Team profile').getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('heading', { level: 2, name: 'Difference engines' })).toBeTruthy()
})

test('a member has another name in a team, and without one their own', async () => {
  await using service = await openTeam()
  const card = getCard('You in this team')
  const save = async () => {
    await user.click(card.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(card.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull(),
    )
  }

  await user.type(card.getByLabelText('Name in this team'), 'Countess')
  await save()
  await user.clear(card.getByLabelText('Name in this team'))
  await save()

  await waitFor(() =>
    expect(
      service
        .requestsTo('PATCH /team-member-profiles/t1/me')
        .map(({ body }) => JSON.parse(body).display_name),
    ).toEqual(['Countess', null]),
  )
})

test.each([
  [true, ['$manage_api_keys'], true],
  [true, [], false],
  [false, ['$manage_api_keys'], false],
])(
  'API keys of the project (%s) and permissions %j offer keys of the team: %s',
  async (allowed, permissions, isOffered) => {
    await using service = await startTeams({ permissions })
    service.config.teamApiKeys = allowed
    service.routes.set('GET /team-api-keys', () => list([]))
    openSection(service, 'team-t1')
    await screen.findByRole('heading', { level: 2, name: 'Leave team' })

    expect(screen.queryByRole('button', { name: 'Create API key' }) !== null).toBe(isOffered)
  },
)

test('an API key of a team is created and shown once', async () => {
  await using service = await startTeams({ permissions: ['$manage_api_keys'] })
  service.config.teamApiKeys = true
  const key = { id: 'key-1', type: 'team', team_id: 't1', description: 'Backup', created_at_millis: 0 }
  service.routes.set('GET /team-api-keys', () => list([]))
  service.routes.set('POST /team-api-keys', () => ({ json: { ...key, value: 'stk_secret' } }))
  openSection(service, 'team-t1')

  await click('Create API key')
  await user.type(await screen.findByLabelText('Description'), 'Backup')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create API key' }))

  await screen.findByText('Copy the key now. It is not shown again.')
  expect(screen.getByRole('dialog').textContent).toContain('stk_secret')
  expect(service.requestsTo('POST /team-api-keys').map(({ body }) => JSON.parse(body))).toMatchObject([
    { description: 'Backup', team_id: 't1' },
  ])
})

test('a person is invited by e-mail, and a failed invitation is revoked', async () => {
  await using _ = await openTeam()
  await screen.findByText('Failed: the mail server rejects this address.')

  await user.type(screen.getByLabelText('E-mail'), 'hedy')
  await click('Send invitation')
  await screen.findByText('Please enter a valid e-mail address.')
  await user.type(screen.getByLabelText('E-mail'), '@example.com')
  await click('Send invitation')
  await screen.findByText('hedy@example.com')
  await click('Revoke the invitation to gone@example.com')

  await waitFor(() => expect(screen.queryByText('gone@example.com')).toBeNull())
})

test('a member is removed after one question', async () => {
  await using service = await openTeam()

  expect(screen.queryByRole('button', { name: 'Remove Ada from the team' })).toBeNull()
  await click('Remove Grace from the team')
  expect(service.requestsTo('DELETE /team-memberships/t1/grace')).toEqual([])
  await confirmDialog('Remove')

  await waitFor(() => expect(screen.queryByText('Grace')).toBeNull())
})

test('leaving is asked once and leads to the list of teams', async () => {
  await using _ = await openTeam()

  await click('Leave team')
  await confirmDialog('Leave team')

  await screen.findByText('Current')
  expect(window.location.hash).toBe('#teams')
  expect(screen.queryByRole('link', { name: 'Engines' })).toBeNull()
})

test.each([
  ['TEAM_PERMISSION_LAST_HOLDER', { permission_id: 'phone_admin' }, 'Only you can administer this team.'],
  ['TEAM_PERMISSION_LAST_HOLDER', { permission_id: '$delete_team' }, 'Make another member the owner first.'],
  ['TEAM_MEMBERSHIP_NOT_FOUND', {}, 'This member has left the team.'],
] as const)('leaving that fails with %s and %j is explained', async (code, details, sentence) => {
  await using service = await openTeam()
  service.routes.set('DELETE /team-memberships/t1/me', () => errorResponse(code, details))

  await click('Leave team')
  await confirmDialog('Leave team')

  expect(await screen.findByText(sentence)).toBeTruthy()
})

/** Guarantee: members see only what their permissions allow. */
test.each([
  [[], []],
  [['$read_members'], ['Members']],
  [['$invite_members'], ['Invite a member']],
  [
    ['$invite_members', '$read_members'],
    ['Members', 'Invite a member', 'Pending invitations'],
  ],
  [['$update_team'], ['Team profile', 'Team picture']],
])(
  'with the permissions %j a member sees %j, their own name and the end of the membership',
  async (permissions, cards) => {
    await using _ = await openTeam({ permissions })

    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(
      headings
        .filter(
          (text) =>
            !['Engines', 'You in this team', 'Your picture in this team', 'Leave team'].includes(text ?? ''),
        )
        .toSorted(),
    ).toEqual(cards.toSorted())
    expect(screen.queryByRole('button', { name: /^Remove|^Revoke/ })).toBeNull()
  },
)

test('a team that the user has left says so and leads to the others', async () => {
  await using service = await startTeams()
  openSection(service, 'team-other')

  await screen.findByText('You are not in this team.')
  expect(screen.getByRole('link', { name: 'All teams' })).toBeTruthy()
})
