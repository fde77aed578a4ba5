import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../../../../../apps/account-service/src/testing.ts'
import { openSignedInApp, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

async function invite(email: string) {
  const { user: owner } = await openSignedInApp(service(), 'ada')
  const team = await owner.createTeam({ displayName: 'Kestrel Freight' })
  const body = {
    team_id: team.id,
    email,
    callback_url: 'https://phone.example.com/handler/team-invitation',
  }
  const { accessToken } = await owner.getAuthJson()
  await service().post('/team-invitations/send-code', body, { 'x-stack-access-token': String(accessToken) })
  return { team, email, owner, code: codeFromEmail(await service().waitForEmail(email)) }
}

test('an invited user sees the team and joins it once', async () => {
  const { team, code, email, owner } = await invite(uniqueEmail('invited'))
  const { app, user } = await openSignedInApp(service(), 'grace')
  await owner.update({ displayName: 'Ada Lindqvist' })
  const recipient = {
    recipientEmail: email,
    expiresAt: expect.any(Date),
    teamDisplayName: null,
    inviterDisplayName: null,
  }

  expect(await app.verifyTeamInvitationCode(code)).toEqual({ status: 'ok', data: undefined })
  expect(await app.getTeamInvitationRecipient(code)).toEqual({ status: 'ok', data: recipient })
  expect(await app.getTeamInvitationDetails(code)).toEqual({
    status: 'ok',
    data: {
      ...recipient,
      teamId: team.id,
      teamDisplayName: 'Kestrel Freight',
      inviterDisplayName: 'Ada Lindqvist',
      createdAt: expect.any(Date),
      permissionIds: ['team_member'],
    },
  })
  expect(await app.acceptTeamInvitation(code)).toEqual({ status: 'ok', data: undefined })
  expect((await user.listTeams()).map(({ id }) => id)).toContain(team.id)
  expect(await app.verifyTeamInvitationCode(code)).toMatchObject({
    error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
  })
})

test('an unknown invitation is returned as an error', async () => {
  const { app } = await openSignedInApp(service(), 'grace')

  for (const result of [
    await app.verifyTeamInvitationCode('x'.repeat(45)),
    await app.getTeamInvitationRecipient('x'.repeat(45)),
    await app.getTeamInvitationDetails('x'.repeat(45)),
    await app.acceptTeamInvitation('x'.repeat(45)),
  ])
    expect(result).toMatchObject({ error: { errorCode: 'VERIFICATION_CODE_NOT_FOUND' } })
})
