import { expect, test } from 'vitest'
import { createProjectKeys } from '../index.ts'
import { loopbackNetworks, receiveEvents } from '../platform/webhooks/testing.ts'
import {
  configureProject,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../testing.ts'

const service = setUpAccountService({
  options: { outboundNetworks: loopbackNetworks },
  settings: sdkProjectSettings,
})

test('a client creates a team, becomes its creator with all permissions, and lists only its own teams', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))

  const created = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const { body: adaTeams } = await service().get('/teams?user_id=me', ada.headers)
  const { body: graceTeams } = await service().get('/teams?user_id=me', grace.headers)
  const { body: permissions } = await service().get(
    `/team-permissions?user_id=me&team_id=${created.body.id}&recursive=true`,
    ada.headers,
  )

  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: expect.any(String),
    display_name: 'Analysts',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
  })
  expect(adaTeams.items.map((team: { display_name: string }) => team.display_name)).toEqual([
    'Ada',
    'Analysts',
  ])
  expect(graceTeams.items.map((team: { display_name: string }) => team.display_name)).toEqual(['Grace'])
  expect(permissions.items.map(({ id }: { id: string }) => id)).toEqual([
    '$delete_team',
    '$invite_members',
    '$manage_api_keys',
    '$read_members',
    '$remove_members',
    '$update_team',
    'phone_admin',
    'team_admin',
  ])
})

test('invalid team creation by a client is rejected in the documented order', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const create = (body: object, headers = {}) =>
    service().post('/teams', { display_name: 'T', ...body }, headers)

  expect(getErrorCode(await create({}))).toBe('USER_AUTHENTICATION_REQUIRED')
  expect((await create({ creator_user_id: grace.userId }, ada.headers)).status).toBe(403)
  expect((await create({ creator_user_id: 'me' }, ada.headers)).status).toBe(201)
  expect(getErrorCode(await create({ server_metadata: 1 }, ada.headers))).toBe('SCHEMA_ERROR')
  const both = await service().post(
    '/teams?add_current_user=true',
    { display_name: 'T', creator_user_id: 'me' },
    ada.headers,
  )
  expect(both.status).toBe(400)
})

test('clients create no teams in a project that forbids it', async () => {
  await using isolated = await startAccountService()
  const ada = await signUp(isolated, 'ada@example.com')
  await configureProject(isolated, { config: { client_team_creation_enabled: false } })
  const create = (headers: Headers) => isolated.post('/teams', { display_name: 'T' }, headers)

  expect((await create(ada.headers)).status).toBe(403)
  expect((await create(isolated.serverHeaders)).status).toBe(201)
})

test('a server creates teams for any user of its project, or without a creator', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const create = (body: object) =>
    service().post('/teams', { display_name: 'T', ...body }, service().serverHeaders)

  const empty = await create({ server_metadata: { a: 1 }, profile_image_url: 'https://example.com/t.png' })
  const withCreator = await create({ creator_user_id: ada.userId })
  const withUnknownCreator = await create({ creator_user_id: crypto.randomUUID() })

  expect(empty.body).toMatchObject({ server_metadata: { a: 1 }, created_at_millis: expect.any(Number) })
  expect(
    (await service().get(`/users?team_id=${empty.body.id}`, service().serverHeaders)).body.items,
  ).toEqual([])
  expect((await service().get(`/teams/${withCreator.body.id}`, ada.headers)).status).toBe(200)
  expect(getErrorCode(withUnknownCreator)).toBe('USER_NOT_FOUND')
  expect((await create({ profile_image_url: 'file:///etc/passwd' })).status).toBe(400)
})

/** Guarantee: for non-members, a team is indistinguishable from one that does not exist. */
test('members can read a team, and only those with the permission can update it', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const { body: team } = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const path = `/teams/${team.id}`

  const seen = await service().get(path, grace.headers)
  const unknown = await service().get(`/teams/${crypto.randomUUID()}`, grace.headers)

  expect([seen.status, getErrorCode(seen)]).toEqual([404, 'TEAM_MEMBERSHIP_NOT_FOUND'])
  expect(getErrorCode(unknown)).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
  expect(getErrorCode(await service().get(path))).toBe('USER_AUTHENTICATION_REQUIRED')
  expect(getErrorCode(await service().patch(path, { display_name: 'X' }, grace.headers))).toBe(
    'TEAM_MEMBERSHIP_NOT_FOUND',
  )
  expect((await service().patch(path, { display_name: 'Engineers' }, ada.headers)).body.display_name).toBe(
    'Engineers',
  )
  expect(getErrorCode(await service().patch(path, { server_metadata: 1 }, ada.headers))).toBe('SCHEMA_ERROR')
  expect(getErrorCode(await service().get(`/teams/${crypto.randomUUID()}`, service().serverHeaders))).toBe(
    'TEAM_NOT_FOUND',
  )
  expect((await service().get('/teams?user_id=me')).status).toBe(400)
  expect((await service().get(`/teams?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
})

test('the error names the missing permission', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: me } = await service().get('/users/me', ada.headers)
  await service().server.pool.query('delete from accounts.team_permission_grants where user_id = $1', [
    ada.userId,
  ])

  const response = await service().patch(`/teams/${me.selected_team_id}`, { display_name: 'X' }, ada.headers)

  expect([response.status, response.body.details]).toEqual([
    401,
    { team_id: me.selected_team_id, user_id: ada.userId, permission_id: '$update_team' },
  ])
})

test('team events contain the team as serialized for servers', async () => {
  await using events = await receiveEvents(service())
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: created } = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const path = `/teams/${created.id}`

  await service().patch(path, { display_name: 'Engineers' }, ada.headers)
  const { body: changed } = await service().get(path, service().serverHeaders)
  const deleted = await service().delete(path, ada.headers)

  expect(deleted.body).toEqual({ success: true })
  expect(await events.about(created.id, 3)).toEqual([
    { type: 'team.created', data: { ...changed, display_name: 'Analysts' } },
    { type: 'team.deleted', data: { id: created.id } },
    { type: 'team.updated', data: changed },
  ])
})

/** Guarantee: deleting a team requires the permission and removes everything that belongs to it. */
test('deleting a team removes members, permissions and keys', async () => {
  await configureProject(service(), { config: { allow_team_api_keys: true } })
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const { body: team } = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const path = `/teams/${team.id}`
  await service().patch('/users/me', { selected_team_id: team.id }, ada.headers)
  const { body: key } = await service().post(
    '/team-api-keys',
    { team_id: team.id, description: 'Script', expires_at_millis: null },
    ada.headers,
  )
  const outside = await service().delete(path, grace.headers)
  await service().post(`/team-memberships/${team.id}/${grace.userId}`, {}, service().serverHeaders)
  const asMember = await service().delete(path, grace.headers)

  expect(getErrorCode(outside)).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
  expect([asMember.status, getErrorCode(asMember), asMember.body.details]).toEqual([
    401,
    'TEAM_PERMISSION_REQUIRED',
    { team_id: team.id, user_id: grace.userId, permission_id: '$delete_team' },
  ])
  expect(getErrorCode(await service().delete(path))).toBe('USER_AUTHENTICATION_REQUIRED')
  expect((await service().delete(path, ada.headers)).status).toBe(200)

  const again = await service().delete(path, service().serverHeaders)
  expect([again.status, getErrorCode(again), again.body.details]).toEqual([
    404,
    'TEAM_NOT_FOUND',
    { team_id: team.id },
  ])
  expect((await service().get('/users/me', ada.headers)).body.selected_team).toBeNull()
  const held = await service().get(`/team-permissions?team_id=${team.id}`, service().serverHeaders)
  expect(held.body.items).toEqual([])
  const checked = await service().post(
    '/team-api-keys/check',
    { api_key: key.value },
    service().serverHeaders,
  )
  expect(getErrorCode(checked)).toBe('API_KEY_NOT_FOUND')
})

test('clients send a team image as data, and it is served from the origin of the service', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const create = (profile_image_url: string, headers = ada.headers) =>
    service().post('/teams', { display_name: 'T', profile_image_url, creator_user_id: ada.userId }, headers)
  const onePixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  const { body } = await create(onePixel)

  expect(body.profile_image_url).toMatch(/\/images\/team-profile-images\//)
  const patch = (profile_image_url: string | null) =>
    service().patch(`/teams/${body.id}`, { profile_image_url }, ada.headers)
  expect((await patch('https://example.com/t.png')).status).toBe(400)
  expect((await patch(null)).body.profile_image_url).toBeNull()
  expect((await create('https://example.com/t.png')).status).toBe(400)
  expect((await create('https://example.com/t.png', service().serverHeaders)).status).toBe(201)
})

/** Guarantee: a client cannot write fields reserved for servers. */
test.each(['client_read_only_metadata', 'server_metadata', 'created_at_millis', 'id'])(
  'TN1: a client cannot write %s of a team',
  async (field) => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body: me } = await service().get('/users/me', ada.headers)

    const created = await service().post('/teams', { display_name: 'T', [field]: 1 }, ada.headers)
    const changed = await service().patch(`/teams/${me.selected_team_id}`, { [field]: 1 }, ada.headers)

    expect([getErrorCode(created), getErrorCode(changed)]).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
  },
)

/** Guarantee: memberships never span projects. */
test('users and teams of another project are not found', async () => {
  await using isolated = await startAccountService()
  const ada = await signUp(isolated, 'ada@example.com')
  const { body: me } = await isolated.get('/users/me', ada.headers)
  const keys = await createProjectKeys(isolated.server, {
    project: 'internal',
    description: 'by hand',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const asInternalServer = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': keys.secretServerKey,
  }

  const created = await isolated.post(
    '/teams',
    { display_name: 'T', creator_user_id: ada.userId },
    asInternalServer,
  )
  const seen = await isolated.get(`/teams/${me.selected_team_id}`, asInternalServer)
  const members = await isolated.get(`/users?team_id=${me.selected_team_id}`, asInternalServer)
  const teams = await isolated.get('/teams', asInternalServer)

  expect(getErrorCode(created)).toBe('USER_NOT_FOUND')
  expect(getErrorCode(seen)).toBe('TEAM_NOT_FOUND')
  expect(members.body.items).toEqual([])
  expect(teams.body.items).toEqual([])
})
