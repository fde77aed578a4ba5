import { beforeAll, describe, expect, test } from 'vitest'
import {
  adminHeaders,
  configureProject,
  getErrorCode,
  type Headers,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService()
let admin: Headers
let definitions = 0
beforeAll(async () => {
  admin = await adminHeaders(service())
})

/** A permission id that no other test uses. */
function createUniqueId(name: string): string {
  definitions += 1
  return `${name}_${definitions}`
}

/** Guarantee: a later definition with the id of an earlier one is not managed by members. */
test('XR4: a renamed definition stays manageable under its new id only, and a deleted one under none', async () => {
  const [old, renamed] = [createUniqueId('mgr'), createUniqueId('boss')]
  const path = '/team-permission-definitions'
  const listManaged = async () =>
    (await service().get('/internal/settings', admin)).body.member_managed_permissions
  await service().post(path, { id: old }, admin)
  await configureProject(service(), { settings: { member_managed_permissions: ['phone_admin', old] } })

  expect((await service().patch(`${path}/${old}`, { id: renamed }, admin)).status).toBe(200)
  expect(await listManaged()).toEqual(['phone_admin', renamed])
  expect((await service().delete(`${path}/${renamed}`, admin)).status).toBe(200)
  expect(await listManaged()).toEqual(['phone_admin'])
})

describe.each(['team', 'project'] as const)('%s permissions', (scope) => {
  const other = scope === 'team' ? 'project' : 'team'
  const path = `/${scope}-permission-definitions`
  const create = (body: object) => service().post(path, body, admin)
  const change = (id: string, body: object) => service().patch(`${path}/${id}`, body, admin)
  const remove = (id: string) => service().delete(`${path}/${id}`, admin)
  const list = async () => {
    const { body } = await service().get(path, admin)
    return body.items as { id: string; description?: string; contained_permission_ids: string[] }[]
  }
  const find = async (id: string) => (await list()).find((definition) => definition.id === id)

  test('a definition is created, listed, updated and deleted', async () => {
    const [read, write] = [createUniqueId('b:read'), createUniqueId('a_write')]
    const created = await create({ id: read, description: 'Read it' })
    const container = await create({ id: write, contained_permission_ids: [read, read] })

    expect([created.status, created.body]).toEqual([
      201,
      { id: read, description: 'Read it', contained_permission_ids: [] },
    ])
    expect(container.body).toEqual({ id: write, contained_permission_ids: [read] })
    const ids = (await list()).map(({ id }) => id)
    expect(ids.indexOf(write)).toBeLessThan(ids.indexOf(read))
    expect((await change(write, { description: 'Write it' })).body).toEqual({
      id: write,
      description: 'Write it',
      contained_permission_ids: [read],
    })
    expect((await change(write, { description: '', contained_permission_ids: [] })).body).toEqual({
      id: write,
      contained_permission_ids: [],
    })
    expect((await remove(write)).body).toEqual({ success: true })
    expect(await find(write)).toBeUndefined()
  })

  test('invalid creations are rejected in the documented order', async () => {
    const [mine, elsewhere] = [createUniqueId('mine'), createUniqueId('elsewhere')]
    await create({ id: mine })
    await service().post(`/${other}-permission-definitions`, { id: elsewhere }, admin)

    for (const id of [mine, elsewhere]) {
      const taken = await create({ id, contained_permission_ids: ['nothing'] })
      expect([taken.status, getErrorCode(taken), taken.body.details]).toEqual([
        400,
        'PERMISSION_ID_ALREADY_EXISTS',
        { permission_id: id },
      ])
    }
    for (const contained of ['nothing', elsewhere]) {
      const missing = await create({ id: createUniqueId('new'), contained_permission_ids: [mine, contained] })
      expect([missing.status, getErrorCode(missing), missing.body.details]).toEqual([
        400,
        'CONTAINED_PERMISSION_NOT_FOUND',
        { permission_id: contained },
      ])
    }
    for (const id of ['$mine', 'Mine', 'my-own', ''])
      expect(getErrorCode(await create({ id }))).toBe('SCHEMA_ERROR')
    expect(getErrorCode(await service().get(path, service().serverHeaders))).toBe('INSUFFICIENT_ACCESS_TYPE')
  })

  test('invalid updates and deletions are rejected in the documented order', async () => {
    const [mine, taken, elsewhere] = [
      createUniqueId('mine'),
      createUniqueId('taken'),
      createUniqueId('elsewhere'),
    ]
    await create({ id: mine })
    await create({ id: taken })
    await service().post(`/${other}-permission-definitions`, { id: elsewhere }, admin)

    for (const id of ['nothing', elsewhere, '$update_team'])
      for (const response of [await change(id, { id: taken }), await remove(id)])
        expect([response.status, getErrorCode(response), response.body.details]).toEqual([
          404,
          'PERMISSION_NOT_FOUND',
          { permission_id: id },
        ])
    for (const id of [taken, elsewhere])
      expect(getErrorCode(await change(mine, { id, contained_permission_ids: ['nothing'] }))).toBe(
        'PERMISSION_ID_ALREADY_EXISTS',
      )
    expect(getErrorCode(await change(mine, { contained_permission_ids: ['nothing'] }))).toBe(
      'CONTAINED_PERMISSION_NOT_FOUND',
    )
    expect((await change(mine, { id: mine })).body.id).toBe(mine)
    expect(await find('$update_team')).toEqual(
      scope === 'team'
        ? { id: '$update_team', description: expect.any(String), contained_permission_ids: [] }
        : undefined,
    )
  })

  /** Guarantee: no permission contains itself, directly or transitively, also under concurrency. */
  test('TN3: a cycle is rejected, also when its halves are created concurrently', async () => {
    const [a, b, c] = [createUniqueId('a'), createUniqueId('b'), createUniqueId('c')]
    await create({ id: c })
    await create({ id: b, contained_permission_ids: [c] })
    await create({ id: a, contained_permission_ids: [b] })
    const itself = await change(a, { contained_permission_ids: [a] })
    const long = await change(c, { contained_permission_ids: [a] })

    for (const refused of [itself, long]) expect([refused.status, getErrorCode(refused)]).toEqual([400, null])
    expect((await find(c))?.contained_permission_ids).toEqual([])
    await change(b, { contained_permission_ids: [] })
    await change(a, { contained_permission_ids: [] })
    const halves = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? change(a, { contained_permission_ids: [b] })
          : change(b, { contained_permission_ids: [a] }),
      ),
    )
    expect(new Set(halves.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const contained = await Promise.all([a, b].map(async (id) => (await find(id))?.contained_permission_ids))
    expect(contained.flat()).toHaveLength(1)
  })

  test('of fifty concurrent creations of one id, one succeeds', async () => {
    const id = createUniqueId('same')
    const responses = await Promise.all(Array.from({ length: 50 }, () => create({ id })))

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      responses.filter((response) => getErrorCode(response) === 'PERMISSION_ID_ALREADY_EXISTS'),
    ).toHaveLength(49)
  })

  test('renaming and deleting a permission updates definitions, grants and defaults', async () => {
    const [before, after, container] = [
      createUniqueId('before'),
      createUniqueId('after'),
      createUniqueId('container'),
    ]
    await create({ id: before })
    await create({ id: container, contained_permission_ids: [before] })
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body: me } = await service().get('/users/me', ada.headers)
    const place = scope === 'team' ? `${me.selected_team_id}/${ada.userId}` : ada.userId
    await service().post(`/${scope}-permissions/${place}/${before}`, {}, service().serverHeaders)
    const list = scope === 'team' ? 'team_member_default_permissions' : 'user_default_permissions'
    const { body: project } = await service().get('/internal/projects/current', admin)
    const defaults = project.config[list].filter(({ id }: { id: string }) => id !== before)
    await service().patch(
      '/internal/projects/current',
      { config: { [list]: [...defaults, { id: before }] } },
      admin,
    )
    const places = async () => {
      const held = await service().get(`/${scope}-permissions?user_id=me`, ada.headers)
      const { body } = await service().get('/internal/projects/current', admin)
      return {
        contained: (await find(container))?.contained_permission_ids,
        granted: held.body.items
          .map(({ id }: { id: string }) => id)
          .filter((id: string) => [before, after].includes(id)),
        defaults: body.config[list]
          .map(({ id }: { id: string }) => id)
          .filter((id: string) => [before, after].includes(id)),
      }
    }

    expect(await places()).toEqual({ contained: [before], granted: [before], defaults: [before] })
    expect((await change(before, { id: after })).body.id).toBe(after)
    expect(await places()).toEqual({ contained: [after], granted: [after], defaults: [after] })
    expect(getErrorCode(await remove(before))).toBe('PERMISSION_NOT_FOUND')
    expect((await remove(after)).status).toBe(200)
    expect(await places()).toEqual({ contained: [], granted: [], defaults: [] })
  })
})

test('the default definitions of a project', async () => {
  await using isolated = await startAccountService()
  const asOwner = await adminHeaders(isolated)

  const { body: ofTeams } = await isolated.get('/team-permission-definitions', asOwner)
  const { body: ofProject } = await isolated.get('/project-permission-definitions', asOwner)

  expect(ofTeams.items.map(({ id }: { id: string }) => id)).toEqual([
    '$delete_team',
    '$invite_members',
    '$manage_api_keys',
    '$read_members',
    '$remove_members',
    '$update_team',
    'phone_admin',
    'team_admin',
    'team_member',
  ])
  expect(ofTeams.items.at(-1).contained_permission_ids).toEqual(['$invite_members', '$read_members'])
  expect(ofProject.items).toEqual([])
})

/** Guarantee: ten thousand nested definitions are validated and expanded completely. */
test('TN3: a chain of ten thousand definitions is listed and expanded', async () => {
  await using isolated = await startAccountService()
  const asOwner = await adminHeaders(isolated)
  const length = 10_000
  await isolated.server.pool.query(
    `insert into accounts.permission_definitions
     select $1, 'link_' || place, 'team', null,
       case when place < $2 then array['link_' || (place + 1)] else '{}' end
     from generate_series(1, $2) as place`,
    [isolated.phoneProjectId, length],
  )
  const ada = await signUp(isolated, 'ada@example.com')
  const { body: me } = await isolated.get('/users/me', ada.headers)
  await isolated.post(
    `/team-permissions/${me.selected_team_id}/${ada.userId}/link_1`,
    {},
    isolated.serverHeaders,
  )

  const listed = await isolated.get('/team-permission-definitions', asOwner)
  const held = await isolated.get(
    '/team-permissions?user_id=me&recursive=true&permission_id=link_10000',
    ada.headers,
  )
  const circle = await isolated.patch(
    '/team-permission-definitions/link_10000',
    { contained_permission_ids: ['link_1'] },
    asOwner,
  )

  expect(listed.body.items).toHaveLength(length + 9)
  expect(held.body.items).toHaveLength(1)
  expect(circle.status).toBe(400)
})
