import { required } from '@parley/primitives'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestProject } from '../../../email/delivery/testing.ts'
import { runConcurrently } from '../../../platform/audit/testing.ts'
import {
  adminHeaders,
  configureProject,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../../testing.ts'

const service = setUpAccountService({ settings: sdkProjectSettings })
beforeAll(() => configureProject(service(), { config: { allow_team_api_keys: true } }))

const serverHeaders = () => service().serverHeaders
const membership = (teamId: string, userId: string) => `/team-memberships/${teamId}/${userId}`

/** Adds a user to a team as an administrator. */
async function addAdmin(at: TestService, teamId: string, name: string) {
  const person = await signUp(at, uniqueEmail(name))
  await at.post(membership(teamId, person.userId), {}, at.serverHeaders)
  await at.post(`/team-permissions/${teamId}/${person.userId}/team_admin`, {}, at.serverHeaders)
  return person
}

/** Ada's team with Grace as a second administrator. */
async function createTeamWithMember(at = service()) {
  const ada = await signUp(at, uniqueEmail('ada'))
  const { body } = await at.post('/teams', { display_name: 'Analysts' }, ada.headers)
  return { ada, grace: await addAdmin(at, body.id, 'grace'), teamId: body.id as string }
}

const postKey = (team_id: string, headers: Headers, at = service()) =>
  at.post('/team-api-keys', { team_id, description: 'for the build', expires_at_millis: null }, headers)
const createKey = async (...input: Parameters<typeof postKey>) => {
  const { status, body } = await postKey(...input)
  if (status !== 200) throw new Error(`Creating the key failed: ${JSON.stringify(body)}`)
  return body as { readonly id: string; readonly value: string }
}

/** Result of a key check by a back end: the key or the error code. */
async function checkKey({ value }: { readonly value: string }, at = service()) {
  const response = await at.post('/team-api-keys/check', { api_key: value }, at.serverHeaders)
  return getErrorCode(response) ?? response.body
}
const toActiveKey = (key: object) => ({ ...key, value: expect.objectContaining({}) })

type Team = Awaited<ReturnType<typeof createTeamWithMember>>

const departures = [
  {
    name: 'leaves',
    leave: ({ grace, teamId }: Team) => service().delete(membership(teamId, 'me'), grace.headers),
  },
  {
    name: 'is removed by another member',
    leave: ({ ada, grace, teamId }: Team) => service().delete(membership(teamId, grace.userId), ada.headers),
  },
  {
    name: 'is removed by a back end',
    leave: ({ grace, teamId }: Team) => service().delete(membership(teamId, grace.userId), serverHeaders()),
  },
  {
    name: 'deletes their user',
    leave: ({ grace }: Team) => service().delete('/users/me', grace.headers),
  },
  {
    name: 'is deleted by a back end',
    leave: ({ grace }: Team) => service().delete(`/users/${grace.userId}`, serverHeaders()),
  },
] as const

describe('in the phone’s project', () => {
  /** Guarantee: keys that a user created for a team stop working when the membership ends. */
  test.each(departures)(
    'TN2: keys of a team are revoked immediately when their creator $name',
    async ({ leave }) => {
      const team = await createTeamWithMember()
      const { ada, grace, teamId } = team
      const ownKeys = [await createKey(teamId, grace.headers), await createKey(teamId, grace.headers)]
      const others = [
        await createKey(teamId, ada.headers),
        await createKey(teamId, serverHeaders()),
        await createKey(teamId, { ...grace.headers, ...serverHeaders() }),
      ]
      expect(await checkKey(required(ownKeys[0], 'her first session'))).toEqual(
        toActiveKey(required(ownKeys[0], 'her first session')),
      )

      expect((await leave(team)).status).toBe(200)

      for (const key of ownKeys) expect(await checkKey(key)).toBe('API_KEY_REVOKED')
      for (const key of others) expect(await checkKey(key)).toEqual(toActiveKey(key))
      const { body } = await service().get(`/team-api-keys?team_id=${teamId}`, ada.headers)
      const revoked = body.items.filter((key: object) => 'manually_revoked_at_millis' in key)
      expect(revoked.map(({ id }: { id: string }) => id).sort()).toEqual(ownKeys.map(({ id }) => id).sort())
      expect(JSON.stringify(body)).not.toContain(grace.userId)
    },
  )

  test('TN2: leaving a team does not affect keys for another team, and rejoining does not restore revoked keys', async () => {
    const [one, other] = [await createTeamWithMember(), await createTeamWithMember()]
    const { grace } = one
    await service().post(membership(other.teamId, grace.userId), {}, serverHeaders())
    const path = `/team-permissions/${other.teamId}/${grace.userId}/$manage_api_keys`
    await service().post(path, {}, serverHeaders())
    const [revoked, active] = [
      await createKey(one.teamId, grace.headers),
      await createKey(other.teamId, grace.headers),
    ]

    await service().delete(membership(one.teamId, 'me'), grace.headers)
    await service().post(membership(one.teamId, grace.userId), {}, serverHeaders())

    expect(await checkKey(revoked)).toBe('API_KEY_REVOKED')
    expect(await checkKey(active)).toEqual(toActiveKey(active))
  })

  test('TN2: the revocation time of a revoked key is unchanged, and each revocation is audited once with its actor', async () => {
    const { ada, grace, teamId } = await createTeamWithMember()
    const [early, late] = [await createKey(teamId, grace.headers), await createKey(teamId, grace.headers)]
    const one = `/team-api-keys/${early.id}`
    const { body: before } = await service().patch(one, { revoked: true }, serverHeaders())
    await service().delete(membership(teamId, grace.userId), ada.headers)

    expect((await service().get(`${one}?team_id=${teamId}`, ada.headers)).body).toEqual(before)
    const { rows } = await service().server.pool.query(
      `select actor_type, actor_id, subject_id, details from accounts.audit_entries
       where action = 'api_key.revoked' and subject_id = any($1) order by id`,
      [[early.id, late.id]],
    )
    expect(rows).toEqual([
      { actor_type: 'server', actor_id: null, subject_id: early.id, details: {} },
      {
        actor_type: 'user',
        actor_id: ada.userId,
        subject_id: late.id,
        details: { ownerType: 'team', ownerId: teamId, creatorId: grace.userId },
      },
    ])
  })
})

describe('a key created while its creator leaves', () => {
  /** Guarantee: a request concurrent with a removal yields no usable key. */
  test('TN2: is revoked if it was created first', async () => {
    const { ada, grace, teamId } = await createTeamWithMember()
    const [created, removed] = await runConcurrently(
      service(),
      () => postKey(teamId, grace.headers),
      () => service().delete(membership(teamId, grace.userId), ada.headers),
    )

    expect([created?.status, removed?.status]).toEqual([200, 200])
    expect(await checkKey(required(created, 'what was created').body)).toBe('API_KEY_REVOKED')
  })

  /** Guarantee: a removed member cannot create a key, in any state when the request began. */
  test('TN2: is rejected if the membership ended first', async () => {
    const { ada, grace, teamId } = await createTeamWithMember()
    const [removed, created] = await runConcurrently(
      service(),
      () => service().delete(membership(teamId, grace.userId), ada.headers),
      () => postKey(teamId, grace.headers),
    )

    expect([removed?.status, created?.status, getErrorCode(required(created, 'what was created'))]).toEqual([
      200,
      404,
      'API_KEY_NOT_FOUND',
    ])
    expect((await service().get(`/team-api-keys?team_id=${teamId}`, ada.headers)).body.items).toEqual([])
  })

  /** Guarantee: no key survives through a membership that began during the deletion of the user. */
  test('TN2: is not created in a team that its creator would join during their deletion', async () => {
    const [{ grace, teamId }, other] = [await createTeamWithMember(), await createTeamWithMember()]
    await createKey(teamId, grace.headers)
    const [deleted, joined] = await runConcurrently(
      service(),
      () => service().delete(`/users/${grace.userId}`, serverHeaders()),
      () => service().post(membership(other.teamId, grace.userId), {}, serverHeaders()),
    )

    expect([deleted?.status, joined?.status, getErrorCode(required(joined, 'the joined call'))]).toEqual([
      200,
      404,
      'USER_NOT_FOUND',
    ])
  })

  test('TN2: is never active after its creator leaves or is deleted, or the team is deleted', async () => {
    const teams = await Promise.all(Array.from({ length: 12 }, () => createTeamWithMember()))
    const waysToGo = [
      ({ grace, teamId }: Team) => service().delete(membership(teamId, 'me'), grace.headers),
      ({ grace }: Team) => service().delete('/users/me', grace.headers),
      ({ ada, teamId }: Team) => service().delete(`/teams/${teamId}`, ada.headers),
    ]
    const created = await Promise.all(
      teams.flatMap((team, index) => {
        const createAnother = () => postKey(team.teamId, team.grace.headers)
        const [first, second, third] = [createAnother(), createAnother(), createAnother()]
        const gone = required(
          waysToGo[index % waysToGo.length],
          'an entry',
        )(team).then(({ status }) => expect(status).toBe(200))
        return [first, second, third, createAnother()].map((attempt) => gone.then(() => attempt))
      }),
    )

    for (const { status, body } of created)
      if (status === 200) expect(await checkKey(body)).toMatch(/^API_KEY_(REVOKED|NOT_FOUND)$/)
      else expect([401, 404]).toContain(status)
  })
})

describe('in a project that does not bind keys to memberships', () => {
  test('TN2: a key of a team outlives the membership of its creator', async () => {
    await using isolated = await startAccountService({ settings: sdkProjectSettings })
    await configureProject(isolated, {
      config: { allow_team_api_keys: true },
      settings: { team_keys_bound_to_membership: false },
    })
    const { grace, teamId } = await createTeamWithMember(isolated)
    const key = await createKey(teamId, grace.headers, isolated)
    await isolated.delete(membership(teamId, 'me'), grace.headers)
    await isolated.delete('/users/me', grace.headers)

    expect(await checkKey(key, isolated)).toEqual(toActiveKey(key))
  })

  test('TN2: keys are bound by default in the phone’s project only', async () => {
    const other = await createTestProject(service())
    const bound = async (headers: Headers) =>
      (await service().get('/internal/settings', headers)).body.team_keys_bound_to_membership

    expect(await bound(await adminHeaders(service()))).toBe(true)
    expect(await bound(other.admin)).toBe(false)
  })
})

test('TN2: an upgrade of an existing installation enables the binding', async () => {
  await using isolated = await startAccountService({ settings: sdkProjectSettings })
  await configureProject(isolated, { config: { allow_team_api_keys: true } })
  const { grace, teamId } = await createTeamWithMember(isolated)
  const before = await createKey(teamId, grace.headers, isolated)
  const { pool } = isolated.server
  await pool.query('alter table accounts.api_keys drop column creator_id')
  await pool.query(
    `update accounts.projects set settings = (settings::jsonb - 'team_keys_bound_to_membership')::json`,
  )
  await pool.query('delete from accounts.migrations where name = $1', ['0020-creators-of-keys'])
  await using upgraded = await startAccountService({ server: isolated.server })
  const later = await createKey(teamId, grace.headers, upgraded)
  await upgraded.delete(membership(teamId, grace.userId), upgraded.serverHeaders)

  expect(await checkKey(before, upgraded)).toEqual(toActiveKey(before))
  expect(await checkKey(later, upgraded)).toBe('API_KEY_REVOKED')
})
