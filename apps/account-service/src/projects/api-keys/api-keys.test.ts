import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { required } from '@parley/primitives'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  adminHeaders,
  configureProject,
  type Headers,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestResponse,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({ settings: sdkProjectSettings })
const serverHeaders = () => service().serverHeaders
const getRefusal = ({ status, body, headers }: TestResponse) => [
  status,
  body.code,
  headers.get('x-stack-known-error') === body.code,
]
const found = (code: string, status: number) => [status, code, true]

async function allow(config: object): Promise<void> {
  await service().server.pool.query(
    'update accounts.projects set config = (config::jsonb || $1::jsonb)::json where id = $2',
    [config, service().phoneProjectId],
  )
}

beforeAll(() => allow({ allow_user_api_keys: true, allow_team_api_keys: true }))

const keyInput = (owner: object, more: object = {}) => ({
  description: 'for the build',
  expires_at_millis: null,
  ...owner,
  ...more,
})

/** A user with a personal team and all permissions in it. */
async function newPerson(name: string) {
  const person = await signUp(service(), uniqueEmail(name))
  const { body } = await service().get('/users/me', person.headers)
  return { ...person, teamId: body.selected_team_id as string }
}

const kinds = [
  {
    type: 'user',
    path: '/user-api-keys',
    createOwnerFields: ({ userId }: { userId: string }) => ({ user_id: userId }),
  },
  {
    type: 'team',
    path: '/team-api-keys',
    createOwnerFields: ({ teamId }: { teamId: string }) => ({ team_id: teamId }),
  },
] as const

type Person = Awaited<ReturnType<typeof newPerson>>
const query = (owner: object) => new URLSearchParams(owner as Record<string, string>).toString()

describe.each(kinds)('keys of a $type', ({ type, path, createOwnerFields }) => {
  const create = (person: Person, more: object = {}, headers: Headers = person.headers) =>
    service().post(path, keyInput(createOwnerFields(person), more), headers)
  const check = (text: string) => service().post(`${path}/check`, { api_key: text }, serverHeaders())

  test('a key is shown once, checked by a back end, listed by its last characters, updated and permanently revoked', async () => {
    const ada = await newPerson('ada')
    const { status, body } = await create(ada, { is_public: true, expires_at_millis: Date.now() + 60_000 })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      description: 'for the build',
      expires_at_millis: expect.any(Number),
      created_at_millis: expect.any(Number),
      is_public: true,
      type,
      ...createOwnerFields(ada),
      value: expect.stringMatching(new RegExp(`^pk_[0-9a-z]{45}[0-9a-f]{32}${type}3[0-9a-z]{9}[0-9a-f]{8}$`)),
    })
    const text = body.value as string
    expect(Number.parseInt(text.slice(-8), 16)).toBe(crc32(text.slice(0, -8)))
    const listed = { ...body, value: { last_four: text.slice(-4) } }
    expect((await check(text)).body).toEqual(listed)

    await create(ada, { description: 'second' })
    const { body: list } = await service().get(`${path}?${query(createOwnerFields(ada))}`, ada.headers)
    expect(list).toMatchObject({ is_paginated: false, items: [{ description: 'second' }, listed] })
    expect(list.items[0]).not.toHaveProperty('expires_at_millis')
    const one = `${path}/${body.id}?${query(createOwnerFields(ada))}`
    expect((await service().get(one, ada.headers)).body).toEqual(listed)

    const renamed = await service().patch(one, { description: 'renamed', expiresAt: null }, ada.headers)
    expect(renamed.body).toEqual({ ...listed, description: 'renamed' })
    const revoked = await service().patch(one, { revoked: true }, ada.headers)
    expect(revoked.body.manually_revoked_at_millis).toEqual(expect.any(Number))
    expect((await service().patch(one, { revoked: true }, serverHeaders())).body).toEqual(revoked.body)
    expect(getRefusal(await check(text))).toEqual(found('API_KEY_REVOKED', 401))
  })

  test('SE1: only a hash of a key is stored', async () => {
    const ada = await newPerson('ada')
    const { body } = await create(ada)
    const { rows } = await service().server.pool.query(
      'select row_to_json(k)::text as row from accounts.api_keys k',
    )

    expect(rows.map(({ row }) => row).join()).not.toContain(body.value.slice(3, 48))
  })

  test('expired, unknown and wrong-type keys have different errors', async () => {
    const ada = await newPerson('ada')
    const expired = await create(ada, { expires_at_millis: Date.now() - 1 })
    const other = required(
      kinds.find((kind) => kind.type !== type),
      'another kind',
    )
    const wrong = await service().post(other.path, keyInput(other.createOwnerFields(ada)), ada.headers)

    expect(getRefusal(await check(expired.body.value))).toEqual(found('API_KEY_EXPIRED', 401))
    expect(getRefusal(await check('sk_nothing'))).toEqual(found('API_KEY_NOT_FOUND', 404))
    const refused = await check(wrong.body.value)
    expect(getRefusal(refused)).toEqual(found('WRONG_API_KEY_TYPE', 400))
    expect(refused.body.details).toEqual({ expected_type: type, actual_type: other.type })
  })

  test('keys of other owners are inaccessible, and clients cannot check keys', async () => {
    const [ada, grace] = [await newPerson('ada'), await newPerson('grace')]
    const { body } = await create(ada)
    const own = `${path}/${body.id}?${query(createOwnerFields(grace))}`
    const hers = `${path}/${body.id}?${query(createOwnerFields(ada))}`

    for (const response of [
      await service().get(own, grace.headers),
      await service().patch(own, { revoked: true }, grace.headers),
    ])
      expect(getRefusal(response)).toEqual(found('API_KEY_NOT_FOUND', 404))
    for (const response of [
      await service().get(hers, grace.headers),
      await service().get(`${path}?${query(createOwnerFields(ada))}`, grace.headers),
      await create(ada, {}, grace.headers),
    ])
      expect(response.status).toBe(type === 'user' ? 403 : 404)
    for (const response of [
      await service().get(hers),
      await service().get(`${path}?${query(createOwnerFields(ada))}`),
      await create(ada, {}, {}),
    ])
      expect(getRefusal(response)).toEqual(found('USER_AUTHENTICATION_REQUIRED', 401))
    const checked = await service().post(`${path}/check`, { api_key: body.value }, ada.headers)
    expect(getRefusal(checked)).toEqual(found('INSUFFICIENT_ACCESS_TYPE', 401))
    expect((await check(body.value)).status).toBe(200)
  })

  test('malformed requests are rejected', async () => {
    const ada = await newPerson('ada')
    const { body } = await create(ada)
    const one = `${path}/${body.id}`
    const both = { ...kinds[0].createOwnerFields(ada), ...kinds[1].createOwnerFields(ada) }

    for (const response of [
      await service().post(path, keyInput({}), ada.headers),
      await service().post(path, { description: 'x', ...createOwnerFields(ada) }, ada.headers),
      await service().get(path, serverHeaders()),
      await service().get(`${one}?${query(both)}`, ada.headers),
      await service().patch(`${one}?${query(createOwnerFields(ada))}`, createOwnerFields(ada), ada.headers),
      await service().patch(`${one}?${query(createOwnerFields(ada))}`, { revoked: false }, ada.headers),
    ])
      expect(getRefusal(response)).toEqual(found('SCHEMA_ERROR', 400))
    expect((await service().post(path, keyInput(both), ada.headers)).status).toBe(400)
    expect((await service().get(`${path}?${query(both)}`, ada.headers)).status).toBe(400)
  })

  test('every request is rejected if the project disables keys of this type', async () => {
    const ada = await newPerson('ada')
    const { body } = await create(ada)
    await allow({ [`allow_${type}_api_keys`]: false })
    try {
      for (const response of [
        await create(ada),
        await check(body.value),
        await service().get(`${path}?${query(createOwnerFields(ada))}`, ada.headers),
        await service().get(`${path}/${body.id}?${query(createOwnerFields(ada))}`, ada.headers),
        await service().patch(
          `${path}/${body.id}?${query(createOwnerFields(ada))}`,
          { revoked: true },
          ada.headers,
        ),
      ])
        expect([response.status, typeof response.body]).toEqual([400, 'string'])
    } finally {
      await allow({ [`allow_${type}_api_keys`]: true })
    }
  })
})

test('me is the signed-in user, and a back end creates keys for any user of its project', async () => {
  const ada = await newPerson('ada')
  const created = await service().post('/user-api-keys', keyInput({ user_id: 'me' }), ada.headers)
  expect(created.body.user_id).toBe(ada.userId)
  expect((await service().get('/user-api-keys?user_id=me', ada.headers)).body.items).toHaveLength(1)

  const unknownUser = await service().post(
    '/user-api-keys',
    keyInput({ user_id: randomUUID() }),
    serverHeaders(),
  )
  expect(getRefusal(unknownUser)).toEqual(found('USER_NOT_FOUND', 404))
  const teamId = randomUUID()
  const nothing = await service().post('/team-api-keys', keyInput({ team_id: teamId }), serverHeaders())
  expect([...getRefusal(nothing), nothing.body.details]).toEqual([
    ...found('TEAM_NOT_FOUND', 404),
    { team_id: teamId },
  ])
})

/** Guarantee (TN2): a former member cannot manage the team's keys. */
test('TN2: a former member cannot access the keys of the team', async () => {
  const ada = await newPerson('ada')
  await service().post('/team-api-keys', keyInput({ team_id: ada.teamId }), ada.headers)
  await service().server.pool.query('delete from accounts.team_memberships where user_id = $1', [ada.userId])

  const response = await service().get(`/team-api-keys?team_id=${ada.teamId}`, ada.headers)
  expect(getRefusal(response)).toEqual(found('API_KEY_NOT_FOUND', 404))
})

/** Guarantee (MF5): an abandoned browser session cannot create keys that outlive it. */
test('MF5: creating a key requires a recent sign-in', async () => {
  await using isolated = await startAccountService({
    settings: { sign_in_methods_need_verified_address: false },
  })
  const admin = await adminHeaders(isolated)
  await isolated.patch('/internal/projects/current', { config: { allow_user_api_keys: true } }, admin)
  const ada = await signUp(isolated, uniqueEmail('ada'))
  isolated.advance(11 * 60_000)
  const { body } = await isolated.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': ada.refreshToken,
  })
  const later = { 'x-stack-access-token': body.access_token as string }

  const refused = await isolated.post('/user-api-keys', keyInput({ user_id: 'me' }), later)
  expect(getRefusal(refused)).toEqual(found('USER_AUTHENTICATION_REQUIRED', 401))
  const again = await isolated.post('/auth/password/sign-in', { email: ada.email, password: ada.password })
  const fresh = { 'x-stack-access-token': again.body.access_token as string }
  expect((await isolated.post('/user-api-keys', keyInput({ user_id: 'me' }), fresh)).status).toBe(200)
})

test('the use of a key is audited at most once an hour', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 1, settings: sdkProjectSettings })
  await configureProject(isolated, { config: { allow_user_api_keys: true } })
  const ada = await signUp(isolated, 'ada@example.com')
  const keys = [
    await isolated.post('/user-api-keys', keyInput({ user_id: 'me' }), ada.headers),
    await isolated.post('/user-api-keys', keyInput({ user_id: 'me' }), ada.headers),
  ]
  const uses = keys.flatMap(({ body }) => Array.from({ length: 10 }, () => body.value as string))

  const responses = await Promise.all(
    uses.map((api_key) => isolated.post('/user-api-keys/check', { api_key }, isolated.serverHeaders)),
  )
  const { rows } = await isolated.server.pool.query(
    `select subject_id from accounts.audit_entries where action = 'api_key.used'`,
  )

  expect(responses.map(({ status }) => status)).toEqual(uses.map(() => 200))
  expect(rows.map(({ subject_id }) => subject_id).sort()).toEqual(keys.map(({ body }) => body.id).sort())
})

test('keys are deleted with their user', async () => {
  const ada = await newPerson('ada')
  const { body } = await service().post('/user-api-keys', keyInput({ user_id: 'me' }), ada.headers)
  await service().delete('/users/me', ada.headers)

  const response = await service().post('/user-api-keys/check', { api_key: body.value }, serverHeaders())
  expect(getRefusal(response)).toEqual(found('API_KEY_NOT_FOUND', 404))
})
