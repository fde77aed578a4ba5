import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../apps/account-service/src/testing.ts'
import type { Device } from './fixture/device.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { signUp } from './fixture/users.ts'

/** Creates a team for the signed-in user of the device. Returns its id. */
const createTeam = (device: Device, displayName = 'Engines') =>
  device.use(async (app, input) => {
    const user = await app.getUser({ or: 'throw' })
    return (await user.createTeam({ displayName: input })).id
  }, displayName)

const teamsOn = (device: Device) =>
  device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    const selected = (await app.getUser())?.selectedTeam?.id ?? null
    return (await user.listTeams()).map(({ id, displayName }) => ({
      id,
      displayName,
      isSelected: id === selected,
    }))
  })

withEveryClient((fixture) => {
  test('14.9: a team is created, selected, renamed, left and deleted', async () => {
    await using ada = await fixture().openDevice()
    await signUp(ada, uniqueEmail('ada'))
    const before = await teamsOn(ada)
    const engines = await createTeam(ada)
    expect(await teamsOn(ada)).toEqual([
      ...before.map((team) => ({ ...team, isSelected: false })),
      { id: engines, displayName: 'Engines', isSelected: true },
    ])

    await ada.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      await required(await user.getTeam(id), 'the team').update({
        displayName: 'Difference engines',
        clientMetadata: { no: 2 },
      })
      await user.setSelectedTeam(null)
    }, engines)
    expect((await teamsOn(ada)).find(({ id }) => id === engines)).toEqual({
      id: engines,
      displayName: 'Difference engines',
      isSelected: false,
    })

    const looms = await createTeam(ada, 'Looms')
    await ada.use(
      async (app, input, required) => {
        const user = await app.getUser({ or: 'throw' })
        await required(await user.getTeam(input.engines), 'the team').delete()
        await user.leaveTeam(required(await user.getTeam(input.looms), 'the team'))
      },
      { engines, looms },
    )
    expect((await teamsOn(ada)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await fixture().backEnd.getTeam(engines)).toBeNull()
  })

  test('14.9: a user is invited, sees the team and joins; another invitation is revoked', async () => {
    await using ada = await fixture().openDevice()
    await using grace = await fixture().openDevice()
    const graceAddress = uniqueEmail('grace')
    await signUp(ada, uniqueEmail('ada'))
    await signUp(grace, graceAddress)
    const engines = await createTeam(ada)
    const invite = (email: string) =>
      ada.use(
        async (app, input, required) => {
          const user = await app.getUser({ or: 'throw' })
          await required(await user.getTeam(input.team), 'the team').inviteUser(input)
        },
        { team: engines, email, callbackUrl: `${ada.origin}/handler/team-invitation` },
      )
    const invitations = () =>
      ada.use(async (app, id, required) => {
        const user = await app.getUser({ or: 'throw' })
        return (await required(await user.getTeam(id), 'the team').listInvitations()).map(
          ({ recipientEmail }) => recipientEmail,
        )
      }, engines)

    await invite(graceAddress)
    await invite('hedy@example.com')
    expect((await invitations()).toSorted()).toEqual([graceAddress, 'hedy@example.com'].toSorted())
    await ada.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      const all = await required(await user.getTeam(id), 'the team').listInvitations()
      await required(
        all.find(({ recipientEmail }) => recipientEmail === 'hedy@example.com'),
        'the invitation',
      ).revoke()
    }, engines)
    expect(await invitations()).toEqual([graceAddress])

    const code = codeFromEmail(await fixture().service.waitForEmail(graceAddress, 2))
    expect(await grace.use((app, input) => app.verifyTeamInvitationCode(input), code)).toMatchObject({
      status: 'ok',
    })
    expect(await grace.use((app, input) => app.getTeamInvitationDetails(input), code)).toMatchObject({
      status: 'ok',
      data: { teamDisplayName: 'Engines' },
    })
    expect(await grace.use((app, input) => app.acceptTeamInvitation(input), code)).toMatchObject({
      status: 'ok',
    })
    expect((await teamsOn(grace)).map(({ id }) => id)).toContain(engines)
    expect(await grace.use((app, input) => app.acceptTeamInvitation(input), code)).toMatchObject({
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
    const lost = codeFromEmail(await fixture().service.waitForEmail('hedy@example.com'))
    expect(await grace.use((app, input) => app.acceptTeamInvitation(input), lost)).toMatchObject({
      status: 'error',
    })
  })

  test('14.9: a member edits their profile and receives errors for other changes', async () => {
    await using ada = await fixture().openDevice()
    await using grace = await fixture().openDevice()
    await signUp(ada, uniqueEmail('ada'))
    const graceId = await signUp(grace, uniqueEmail('grace'))
    const engines = await createTeam(ada)
    await required(await fixture().backEnd.getTeam(engines), 'the team').addUser(graceId)

    await grace.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      const team = required(await user.getTeam(id), 'the team')
      await (await user.getTeamProfile(team)).update({ displayName: 'Grace of the engines' })
    }, engines)
    const names = await ada.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      const members = await required(await user.getTeam(id), 'the team').listUsers()
      return members.map(({ teamProfile }) => teamProfile.displayName)
    }, engines)
    expect(names).toContain('Grace of the engines')

    const rename = grace.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      await required(await user.getTeam(id), 'the team').update({ displayName: 'Mine' })
    }, engines)
    await expect(rename).rejects.toMatchObject({
      errorCode: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: engines, user_id: graceId, permission_id: '$update_team' },
    })
    expect(fixture().proxy.of('PATCH', `/teams/${engines}`).at(-1)).toMatchObject({ status: 401 })
  })

  test('14.10: permissions are defined, granted, read directly and through containment, and revoked', async () => {
    await using ada = await fixture().openDevice()
    const adaId = await signUp(ada, uniqueEmail('ada'))
    const engines = await createTeam(ada)
    const { admin, backEnd } = fixture()
    const unique = randomUUID().slice(0, 8)
    const [turn, drive, publish] = [`turn_${unique}`, `drive_${unique}`, `publish_${unique}`]
    await admin.createTeamPermissionDefinition({ id: turn, description: 'Turn', containedPermissionIds: [] })
    await admin.createTeamPermissionDefinition({ id: drive, containedPermissionIds: [turn] })
    await admin.createProjectPermissionDefinition({ id: publish, containedPermissionIds: [] })
    const held = (recursive: boolean) =>
      ada.use(
        async (app, input, required) => {
          const user = await app.getUser({ or: 'throw' })
          const team = required(await user.getTeam(input.team), 'the team')
          const permissions = await user.listPermissions(team, { recursive: input.recursive })
          return permissions.map(({ id }) => id)
        },
        { team: engines, recursive },
      )
    const updatedAda = required(await backEnd.getUser(adaId), 'the user')
    const updatedTeam = required(await backEnd.getTeam(engines), 'the team')

    await updatedAda.grantPermission(updatedTeam, drive)
    await updatedAda.grantPermission(publish)
    expect((await held(false)).toSorted()).toEqual([drive, 'team_admin'].toSorted())
    expect(await held(true)).toEqual(
      expect.arrayContaining([drive, turn, 'team_admin', '$update_team', '$delete_team', '$manage_api_keys']),
    )
    const has = await ada.use(
      async (app, input, required) => {
        const user = await app.getUser({ or: 'throw' })
        const team = required(await user.getTeam(input.team), 'the team')
        return [
          await user.hasPermission(team, input.turn),
          await user.hasPermission(input.publish),
          await user.hasPermission(team, 'nothing'),
        ]
      },
      { team: engines, turn, publish },
    )
    expect(has).toEqual([true, true, false])

    await updatedAda.revokePermission(updatedTeam, drive)
    expect(await held(true)).not.toContain(turn)
    await expect(updatedAda.revokePermission(updatedTeam, drive)).rejects.toMatchObject({
      errorCode: 'TEAM_PERMISSION_NOT_FOUND',
    })
    await expect(updatedAda.grantPermission(updatedTeam, `nothing_${unique}`)).rejects.toMatchObject({
      errorCode: 'PERMISSION_NOT_FOUND',
    })
    await expect(updatedAda.grantPermission(updatedTeam, publish)).rejects.toThrow()
    await updatedAda.revokePermission(publish)
    expect(await updatedAda.hasPermission(publish)).toBe(false)
  })

  test('14.10: an owner manages definitions', async () => {
    const { admin } = fixture()
    const unique = randomUUID().slice(0, 8)
    const [turn, drive] = [`turn_${unique}`, `drive_${unique}`]
    const find = async (id: string) =>
      (await admin.listTeamPermissionDefinitions()).find((each) => each.id === id)

    await admin.createTeamPermissionDefinition({ id: turn, containedPermissionIds: [] })
    await expect(
      admin.createTeamPermissionDefinition({ id: turn, containedPermissionIds: [] }),
    ).rejects.toMatchObject({ errorCode: 'PERMISSION_ID_ALREADY_EXISTS', details: { permission_id: turn } })
    await expect(
      admin.createTeamPermissionDefinition({ id: drive, containedPermissionIds: ['nothing_at_all'] }),
    ).rejects.toMatchObject({ errorCode: 'CONTAINED_PERMISSION_NOT_FOUND' })
    await admin.updateTeamPermissionDefinition(turn, {
      description: 'Turn the handle',
      containedPermissionIds: ['$read_members'],
    })
    expect(await find(turn)).toMatchObject({
      id: turn,
      description: 'Turn the handle',
      containedPermissionIds: ['$read_members'],
    })
    await admin.deleteTeamPermissionDefinition(turn)
    expect(await find(turn)).toBeUndefined()
    expect(await find('$update_team')).toBeDefined()

    await admin.createProjectPermissionDefinition({ id: drive, containedPermissionIds: [] })
    await admin.updateProjectPermissionDefinition(drive, { description: 'Drive' })
    expect((await admin.listProjectPermissionDefinitions()).find(({ id }) => id === drive)).toMatchObject({
      description: 'Drive',
    })
    await admin.deleteProjectPermissionDefinition(drive)
  })

  test('14.11: keys of users and teams are created, listed, verified and revoked; invalid keys are rejected', async () => {
    await using ada = await fixture().openDevice()
    const adaId = await signUp(ada, uniqueEmail('ada'))
    const engines = await createTeam(ada)
    const { backEnd, service } = fixture()
    const created = await ada.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      const own = await user.createApiKey({ description: 'Own', expiresAt: null })
      const brief = await user.createApiKey({
        description: 'Brief',
        expiresAt: new Date(Date.now() + 60_000),
      })
      const teamKey = await required(await user.getTeam(id), 'the team').createApiKey({
        description: 'Team',
        expiresAt: null,
      })
      return { own: own.value, brief: brief.value, ofTeam: teamKey.value }
    }, engines)
    const findUserId = async (apiKey: string) => (await backEnd.getUser({ apiKey }))?.id ?? null
    const findTeamId = async (apiKey: string) => (await backEnd.getTeam({ apiKey }))?.id ?? null

    expect(await findUserId(created.own)).toBe(adaId)
    expect(await findTeamId(created.ofTeam)).toBe(engines)
    expect(await findUserId(created.ofTeam)).toBeNull()
    expect(await findTeamId(created.own)).toBeNull()
    expect(await findUserId(`${created.own.slice(0, -1)}${created.own.endsWith('0') ? '1' : '0'}`)).toBeNull()
    expect(await findUserId('nothing')).toBeNull()

    const revoked = await ada.use(async (app, _given, required) => {
      const user = await app.getUser({ or: 'throw' })
      const keys = await user.listApiKeys()
      await required(
        keys.find(({ description }) => description === 'Own'),
        'the API key',
      ).revoke()
      return (await user.listApiKeys()).map((key) => [
        key.description,
        key.isValid(),
        key.whyInvalid(),
        key.value,
      ])
    })
    expect(revoked).toEqual([
      ['Brief', true, null, { lastFour: created.brief.slice(-4) }],
      ['Own', false, 'manually-revoked', { lastFour: created.own.slice(-4) }],
    ])
    expect(await findUserId(created.own)).toBeNull()
    service.advance(120_000)
    expect(await findUserId(created.brief)).toBeNull()

    await ada.use(async (app, id, required) => {
      const user = await app.getUser({ or: 'throw' })
      const [key] = await required(await user.getTeam(id), 'the team').listApiKeys()
      await required(key, 'the key').update({ description: 'Renamed' })
      await required(key, 'the key').revoke()
    }, engines)
    expect(await findTeamId(created.ofTeam)).toBeNull()
  })
})
