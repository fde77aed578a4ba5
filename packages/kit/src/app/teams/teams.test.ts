import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../../../../../apps/account-service/src/testing.ts'
import { openSignedInApp, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a created team has a picture and is selected, changed and deleted', async () => {
  const { app, user } = await openSignedInApp(service(), 'ada')

  const team = await user.createTeam({ displayName: 'Kestrel Freight', profileImageUrl: onePixel })
  const selected = (await app.getUser())?.selectedTeam
  await team.update({ displayName: 'Kestrel', profileImageUrl: null, clientMetadata: { fleet: 2 } })
  const changed = await user.getTeam(team.id)
  await team.delete()

  expect(team.profileImageUrl).toMatch(/^http/)
  expect(selected?.id).toBe(team.id)
  expect(changed).toMatchObject({
    displayName: 'Kestrel',
    profileImageUrl: null,
    clientMetadata: { fleet: 2 },
  })
  expect(await user.getTeam(team.id)).toBeNull()
  expect((await app.getUser())?.selectedTeam).toBeNull()
})

test('members are invited, listed, removed, and leave', async () => {
  const { user: owner } = await openSignedInApp(service(), 'ada')
  const { app, user: guest } = await openSignedInApp(service(), 'grace')
  const team = await owner.createTeam({ displayName: 'Kestrel Freight' })
  const [first, second, third] = [uniqueEmail('a'), uniqueEmail('b'), uniqueEmail('c')]

  for (const email of [first, second, third]) await team.inviteUser({ email })
  const invitations = await team.listInvitations()
  await invitations.find(({ recipientEmail }) => recipientEmail === third)?.revoke()
  const acceptInvitationTo = async (email: string) =>
    await app.acceptTeamInvitation(codeFromEmail(await service().waitForEmail(email)))

  expect(invitations.map(({ recipientEmail }) => recipientEmail)).toEqual([first, second, third])
  expect(invitations[0]?.expiresAt.getTime()).toBeGreaterThan(service().now().getTime())
  expect((await service().waitForEmail(first)).text).toContain('/handler/team-invitation?code=')
  expect(await acceptInvitationTo(third)).toMatchObject({ status: 'error' })

  expect(await acceptInvitationTo(first)).toMatchObject({ status: 'ok' })
  expect((await team.listUsers()).map(({ id }) => id).sort()).toEqual([owner.id, guest.id].sort())
  await team.removeUser(guest.id)
  expect(await guest.getTeam(team.id)).toBeNull()

  expect(await acceptInvitationTo(second)).toMatchObject({ status: 'ok' })
  await guest.leaveTeam(team)
  expect((await team.listUsers()).map(({ id }) => id)).toEqual([owner.id])
})

test('an owner lists who administers the team, and gives that permission to a member and takes it', async () => {
  const { user: owner } = await openSignedInApp(service(), 'ada')
  const { app, user: guest } = await openSignedInApp(service(), 'grace')
  const team = await owner.createTeam({ displayName: 'Kestrel Freight' })
  const email = uniqueEmail('invited')
  await team.inviteUser({ email })
  await app.acceptTeamInvitation(codeFromEmail(await service().waitForEmail(email)))
  const joined = required(await guest.getTeam(team.id), 'the team')

  expect(await joined.listPermissionHolders('phone_admin')).toEqual([owner.id])
  await expect(joined.grantPermission(guest.id, 'phone_admin')).rejects.toMatchObject({
    code: 'TEAM_PERMISSION_REQUIRED',
  })
  await team.grantPermission(guest.id, 'phone_admin')
  expect((await joined.listPermissionHolders('phone_admin')).sort()).toEqual([owner.id, guest.id].sort())
  await team.revokePermission(guest.id, 'phone_admin')
  await expect(team.revokePermission(owner.id, 'phone_admin')).rejects.toMatchObject({
    code: 'TEAM_PERMISSION_LAST_HOLDER',
  })
})

test('a member has another name in a team than elsewhere', async () => {
  const { user } = await openSignedInApp(service(), 'ada')
  const team = await user.createTeam({ displayName: 'Kestrel Freight' })

  const profile = await user.getTeamProfile(team)
  await profile.update({ displayName: 'Ada of dispatch' })

  expect((await user.getTeamProfile(team)).displayName).toBe('Ada of dispatch')
  const [member] = await team.listUsers()
  expect(required(member, 'the member').teamProfile.displayName).toBe('Ada of dispatch')
})

test('a team has its own API keys', async () => {
  const { user } = await openSignedInApp(service(), 'ada')
  const team = await user.createTeam({ displayName: 'Kestrel Freight' })

  const key = await team.createApiKey({ description: 'Dispatch', expiresAt: null })
  await key.revoke()

  expect(key).toMatchObject({ type: 'team', teamId: team.id, value: expect.stringContaining('_') })
  expect(await team.listApiKeys()).toMatchObject([{ id: key.id, description: 'Dispatch' }])
  expect((await team.listApiKeys())[0]?.whyInvalid()).toBe('manually-revoked')
})

test('a team without permission to change it is rejected with the permission', async () => {
  const { user: owner } = await openSignedInApp(service(), 'ada')
  const { app, user: guest } = await openSignedInApp(service(), 'grace')
  const team = await owner.createTeam({ displayName: 'Kestrel Freight' })
  const email = uniqueEmail('invited')
  await team.inviteUser({ email })
  await app.acceptTeamInvitation(codeFromEmail(await service().waitForEmail(email)))
  const joined = required(await guest.getTeam(team.id), 'the team')

  await expect(joined.update({ displayName: 'Mine' })).rejects.toMatchObject({
    code: 'TEAM_PERMISSION_REQUIRED',
    details: { permission_id: '$update_team' },
  })
})

test('a user accepts an invitation to a verified address without its code', async () => {
  const { user: owner } = await openSignedInApp(service(), 'ada')
  const { user: guest, email } = await openSignedInApp(service(), 'grace')
  const team = await owner.createTeam({ displayName: 'Kestrel Freight' })
  await team.inviteUser({ email })
  await service().patch(`/users/${guest.id}`, { primary_email_verified: true }, service().serverHeaders)

  const [invitation] = await guest.listTeamInvitations()
  await required(invitation, 'the invitation').accept()

  expect(invitation).toMatchObject({ teamId: team.id, teamDisplayName: 'Kestrel Freight' })
  expect((await guest.listTeams()).map(({ id }) => id)).toContain(team.id)
  expect(await guest.listTeamInvitations()).toEqual([])
})
