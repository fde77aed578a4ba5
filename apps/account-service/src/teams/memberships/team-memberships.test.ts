import { describe, expect, test } from 'vitest'
import { loopbackNetworks, receiveEvents } from '../../platform/webhooks/testing.ts'
import {
  configureProject,
  getErrorCode,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({
  options: { outboundNetworks: loopbackNetworks },
  settings: sdkProjectSettings,
})
const unknown = '7e1d0a52-9f0b-4c3d-8a61-0c5f1b2d3e4f'
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Ada's team, with Grace as an ordinary member and Linus as a non-member. */
async function createTeamWithMember() {
  const [ada, grace, linus] = await Promise.all(
    ['ada', 'grace', 'linus'].map((name) => signUp(service(), uniqueEmail(name))),
  )
  if (!ada || !grace || !linus) throw new Error('A user is missing.')
  const { body: team } = await service().post('/teams', { display_name: 'Analysts' }, ada.headers)
  const added = await add(team.id, grace.userId)
  return { ada, grace, linus, teamId: team.id as string, added }
}

const add = (teamId: string, userId: string) =>
  service().post(`/team-memberships/${teamId}/${userId}`, {}, service().serverHeaders)
const remove = (teamId: string, userId: string, headers = service().serverHeaders) =>
  service().delete(`/team-memberships/${teamId}/${userId}`, headers)
const listPermissions = async (teamId: string, userId: string) => {
  const { body } = await service().get(
    `/team-permissions?team_id=${teamId}&user_id=${userId}`,
    service().serverHeaders,
  )
  return body.items.map(({ id }: { id: string }) => id)
}

describe('members', () => {
  test('a back end adds a member with the default permissions, and events are published', async () => {
    await using events = await receiveEvents(service())
    const { grace, teamId, added } = await createTeamWithMember()

    expect([added.status, added.body]).toEqual([201, { team_id: teamId, user_id: grace.userId }])
    expect(await listPermissions(teamId, grace.userId)).toEqual(['team_member'])
    const received = (await events.about(grace.userId, 3)).filter(({ type }) => type.startsWith('team_'))
    expect(received).toEqual([
      { type: 'team_membership.created', data: { team_id: teamId, user_id: grace.userId } },
      {
        type: 'team_permission.created',
        data: { id: 'team_member', team_id: teamId, user_id: grace.userId },
      },
    ])
  })

  test('unknown users, unknown teams and existing members are reported in the documented order', async () => {
    const { ada, teamId } = await createTeamWithMember()

    const noUser = await add(unknown, unknown)
    const noTeam = await add(unknown, ada.userId)
    const twice = await add(teamId, ada.userId)

    expect([noUser.status, getErrorCode(noUser)]).toEqual([404, 'USER_NOT_FOUND'])
    expect([noTeam.status, getErrorCode(noTeam), noTeam.body.details]).toEqual([
      404,
      'TEAM_NOT_FOUND',
      { team_id: unknown },
    ])
    expect([twice.status, getErrorCode(twice)]).toEqual([409, 'TEAM_MEMBERSHIP_ALREADY_EXISTS'])
    const asClient = await service().post(`/team-memberships/${teamId}/me`, {}, ada.headers)
    expect(getErrorCode(asClient)).toBe('INSUFFICIENT_ACCESS_TYPE')
    const asBoth = { ...ada.headers, ...service().serverHeaders }
    const own = await service().post(`/team-memberships/${teamId}/me`, undefined, asBoth)
    expect(getErrorCode(own)).toBe('TEAM_MEMBERSHIP_ALREADY_EXISTS')
  })

  test('of fifty concurrent additions or removals, one succeeds', async () => {
    const { linus, teamId } = await createTeamWithMember()
    const fifty = (work: () => Promise<{ status: number }>) => Promise.all(Array.from({ length: 50 }, work))

    const added = await fifty(() => add(teamId, linus.userId))
    const removed = await fifty(() => remove(teamId, linus.userId))

    expect(added.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(added.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(removed.filter(({ status }) => status === 404)).toHaveLength(49)
  })

  test('every member can leave; removing others requires the permission', async () => {
    const { ada, grace, linus, teamId } = await createTeamWithMember()
    const byGrace = await remove(teamId, ada.userId, grace.headers)
    const byLinus = await remove(teamId, grace.userId, linus.headers)
    const notIn = await remove(teamId, 'me', linus.headers)

    expect([byGrace.status, getErrorCode(byGrace), byGrace.body.details]).toEqual([
      401,
      'TEAM_PERMISSION_REQUIRED',
      { team_id: teamId, user_id: grace.userId, permission_id: '$remove_members' },
    ])
    for (const response of [byLinus, notIn])
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        404,
        'TEAM_MEMBERSHIP_NOT_FOUND',
        { team_id: teamId, user_id: linus.userId },
      ])
    const none = {}
    expect(getErrorCode(await remove(teamId, 'me', none))).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
    expect(getErrorCode(await remove(teamId, grace.userId, none))).toBe('USER_AUTHENTICATION_REQUIRED')
    expect((await remove(teamId, grace.userId, ada.headers)).body).toEqual({ success: true })
    expect((await remove(teamId, 'me', ada.headers)).body).toEqual({ success: true })
  })

  /** Guarantee: leaving a team revokes all permissions in it immediately, also after rejoining. */
  test('TN2: leaving immediately drops permissions, the team selection and access to the keys of the team', async () => {
    await using events = await receiveEvents(service())
    await configureProject(service(), { config: { allow_team_api_keys: true } })
    const { grace, teamId } = await createTeamWithMember()
    await service().post(
      `/team-permissions/${teamId}/${grace.userId}/$manage_api_keys`,
      {},
      service().serverHeaders,
    )
    await service().patch('/users/me', { selected_team_id: teamId }, grace.headers)
    const keys = () => service().get(`/team-api-keys?team_id=${teamId}`, grace.headers)
    expect((await keys()).status).toBe(200)

    await remove(teamId, 'me', grace.headers)

    expect((await keys()).status).not.toBe(200)
    const { body: me } = await service().get('/users/me', grace.headers)
    expect(me.selected_team_id).toBeNull()
    expect(await listPermissions(teamId, grace.userId)).toEqual([])
    expect(getErrorCode(await service().get(`/teams/${teamId}`, grace.headers))).toBe(
      'TEAM_MEMBERSHIP_NOT_FOUND',
    )
    const update = await service().patch(`/teams/${teamId}`, { display_name: 'X' }, grace.headers)
    expect(getErrorCode(update)).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
    await add(teamId, grace.userId)
    expect(await listPermissions(teamId, grace.userId)).toEqual(['team_member'])
    expect((await keys()).status).not.toBe(200)
    const received = await events.about(grace.userId, 8)
    expect(received).toContainEqual({
      type: 'team_membership.deleted',
      data: { team_id: teamId, user_id: grace.userId },
    })
  })
})

describe('profiles', () => {
  const list = (query: string, headers = service().serverHeaders) =>
    service().get(`/team-member-profiles?${query}`, headers)
  const profile = (teamId: string, userId: string, headers = service().serverHeaders) =>
    service().get(`/team-member-profiles/${teamId}/${userId}`, headers)

  test('a member has their user name unless a team-specific name is set', async () => {
    const { grace, teamId } = await createTeamWithMember()
    const image = 'https://example.com/grace.png'
    await service().patch(
      `/users/${grace.userId}`,
      { display_name: 'Grace', profile_image_url: image },
      service().serverHeaders,
    )
    const path = `/team-member-profiles/${teamId}/me`
    const change = (body: object) => service().patch(path, body, grace.headers)
    const asEverywhere = {
      team_id: teamId,
      user_id: grace.userId,
      display_name: 'Grace',
      profile_image_url: image,
    }

    expect((await service().get(path, grace.headers)).body).toEqual(asEverywhere)
    expect((await change({ display_name: 'Admiral' })).body).toEqual({
      ...asEverywhere,
      display_name: 'Admiral',
    })
    expect((await change({ profile_image_url: onePixel })).body.profile_image_url).toMatch(
      /\/images\/team-member-profile-images\//,
    )
    expect((await change({ display_name: null, profile_image_url: null })).body).toEqual(asEverywhere)
    expect((await change({})).body).toEqual(asEverywhere)
    expect((await change({ profile_image_url: 'https://example.com/a.png' })).status).toBe(400)
    expect(getErrorCode(await change({ user_id: grace.userId }))).toBe('SCHEMA_ERROR')
  })

  test('a back end lists members with their users, oldest membership first, and can update any profile', async () => {
    const { ada, grace, linus, teamId } = await createTeamWithMember()
    const { body } = await list(`team_id=${teamId}`)

    expect(body.items.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ada.userId, grace.userId])
    expect(body.items[0].user).toMatchObject({
      id: ada.userId,
      primary_email: ada.email,
      server_metadata: null,
    })
    expect((await list(`user_id=${linus.userId}`)).body.items).toHaveLength(1)
    expect((await list(`team_id=${teamId}&user_id=${linus.userId}`)).body.items).toEqual([])
    const noTeam = await list(`team_id=${unknown}`)
    expect([noTeam.status, getErrorCode(noTeam)]).toEqual([404, 'TEAM_NOT_FOUND'])
    expect(getErrorCode(await list(`user_id=${unknown}`))).toBe('USER_NOT_FOUND')
    expect(getErrorCode(await profile(teamId, linus.userId))).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
    const path = `/team-member-profiles/${teamId}/${grace.userId}`
    const changed = await service().patch(path, { display_name: 'Admiral' }, service().serverHeaders)
    expect(changed.body).toMatchObject({ display_name: 'Admiral', user: { display_name: null } })
    const foreignProfile = `/team-member-profiles/${teamId}/${linus.userId}`
    expect(getErrorCode(await service().patch(foreignProfile, {}, service().serverHeaders))).toBe(
      'TEAM_MEMBERSHIP_NOT_FOUND',
    )
  })

  /** Guarantee: members are visible only to members with the permission. */
  test('a client sees its own profile, and others with $read_members', async () => {
    const { ada, grace, linus, teamId } = await createTeamWithMember()
    await service().delete(`/team-permissions/${teamId}/${grace.userId}/team_member`, service().serverHeaders)
    const none = {}

    expect((await list(`team_id=${teamId}`, ada.headers)).body.items).toHaveLength(2)
    expect((await list(`team_id=${teamId}`, ada.headers)).body.items[0]).not.toHaveProperty('user')
    expect((await list(`team_id=${teamId}&user_id=me`, grace.headers)).body.items).toHaveLength(1)
    expect((await profile(teamId, 'me', grace.headers)).status).toBe(200)
    for (const refused of [
      await list(`team_id=${teamId}`, grace.headers),
      await list(`team_id=${teamId}&user_id=${ada.userId}`, grace.headers),
      await profile(teamId, ada.userId, grace.headers),
    ])
      expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
        401,
        'TEAM_PERMISSION_REQUIRED',
        { team_id: teamId, user_id: grace.userId, permission_id: '$read_members' },
      ])
    for (const outside of [
      await list(`team_id=${teamId}`, linus.headers),
      await list(`team_id=${teamId}&user_id=me`, linus.headers),
      await list(`team_id=${unknown}`, linus.headers),
      await profile(teamId, ada.userId, linus.headers),
      await profile(teamId, 'me', linus.headers),
    ])
      expect([outside.status, getErrorCode(outside)]).toEqual([404, 'TEAM_MEMBERSHIP_NOT_FOUND'])
    expect((await list('user_id=me', ada.headers)).status).toBe(400)
    expect(getErrorCode(await list(`team_id=${teamId}`, none))).toBe('USER_AUTHENTICATION_REQUIRED')
    expect(getErrorCode(await profile(teamId, ada.userId, none))).toBe('USER_AUTHENTICATION_REQUIRED')
    const path = `/team-member-profiles/${teamId}/${grace.userId}`
    expect((await service().patch(path, { display_name: 'X' }, ada.headers)).status).toBe(403)
    expect(getErrorCode(await service().patch(path, { display_name: 'X' }, none))).toBe(
      'USER_AUTHENTICATION_REQUIRED',
    )
    expect(getErrorCode(await service().patch(`/team-member-profiles/${teamId}/me`, {}, linus.headers))).toBe(
      'TEAM_MEMBERSHIP_NOT_FOUND',
    )
  })
})
