import { expect, test } from 'vitest'
import { createProjectWithKeys } from '../index.ts'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../testing.ts'

const service = setUpAccountService()
const unlimited = {
  max_teams_per_user: null,
  max_members_per_team: null,
  max_contact_channels_per_user: null,
}

/** Runs a test with other quotas of the phone's project, which the tests of this file share. */
async function withQuotas(quotas: object, run: () => Promise<void>): Promise<void> {
  await configureProject(service(), { settings: { ...unlimited, ...quotas } })
  try {
    await run()
  } finally {
    await configureProject(service(), { settings: unlimited })
  }
}

const addMember = (teamId: string, userId: string) =>
  service().call('POST', `/team-memberships/${teamId}/${userId}`, {}, service().serverHeaders)

const createTeam = async (server = service()) =>
  (await server.post('/teams', { display_name: 'Analysts' }, server.serverHeaders)).body.id as string

/** Guarantee (AV3, SR16): the quota holds under a concurrent burst through all endpoints that add a team. */
test('AV3, SR16: of ten teams that a user creates or is added to concurrently, those beyond the quota are rejected', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const existing = (await service().get('/teams?user_id=me', ada.headers)).body.items.length
  const teams = await Promise.all(Array.from({ length: 5 }, () => createTeam()))

  await withQuotas({ max_teams_per_user: existing + 3 }, async () => {
    const responses = await Promise.all([
      ...teams.map((teamId) => addMember(teamId, ada.userId)),
      ...teams.map(() => service().post('/teams', { display_name: 'Analysts' }, ada.headers)),
    ])

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect([response.status, getErrorCode(response)]).toEqual([409, 'TEAM_LIMIT_REACHED'])
      expect(response.body.details).toEqual({ limit: existing + 3 })
    }
    const { items } = (await service().get('/teams?user_id=me', ada.headers)).body
    expect(items).toHaveLength(existing + 3)
    const own = items.at(-1).id
    await service().delete(`/team-memberships/${own}/${ada.userId}`, service().serverHeaders)
    expect((await addMember(own, ada.userId)).status).toBe(201)
    expect(getErrorCode(await addMember(own, ada.userId))).toBe('TEAM_MEMBERSHIP_ALREADY_EXISTS')
  })
})

test('AV3, SR16: of ten members that are added to a team concurrently, those beyond the quota are rejected', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => signUp(service(), uniqueEmail('grace'))))
  const teamId = await createTeam()

  await withQuotas({ max_members_per_team: 4 }, async () => {
    const responses = await Promise.all(users.map(({ userId }) => addMember(teamId, userId)))

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect([getErrorCode(response), response.body.details]).toEqual([
        'TEAM_MEMBER_LIMIT_REACHED',
        { limit: 4 },
      ])
  })
})

test('AV3: an invitation to a full team is rejected and stays valid', async () => {
  const [ada, grace] = await Promise.all(['ada', 'grace'].map((name) => signUp(service(), uniqueEmail(name))))
  if (!ada || !grace) throw new Error('A user is missing.')
  const { body: team } = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const callback_url = 'https://phone.example.com/handler/team-invitation'
  const invitation = { team_id: team.id, email: grace.email, callback_url }
  await service().post('/team-invitations/send-code', invitation, service().serverHeaders)
  const mail = await service().waitForEmail(grace.email, 2)
  const code = /[?&]code=([0-9a-z]+)/.exec(mail.text)?.[1]
  const accept = () => service().post('/team-invitations/accept', { code }, grace.headers)
  await configureProject(service(), { settings: { invitations_bound_to_address: false } })

  await withQuotas({ max_members_per_team: 1 }, async () => {
    expect(getErrorCode(await accept())).toBe('TEAM_MEMBER_LIMIT_REACHED')
  })
  await withQuotas({ max_teams_per_user: 1 }, async () => {
    expect(getErrorCode(await accept())).toBe('TEAM_LIMIT_REACHED')
  })
  expect((await accept()).status).toBe(200)
})

/** Guarantee: a user who gets an error because others were faster can accept when there is a place. */
test('ZR458: of six invited users who accept concurrently, those beyond the quota keep a valid code', async () => {
  const [ada, ...users] = await Promise.all(
    Array.from({ length: 7 }, () => signUp(service(), uniqueEmail('grace'))),
  )
  const { body: team } = await service().post('/teams', { display_name: 'Analysts' }, ada?.headers)
  const callback_url = 'https://phone.example.com/handler/team-invitation'
  await configureProject(service(), { settings: { invitations_bound_to_address: false } })
  const invited = await Promise.all(
    users.map(async ({ email, headers }) => {
      const invitation = { team_id: team.id, email, callback_url }
      await service().post('/team-invitations/send-code', invitation, service().serverHeaders)
      const code = codeFromEmail(await service().waitForEmail(email, 2))
      return () => service().post('/team-invitations/accept', { code }, headers)
    }),
  )

  let refused: typeof invited = []
  await withQuotas({ max_members_per_team: 3 }, async () => {
    const codes = await Promise.all(invited.map(async (accept) => getErrorCode(await accept())))
    refused = invited.filter((_, index) => codes[index] === 'TEAM_MEMBER_LIMIT_REACHED')
    expect(codes.filter((code) => code === null)).toHaveLength(2)
  })
  expect(refused).toHaveLength(4)
  for (const accept of refused) expect((await accept()).status).toBe(200)
})

test('AV3, SR11, SR16: of ten addresses that a user adds concurrently, those beyond the quota are rejected', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const add = () =>
    service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value: uniqueEmail('other'), used_for_auth: false },
      ada.headers,
    )

  await withQuotas({ max_contact_channels_per_user: 4 }, async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, add))

    // One is the address of the sign-up.
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        409,
        'CONTACT_CHANNEL_LIMIT_REACHED',
        { limit: 4 },
      ])
  })
})

/** Guarantee (AV3): the quotas of our own applications are on, and those of SDK projects off. */
test('AV3, SR16: the built-in projects have quotas; another project has none but 128 KiB of metadata', async () => {
  await using isolated = await startAccountService()
  const { rows } = await isolated.server.pool.query<{ id: string; settings: Record<string, unknown> }>(
    "select id, settings from accounts.projects where id in ('internal', $1)",
    [isolated.phoneProjectId],
  )

  expect(rows).toHaveLength(2)
  for (const { settings } of rows)
    expect(settings).toMatchObject({
      max_teams_per_user: 100,
      max_members_per_team: 500,
      max_contact_channels_per_user: 10,
      max_changes_per_minute: 120,
      max_api_keys_per_owner: 100,
      max_metadata_bytes: 16_384,
    })
  const other = await createProjectWithKeys(isolated.server, { displayName: 'Notes' })
  const { body } = await isolated.get('/internal/settings', {
    'x-stack-project-id': other.projectId,
    'x-stack-access-type': 'admin',
    'x-stack-super-secret-admin-key': other.superSecretAdminKey,
  })
  expect(body).toMatchObject({
    ...unlimited,
    max_changes_per_minute: null,
    max_api_keys_per_owner: null,
    max_metadata_bytes: 131_072,
  })
})
