import { describe, expect, test } from 'vitest'
import { createProjectKeys } from '../../index.ts'
import { loopbackNetworks, receiveEvents } from '../../platform/webhooks/testing.ts'
import { adminHeaders, getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: loopbackNetworks } })
const unknown = '7e1d0a52-9f0b-4c3d-8a61-0c5f1b2d3e4f'
const getIds = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

/** Ada with her own team, and definitions unique to one test. */
async function adaWithDefinitions() {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: me } = await service().get('/users/me', ada.headers)
  const admin = await adminHeaders(service())
  const prefix = `p${ada.userId.slice(0, 8)}`
  const define = async (scope: string, id: string, contained_permission_ids: string[] = []) =>
    await service().post(`/${scope}-permission-definitions`, { id, contained_permission_ids }, admin)
  await define('team', `${prefix}_read`)
  await define('team', `${prefix}_write`, [`${prefix}_read`])
  await define('project', `${prefix}:view`)
  await define('project', `${prefix}:edit`, [`${prefix}:view`])
  return { ada, teamId: me.selected_team_id as string, prefix }
}

const grant = (path: string, headers = service().serverHeaders) => service().post(path, {}, headers)
const revoke = (path: string) => service().delete(path, service().serverHeaders)

describe('in teams', () => {
  test('a grant includes contained permissions, publishes events, and can be revoked', async () => {
    await using events = await receiveEvents(service())
    const { ada, teamId, prefix } = await adaWithDefinitions()
    const path = `/team-permissions/${teamId}/${ada.userId}/${prefix}_write`
    const permission = { id: `${prefix}_write`, user_id: ada.userId, team_id: teamId }
    const list = (query = '') => service().get(`/team-permissions?user_id=me${query}`, ada.headers)

    const granted = await grant(path)
    const again = await grant(path)

    expect([granted.status, granted.body]).toEqual([201, permission])
    expect([again.status, again.body]).toEqual([201, permission])
    expect((await list()).body.items).toContainEqual(permission)
    expect(getIds(await list())).not.toContain(`${prefix}_read`)
    expect(getIds(await list('&recursive=true'))).toContain(`${prefix}_read`)
    expect(getIds(await list(`&recursive=true&permission_id=${prefix}_read`))).toEqual([`${prefix}_read`])
    expect((await revoke(path)).body).toEqual({ success: true })
    expect(getIds(await list('&recursive=true'))).not.toContain(`${prefix}_read`)
    const published = await events.about(permission.id, 3)
    expect(published).toEqual([
      { type: 'team_permission.created', data: permission },
      { type: 'team_permission.created', data: permission },
      { type: 'team_permission.deleted', data: permission },
    ])
  })

  test('invalid grants and revocations are rejected in the documented order', async () => {
    const { ada, teamId, prefix } = await adaWithDefinitions()
    const grace = await signUp(service(), uniqueEmail('grace'))
    const give = (team: string, user: string, permission: string) =>
      grant(`/team-permissions/${team}/${user}/${permission}`)

    expect(getErrorCode(await give(unknown, unknown, 'nothing'))).toBe('USER_NOT_FOUND')
    for (const team of [unknown, teamId]) {
      const noMember = await give(team, grace.userId, 'nothing')
      expect([noMember.status, getErrorCode(noMember), noMember.body.details]).toEqual([
        404,
        'TEAM_MEMBERSHIP_NOT_FOUND',
        { team_id: team, user_id: grace.userId },
      ])
    }
    const nothing = await give(teamId, ada.userId, 'nothing')
    expect([nothing.status, getErrorCode(nothing), nothing.body.details]).toEqual([
      404,
      'PERMISSION_NOT_FOUND',
      { permission_id: 'nothing' },
    ])
    const wrong = await give(teamId, ada.userId, `${prefix}:view`)
    expect([wrong.status, getErrorCode(wrong), wrong.body.details]).toEqual([
      404,
      'WRONG_PERMISSION_SCOPE',
      { permission_id: `${prefix}:view`, expected_scope: 'team', actual_scope: 'project' },
    ])
    for (const id of ['Upper', '$king', 'a-b', 'ä', 'x'.repeat(256)])
      expect([id, getErrorCode(await give(teamId, ada.userId, encodeURIComponent(id)))]).toEqual([
        id,
        'SCHEMA_ERROR',
      ])
    expect((await give(teamId, ada.userId, '$update_team')).status).toBe(201)
  })

  test('only direct grants can be revoked', async () => {
    const { ada, teamId, prefix } = await adaWithDefinitions()
    await grant(`/team-permissions/${teamId}/${ada.userId}/${prefix}_write`)

    const contained = await revoke(`/team-permissions/${teamId}/${ada.userId}/${prefix}_read`)

    expect([contained.status, getErrorCode(contained), contained.body.details]).toEqual([
      401,
      'TEAM_PERMISSION_NOT_FOUND',
      { team_id: teamId, user_id: ada.userId, permission_id: `${prefix}_read` },
    ])
  })
})

describe('in the project', () => {
  test('a grant includes contained permissions, publishes events, and can be revoked', async () => {
    await using events = await receiveEvents(service())
    const { ada, prefix } = await adaWithDefinitions()
    const path = `/project-permissions/${ada.userId}/${prefix}:edit`
    const permission = { id: `${prefix}:edit`, user_id: ada.userId }
    const list = (query = '') => service().get(`/project-permissions?user_id=me${query}`, ada.headers)

    expect((await list()).body).toEqual({ items: [], is_paginated: false })
    const granted = await grant(path)
    await grant(path)

    expect([granted.status, granted.body]).toEqual([201, permission])
    expect((await list()).body.items).toEqual([permission])
    expect(getIds(await list('&recursive=true'))).toEqual([`${prefix}:edit`, `${prefix}:view`])
    expect(getIds(await list(`&recursive=true&permission_id=${prefix}:view`))).toEqual([`${prefix}:view`])
    expect((await revoke(path)).body).toEqual({ success: true })
    const again = await revoke(path)
    expect([again.status, getErrorCode(again), again.body.details]).toEqual([
      404,
      'PERMISSION_NOT_FOUND',
      { permission_id: `${prefix}:edit` },
    ])
    expect((await list()).body.items).toEqual([])
    expect((await events.about(permission.id, 3)).at(-1)).toEqual({
      type: 'project_permission.deleted',
      data: permission,
    })
  })

  test('invalid grants are rejected in the documented order', async () => {
    const { ada, prefix } = await adaWithDefinitions()
    const give = (user: string, permission: string) => grant(`/project-permissions/${user}/${permission}`)

    expect(getErrorCode(await give(unknown, 'nothing'))).toBe('USER_NOT_FOUND')
    expect(getErrorCode(await give(ada.userId, 'nothing'))).toBe('PERMISSION_NOT_FOUND')
    for (const id of ['$update_team', `${prefix}_read`]) {
      const wrong = await give(ada.userId, id)
      expect([wrong.status, getErrorCode(wrong), wrong.body.details]).toEqual([
        404,
        'WRONG_PERMISSION_SCOPE',
        { permission_id: id, expected_scope: 'project', actual_scope: 'team' },
      ])
    }
  })

  /** Guarantee: a client lists only permissions of its own user and cannot grant any. */
  test('TN1: clients can neither list permissions of other users nor grant permissions', async () => {
    const { ada, teamId, prefix } = await adaWithDefinitions()
    const grace = await signUp(service(), uniqueEmail('grace'))
    const list = (query: string, headers = {}) => service().get(`/project-permissions${query}`, headers)

    expect((await list(`?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
    expect((await list('', grace.headers)).status).toBe(403)
    expect(getErrorCode(await list('?user_id=me'))).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
    expect(getErrorCode(await list(''))).toBe('USER_AUTHENTICATION_REQUIRED')
    for (const path of [
      `/team-permissions/${teamId}/me/$delete_team`,
      `/project-permissions/me/${prefix}:edit`,
    ]) {
      expect(getErrorCode(await grant(path, grace.headers))).toBe('INSUFFICIENT_ACCESS_TYPE')
      expect(getErrorCode(await service().delete(path, grace.headers))).toBe('INSUFFICIENT_ACCESS_TYPE')
    }
  })

  test('new users receive the default permissions', async () => {
    const { prefix } = await adaWithDefinitions()
    const admin = await adminHeaders(service())
    const setDefaults = (ids: string[]) =>
      service().patch(
        '/internal/projects/current',
        { config: { user_default_permissions: ids.map((id) => ({ id })) } },
        admin,
      )
    expect((await setDefaults([`${prefix}:edit`])).status).toBe(200)

    const grace = await signUp(service(), uniqueEmail('grace'))
    const { body: linus } = await service().post('/users', {}, service().serverHeaders)

    for (const id of [grace.userId, linus.id])
      expect(
        getIds(await service().get(`/project-permissions?user_id=${id}`, service().serverHeaders)),
      ).toEqual([`${prefix}:edit`])
    await setDefaults([])
  })
})

/** Guarantee: keys of one project have no effect on another. */
test('permissions of another project are inaccessible', async () => {
  const { ada, teamId, prefix } = await adaWithDefinitions()
  const keys = await createProjectKeys(service().server, {
    project: 'internal',
    description: 'Tests',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const otherProject = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': keys.secretServerKey,
  }
  const ofTeam = `/team-permissions/${teamId}/${ada.userId}/team_admin`

  expect(getErrorCode(await grant(ofTeam, otherProject))).toBe('USER_NOT_FOUND')
  expect(getErrorCode(await service().delete(ofTeam, otherProject))).toBe('TEAM_PERMISSION_NOT_FOUND')
  expect(getErrorCode(await grant(`/project-permissions/${ada.userId}/${prefix}:edit`, otherProject))).toBe(
    'USER_NOT_FOUND',
  )
  expect((await service().get(`/team-permissions?team_id=${teamId}`, otherProject)).body.items).toEqual([])
})
