import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { elevenMinutesLater } from '../../auth/step-up/testing.ts'
import { runConcurrently } from '../../platform/audit/testing.ts'
import {
  configureProject,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import { createTeamOfThree, createTeamWithGrace } from './testing.ts'

const service = setUpAccountService()
const owner = 'team_admin'

test('XR3: an owner makes a member the owner, and leaves', async () => {
  const { ada, teamId, grace, grant, leave, listHolders } = await createTeamWithGrace(service())
  await grant(ada.headers, grace)

  const granted = await grant(ada.headers, grace, owner)
  const left = await leave(ada.headers, ada)

  expect([granted.status, left.status]).toEqual([201, 200])
  expect(await listHolders('$delete_team')).toEqual([grace.userId])
  const { rows } = await service().server.pool.query(
    `select actor_id, subject_id from accounts.audit_entries
     where action = 'team_permission.granted' and details->>'permissionId' = $2 and details->>'teamId' = $1`,
    [teamId, owner],
  )
  expect(rows).toEqual([{ actor_id: ada.userId, subject_id: grace.userId }])
})

/** Guarantee (XR3): only owners decide who owns the workspace. */
test('XR3: neither administrators nor members nor owners of other teams change who owns the team', async () => {
  const { ada, teamId, grace, linus, grant, revoke, listHolders } = await createTeamOfThree(service())
  const { ada: stranger } = await createTeamWithGrace(service())
  await grant(ada.headers, grace)

  const responses = []
  for (const by of [grace, linus, stranger]) {
    responses.push(await grant(by.headers, by, owner))
    responses.push(await revoke(by.headers, ada, owner))
  }

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
    [401, 'TEAM_PERMISSION_REQUIRED'],
    [401, 'TEAM_PERMISSION_REQUIRED'],
    [401, 'TEAM_PERMISSION_REQUIRED'],
    [401, 'TEAM_PERMISSION_REQUIRED'],
    [404, 'TEAM_MEMBERSHIP_NOT_FOUND'],
    [404, 'TEAM_MEMBERSHIP_NOT_FOUND'],
  ])
  expect(await listHolders(owner)).toEqual([ada.userId])
  const outsider = await signUp(service(), uniqueEmail('hedy'))
  expect((await grant(ada.headers, outsider, owner)).body).toMatchObject({
    code: 'TEAM_MEMBERSHIP_NOT_FOUND',
    details: { team_id: teamId, user_id: outsider.userId },
  })
})

test('an administrator who does not own the workspace renames it, and a member does not', async () => {
  const { teamId, ada, grace, linus, grant } = await createTeamOfThree(service())
  await grant(ada.headers, grace)
  const path = `/teams/${teamId}`

  const renamed = await service().patch(path, { display_name: 'Night shift' }, grace.headers)
  const refused = await service().patch(path, { display_name: 'Day shift' }, linus.headers)

  expect([renamed.status, refused.status, refused.body.details?.permission_id]).toEqual([
    200,
    401,
    '$update_team',
  ])
  expect((await service().get(path, ada.headers)).body.display_name).toBe('Night shift')
})

/** Guarantee (ZR16): an administrator cannot keep an owner out of the phone. */
test('ZR16: only owners change the permissions of an owner', async () => {
  const { ada, grace, grant, revoke, listGranted } = await createTeamWithGrace(service())
  await grant(ada.headers, grace)

  const revoked = await revoke(grace.headers, ada)
  await revoke(ada.headers, ada)
  const granted = await grant(grace.headers, ada)

  expect([revoked, granted].map(({ status, body }) => [status, body.code])).toEqual([
    [401, 'TEAM_PERMISSION_REQUIRED'],
    [401, 'TEAM_PERMISSION_REQUIRED'],
  ])
  await grant(ada.headers, grace, owner)
  expect((await grant(grace.headers, ada)).status).toBe(201)
  expect((await revoke(grace.headers, ada)).status).toBe(200)
  expect(await listGranted(ada)).toEqual([owner])
})

test('ZR16: a member who may remove members removes no owner', async () => {
  const { ada, grace, linus, makeOwner, grant, leave, listGranted } = await createTeamOfThree(service())
  await grant(service().serverHeaders, grace, '$remove_members')

  const owners = [await leave(grace.headers, ada)]
  expect((await leave(grace.headers, linus)).status).toBe(200)
  await makeOwner(grace)

  expect(owners.map(getErrorCode)).toEqual(['TEAM_PERMISSION_REQUIRED'])
  expect((await listGranted(ada)).toSorted()).toEqual(['phone_admin', owner])
  expect((await leave(grace.headers, ada)).status).toBe(200)
})

/** Guarantee (ZR16): a stolen session cannot make its thief the owner. */
test('ZR16: a member is made the owner only after a recent sign-in, and other roles without one', async () => {
  const { ada, grace, linus, makeOwner, grant, listHolders } = await createTeamOfThree(service())
  await makeOwner(linus)
  const old = await elevenMinutesLater(service(), ada.refreshToken)

  const refused = await grant(old, grace, owner)
  const others = [await grant(old, grace), await grant(old, linus, owner)]

  expect([refused.status, getErrorCode(refused)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  expect(others.map(({ status }) => status)).toEqual([201, 201])
  expect((await listHolders(owner)).toSorted()).toEqual([ada.userId, linus.userId].toSorted())
})

test('an owner resigns when another one remains, and keeps what every member may do', async () => {
  const { ada, grace, grant, revoke, listGranted } = await createTeamWithGrace(service())

  expect(getErrorCode(await revoke(ada.headers, ada, owner))).toBe('TEAM_PERMISSION_LAST_HOLDER')
  await grant(ada.headers, grace, owner)
  expect((await revoke(ada.headers, ada, owner)).status).toBe(200)

  expect((await listGranted(ada)).toSorted()).toEqual(['phone_admin', 'team_member'])
  expect(getErrorCode(await grant(ada.headers, ada, owner))).toBe('TEAM_PERMISSION_REQUIRED')
})

test('a permission that does not make an owner is revoked without a grant of another', async () => {
  const { ada, grace, grant, revoke, listGranted } = await createTeamWithGrace(service())
  await revoke(service().serverHeaders, grace, 'team_member')
  await grant(ada.headers, grace)

  expect((await revoke(ada.headers, grace)).status).toBe(200)

  expect(await listGranted(grace)).toEqual([])
})

test('one of two owners remains when they revoke the role from each other concurrently', async () => {
  const { ada, grace, grant, revoke, listHolders } = await createTeamWithGrace(service())
  await grant(ada.headers, grace, owner)

  const [first, second] = await runConcurrently(
    service(),
    () => revoke(ada.headers, grace, owner),
    () => revoke(grace.headers, ada, owner),
  )

  expect(required(first, 'the first response').status).toBe(200)
  expect(getErrorCode(required(second, 'the second response'))).toBe('TEAM_PERMISSION_REQUIRED')
  expect(await listHolders(owner)).toEqual([ada.userId])
})

/** Guarantee (XR3): a team keeps an owner also where only a back end names owners. */
test('XR3: the last member who may delete the team remains where members do not name owners', async () => {
  await using isolated = await startAccountService()
  await configureProject(isolated, { settings: { member_managed_permissions: ['phone_admin'] } })
  const { ada, grace, grant, leave } = await createTeamWithGrace(isolated)
  await grant(ada.headers, grace)

  expect((await leave(ada.headers, ada)).body).toMatchObject({
    code: 'TEAM_PERMISSION_LAST_HOLDER',
    details: { permission_id: '$delete_team' },
  })
  expect(getErrorCode(await grant(ada.headers, grace, owner))).toBe('INSUFFICIENT_ACCESS_TYPE')
})
