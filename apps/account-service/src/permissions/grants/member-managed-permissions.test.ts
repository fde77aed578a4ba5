import { required, waitUntil } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { runConcurrently } from '../../platform/audit/testing.ts'
import {
  configureProject,
  getErrorCode,
  type Headers,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import { createTeamOfThree, createTeamWithGrace } from './testing.ts'

const service = setUpAccountService()
const permission = 'phone_admin'

const createWorkspaceWithGrace = () => createTeamWithGrace(service())
const createWorkspaceOfThree = () => createTeamOfThree(service())

describe('a permission that the project lets members manage', () => {
  test('is granted and revoked by a member who has it, and each change is in the audit log', async () => {
    const { ada, teamId, grace, linus, grant, revoke, listHolders } = await createWorkspaceOfThree()

    const granted = await grant(ada.headers, grace)
    const byGrace = await grant(grace.headers, linus)
    const revoked = await revoke(grace.headers, linus)

    expect([granted.status, granted.body]).toEqual([
      201,
      { id: permission, user_id: grace.userId, team_id: teamId },
    ])
    expect([byGrace.status, revoked.status]).toEqual([201, 200])
    expect((await listHolders()).toSorted()).toEqual([ada.userId, grace.userId].toSorted())
    const { rows } = await service().server.pool.query(
      `select action, actor_id, subject_id from accounts.audit_entries
       where action like 'team_permission.%' and details->>'teamId' = $1 order by id`,
      [teamId],
    )
    expect(rows).toEqual([
      { action: 'team_permission.granted', actor_id: ada.userId, subject_id: grace.userId },
      { action: 'team_permission.granted', actor_id: grace.userId, subject_id: linus.userId },
      { action: 'team_permission.revoked', actor_id: grace.userId, subject_id: linus.userId },
    ])
  })

  /** Guarantee (TN1): neither a plain member nor a member of another team changes who has a permission. */
  test('TN1: plain members, members of other teams and clients without a user change nothing', async () => {
    const { ada, grace, linus, grant, revoke, listHolders } = await createWorkspaceOfThree()
    const { ada: stranger } = await createWorkspaceWithGrace()
    const { 'x-stack-access-token': _, ...application } = ada.headers

    const responses = []
    for (const change of [grant, revoke])
      for (const by of [grace.headers, stranger.headers, application])
        responses.push(await change(by, change === grant ? linus : ada))

    expect(responses.map(getErrorCode)).toEqual([
      'TEAM_PERMISSION_REQUIRED',
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'USER_AUTHENTICATION_REQUIRED',
      'TEAM_PERMISSION_REQUIRED',
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'USER_AUTHENTICATION_REQUIRED',
    ])
    expect(await listHolders()).toEqual([ada.userId])
  })

  /** Guarantee (TN1): a client does not learn which users exist outside its team. */
  test('TN1: users outside the team get the same response whether or not they exist', async () => {
    const { ada, teamId, grant } = await createWorkspaceWithGrace()
    const hedy = await signUp(service(), uniqueEmail('hedy'))
    const unknown = { ...hedy, userId: crypto.randomUUID() }

    const responses = [await grant(ada.headers, hedy), await grant(ada.headers, unknown)]

    expect(responses.map(({ status, body }) => [status, body.code, body.details])).toEqual(
      [hedy, unknown].map(({ userId }) => [
        404,
        'TEAM_MEMBERSHIP_NOT_FOUND',
        { team_id: teamId, user_id: userId },
      ]),
    )
  })

  test('does not include other permissions', async () => {
    const { ada, grace, grant, revoke } = await createWorkspaceWithGrace()

    for (const id of ['$delete_team', '$remove_members', 'unknown'])
      expect(getErrorCode(await grant(ada.headers, grace, id))).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect(getErrorCode(await revoke(ada.headers, grace, 'team_member'))).toBe('INSUFFICIENT_ACCESS_TYPE')
  })

  test('can be granted by the owner of the team, who gave it up', async () => {
    const { ada, grace, grant, revoke, listHolders } = await createWorkspaceWithGrace()
    await grant(ada.headers, grace)
    expect((await revoke(ada.headers, ada)).status).toBe(200)

    const granted = await grant(ada.headers, ada)

    expect(granted.status).toBe(201)
    expect(await listHolders()).toHaveLength(2)
  })

  test('of all members is visible to members only', async () => {
    const { ada, teamId, grace } = await createWorkspaceWithGrace()
    const { ada: stranger } = await createWorkspaceWithGrace()
    const list = (headers: Headers, query: string) => service().get(`/team-permissions?${query}`, headers)
    const query = `team_id=${teamId}&permission_id=${permission}`

    expect((await list(grace.headers, query)).body.items).toEqual([
      { id: permission, user_id: ada.userId, team_id: teamId },
    ])
    expect(getErrorCode(await list(stranger.headers, query))).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
    expect((await list(grace.headers, `team_id=${teamId}`)).status).toBe(403)
    expect((await list(grace.headers, `permission_id=${permission}`)).status).toBe(403)
    expect((await list(grace.headers, `${query}&user_id=${ada.userId}`)).status).toBe(403)
  })
})

describe('the last member with such a permission', () => {
  test('keeps it when a client revokes it, while a back end can revoke it', async () => {
    const { ada, teamId, revoke } = await createWorkspaceWithGrace()

    const refused = await revoke(ada.headers, ada)

    expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
      409,
      'TEAM_PERMISSION_LAST_HOLDER',
      { team_id: teamId, user_id: ada.userId, permission_id: permission },
    ])
    expect((await revoke(service().serverHeaders, ada)).status).toBe(200)
  })

  /** Guarantee: a team never loses all who may configure it, however many of them act concurrently. */
  test('remains when two revoke it from each other concurrently', async () => {
    const { ada, grace, grant, revoke, listHolders } = await createWorkspaceWithGrace()
    await grant(ada.headers, grace)

    const [first, second] = await runConcurrently(
      service(),
      () => revoke(ada.headers, grace),
      () => revoke(grace.headers, ada),
    )

    expect(required(first, 'the first response').status).toBe(200)
    expect(getErrorCode(required(second, 'the second response'))).toBe('TEAM_PERMISSION_REQUIRED')
    expect(await listHolders()).toEqual([ada.userId])
  })

  test('remains when it is revoked from one member while the other one leaves', async () => {
    const { ada, grace, grant, makeOwner, revoke, leave, listHolders } = await createWorkspaceWithGrace()
    await grant(ada.headers, grace)
    await makeOwner(grace)

    const [left, revoked] = await runConcurrently(
      service(),
      () => leave(ada.headers, ada),
      () => revoke(grace.headers, grace),
    )

    expect(required(left, 'the first response').status).toBe(200)
    expect(getErrorCode(required(revoked, 'the second response'))).toBe('TEAM_PERMISSION_LAST_HOLDER')
    expect(await listHolders()).toEqual([grace.userId])
  })

  test('remains when two leave concurrently', async () => {
    const { ada, grace, linus, grant, makeOwner, leave, listHolders } = await createWorkspaceOfThree()
    await grant(ada.headers, grace)
    await makeOwner(grace)

    const [first, second] = await runConcurrently(
      service(),
      () => leave(ada.headers, ada),
      () => leave(grace.headers, grace),
    )

    expect(required(first, 'the first response').status).toBe(200)
    expect(getErrorCode(required(second, 'the second response'))).toBe('TEAM_PERMISSION_LAST_HOLDER')
    expect(await listHolders()).toEqual([grace.userId])
    expect((await leave(linus.headers, linus)).status).toBe(200)
  })

  /** Guarantee: a team with members has one who can remove them, and rename or delete it. */
  test('XR3: the last member who may delete the team leaves and deletes the account only alone', async () => {
    const { ada, teamId, grace, grant, leave, deleteAccount } = await createWorkspaceWithGrace()
    await grant(ada.headers, grace)

    const refused = await leave(ada.headers, ada)
    const accountRefused = await deleteAccount(ada.headers)

    expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
      409,
      'TEAM_PERMISSION_LAST_HOLDER',
      { team_id: teamId, user_id: ada.userId, permission_id: '$delete_team' },
    ])
    expect(getErrorCode(accountRefused)).toBe('TEAM_PERMISSION_LAST_HOLDER')
    expect((await leave(grace.headers, grace)).status).toBe(200)
    expect((await leave(ada.headers, ada)).status).toBe(200)
  })

  /** Guarantee: one lock order for teams and users. */
  test('a user who deletes the account is added to a team concurrently without a deadlock', async () => {
    const { teamId, grace, deleteAccount } = await createWorkspaceWithGrace()
    const { pool } = service().server
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select id from accounts.teams where id = $1 for no key update', [teamId])
    const waitForLocks = (count: number) =>
      waitUntil(`${count} requests wait`, async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length >= count
      })

    const deleting = deleteAccount(grace.headers)
    await waitForLocks(1)
    const adding = service().post(`/team-memberships/${teamId}/${grace.userId}`, {}, service().serverHeaders)
    await waitForLocks(2)
    await holder.query('rollback')
    holder.release()

    expect([(await deleting).status, getErrorCode(await adding)]).toEqual([200, 'USER_NOT_FOUND'])
  })

  test('leaves only when another member has it, or as the last member', async () => {
    const { ada, grace, grant, makeOwner, leave } = await createWorkspaceWithGrace()

    expect(getErrorCode(await leave(ada.headers, ada))).toBe('TEAM_PERMISSION_LAST_HOLDER')
    await grant(ada.headers, grace)
    await makeOwner(grace)
    expect((await leave(ada.headers, ada)).status).toBe(200)
    expect((await leave(grace.headers, grace)).status).toBe(200)
  })

  test('deletes the account only when another member has it, or as the last member', async () => {
    const { ada, teamId, grace, grant, makeOwner, deleteAccount, listHolders } =
      await createWorkspaceWithGrace()

    const refused = await deleteAccount(ada.headers)

    expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
      409,
      'TEAM_PERMISSION_LAST_HOLDER',
      { team_id: teamId, user_id: ada.userId, permission_id: '$delete_team' },
    ])
    expect(await listHolders()).toEqual([ada.userId])
    await grant(ada.headers, grace)
    await makeOwner(grace)
    expect((await deleteAccount(ada.headers)).status).toBe(200)
    expect(await listHolders()).toEqual([grace.userId])
    expect((await deleteAccount(grace.headers)).status).toBe(200)
  })

  /** Guarantee (ZR7): an owner cannot keep a member in the team, or from deleting the account. */
  test.each(['leave', 'deleteAccount'] as const)(
    'ZR7: can %s while the team has an owner, who can grant it again',
    async (way) => {
      const { ada, grace, grant, revoke, leave, deleteAccount, listHolders } =
        await createWorkspaceWithGrace()
      await grant(ada.headers, grace)
      await revoke(ada.headers, ada)
      expect(await listHolders()).toEqual([grace.userId])

      const left = way === 'leave' ? await leave(grace.headers, grace) : await deleteAccount(grace.headers)

      expect(left.status).toBe(200)
      expect((await grant(ada.headers, ada)).status).toBe(201)
      expect(await listHolders()).toEqual([ada.userId])
    },
  )

  test('remains when two delete their accounts concurrently', async () => {
    const { ada, grace, grant, makeOwner, deleteAccount, listHolders } = await createWorkspaceOfThree()
    await grant(ada.headers, grace)
    await makeOwner(grace)

    const [first, second] = await runConcurrently(
      service(),
      () => deleteAccount(ada.headers),
      () => deleteAccount(grace.headers),
    )

    expect(required(first, 'the first response').status).toBe(200)
    expect(getErrorCode(required(second, 'the second response'))).toBe('TEAM_PERMISSION_LAST_HOLDER')
    expect(await listHolders()).toEqual([grace.userId])
  })

  test('is deleted by a back end', async () => {
    const { ada, listHolders } = await createWorkspaceWithGrace()

    expect((await service().delete(`/users/${ada.userId}`, service().serverHeaders)).status).toBe(200)
    expect(await listHolders()).toEqual([])
  })
})

/** Guarantee: without the setting, a public SDK observes what it always has. */
test('a project without such permissions rejects every client, and its members leave freely', async () => {
  await using isolated = await startAccountService()
  await configureProject(isolated, { settings: { member_managed_permissions: [] } })
  const ada = await signUp(isolated, 'ada@example.com')
  const grace = await signUp(isolated, 'grace@example.com')
  const { body: team } = await isolated.post('/teams', { display_name: 'Engines' }, ada.headers)
  await isolated.post(`/team-memberships/${team.id}/${grace.userId}`, {}, isolated.serverHeaders)
  const path = `/team-permissions/${team.id}/${grace.userId}/${permission}`

  expect((await isolated.post(path, {}, ada.headers)).body).toMatchObject({
    code: 'INSUFFICIENT_ACCESS_TYPE',
    details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
  })
  expect(getErrorCode(await isolated.delete(path, ada.headers))).toBe('INSUFFICIENT_ACCESS_TYPE')
  const list = `/team-permissions?team_id=${team.id}&permission_id=${permission}`
  expect((await isolated.get(list, ada.headers)).status).toBe(403)
  expect((await isolated.delete(`/team-memberships/${team.id}/me`, ada.headers)).status).toBe(200)
})
