import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { headersForProject } from '../email/delivery/testing.ts'
import { type AccountTables, accountsSchema } from '../platform/database/index.ts'
import {
  type Headers,
  setUpAccountService,
  startAccountService,
  type TestResponse,
  type TestService,
  uniqueEmail,
} from '../testing.ts'
import { createOwnerLookup } from './create-owner-lookup.ts'

const service = setUpAccountService({ options: { internalSignUp: true } })

const getErrorCodes = ({ body, headers }: TestResponse) => [body.code, headers.get('x-stack-known-error')]

/** A user of the project `internal` with the headers of their client. */
async function newOwner(of: TestService): Promise<{ userId: string; accessToken: string; headers: Headers }> {
  const application = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': of.keys.internal.publishableClientKey,
  }
  const { status, body } = await of.post(
    '/auth/password/sign-up',
    {
      email: uniqueEmail('ada'),
      password: 'correct horse battery',
      verification_callback_url: 'http://accounts.example.com/handler/email-verification',
    },
    application,
  )
  expect(status).toBe(200)
  return {
    userId: body.user_id,
    accessToken: body.access_token,
    headers: { ...application, 'x-stack-access-token': body.access_token },
  }
}

/** Headers that an owner's dashboard sends: the owner's token instead of a key. */
const createOwnerHeaders = (projectId: string, accessToken: string): Headers => ({
  'x-stack-project-id': projectId,
  'x-stack-access-type': 'admin',
  'x-stack-publishable-client-key': '',
  'x-stack-secret-server-key': '',
  'x-stack-super-secret-admin-key': '',
  'x-stack-admin-access-token': accessToken,
})

async function newProject(of: TestService, body: object = {}) {
  const owner = await newOwner(of)
  const created = await of.post('/internal/projects', { display_name: 'Notes', ...body }, owner.headers)
  expect(created.status).toBe(201)
  return {
    owner,
    id: created.body.id as string,
    body: created.body,
    admin: createOwnerHeaders(created.body.id, owner.accessToken),
  }
}

test('an owner creates a project with default configuration, lists it, and has admin access without a key', async () => {
  const { owner, id, body, admin } = await newProject(service())

  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    display_name: 'Notes',
    description: '',
    created_at_millis: expect.any(Number),
    is_production_mode: false,
    logo_url: null,
    logo_full_url: null,
    full_logo_url: null,
    logo_dark_mode_url: null,
    logo_full_dark_mode_url: null,
    onboarding_status: 'completed',
    config: {
      allow_localhost: true,
      sign_up_enabled: true,
      credential_enabled: true,
      magic_link_enabled: false,
      passkey_enabled: false,
      client_team_creation_enabled: false,
      client_user_deletion_enabled: false,
      allow_user_api_keys: false,
      allow_team_api_keys: false,
      create_team_on_sign_up: false,
      oauth_providers: [],
      enabled_oauth_providers: [],
      oauth_account_merge_strategy: 'link_method',
      domains: [],
      email_config: { type: 'shared' },
      email_theme: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
      team_creator_default_permissions: [{ id: 'team_admin' }],
      team_member_default_permissions: [{ id: 'team_member' }],
      user_default_permissions: [],
    },
  })
  expect((await service().get('/internal/projects', owner.headers)).body).toEqual({
    items: [body],
    is_paginated: false,
  })
  expect((await service().get('/internal/projects/current', admin)).body).toEqual(body)

  const otherOwner = await newOwner(service())
  const refused = await service().get(
    '/internal/projects/current',
    createOwnerHeaders(id, otherOwner.accessToken),
  )
  expect(getErrorCodes(refused)).toEqual([
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  ])
})

test('listing and creating projects requires a signed-in user of the project internal', async () => {
  const { headers } = await newOwner(service())
  const { 'x-stack-access-token': _, ...unsignedHeaders } = headers

  const unsigned = await service().get('/internal/projects', unsignedHeaders)
  expect([unsigned.status, ...getErrorCodes(unsigned)]).toEqual([
    401,
    'USER_AUTHENTICATION_REQUIRED',
    'USER_AUTHENTICATION_REQUIRED',
  ])
  const { body: ada } = await service().post('/auth/password/sign-up', {
    email: uniqueEmail('ada'),
    password: 'correct horse battery',
    verification_callback_url: 'https://phone.example.com/handler/email-verification',
  })
  const otherProject = await service().post(
    '/internal/projects',
    { display_name: 'Notes' },
    { 'x-stack-access-token': ada.access_token },
  )
  expect([otherProject.status, ...getErrorCodes(otherProject)]).toEqual([
    401,
    'EXPECTED_INTERNAL_PROJECT',
    'EXPECTED_INTERNAL_PROJECT',
  ])
})

test('ZR36: the owner of a project is found, so that all projects of an owner share one queue', async () => {
  const { owner, id } = await newProject(service())
  const other = await newProject(service())
  const second = await service().post('/internal/projects', { display_name: 'Lists' }, owner.headers)
  const findOwnerId = createOwnerLookup(service().server.schema<AccountTables>(accountsSchema))

  const ids = await Promise.all([id, second.body.id, other.id, 'unowned'].map(findOwnerId))

  expect(ids).toEqual([owner.userId, owner.userId, other.owner.userId, 'unowned'])
})

/** Guarantee: an owner does not send more e-mails with projects that are deleted and created again. */
test('ZR549: one address gets the e-mails of a day from all projects of an owner together, deleted ones included', async () => {
  await using strict = await startAccountService({ options: { internalSignUp: true }, rateLimitFactor: 1 })
  const { owner, admin } = await newProject(strict)
  const email = uniqueEmail('guest')
  const callback_url = 'http://localhost/handler'
  const invite = async (headers: Headers) =>
    (await strict.post('/internal/send-sign-in-invitation', { email, callback_url }, headers)).status
  const inviteTimes = async (headers: Headers, count: number) =>
    await Promise.all(Array.from({ length: count }, () => invite(headers)))
  const first = await inviteTimes(admin, 6)
  expect((await strict.delete('/internal/projects/current', admin)).status).toBe(200)
  const again = await strict.post('/internal/projects', { display_name: 'Notes' }, owner.headers)

  const second = await inviteTimes(createOwnerHeaders(again.body.id, owner.accessToken), 2)

  expect([...first, ...second]).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(await invite((await newProject(strict)).admin)).toBe(200)
})

/** Guarantee (ZR40): the projects of one owner cannot use up the time for which others wait. */
test('ZR40: the pictures of an owner are limited, in all projects and for each kind of picture', async () => {
  await using strict = await startAccountService({ options: { internalSignUp: true }, rateLimitFactor: 1 })
  const { owner, id, admin } = await newProject(strict)
  const logo_url = `data:image/png;base64,${(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
  ).toString('base64')}`
  const change = (headers: Headers) => strict.patch('/internal/projects/current', { logo_url }, headers)
  const changed = await Promise.all(Array.from({ length: 32 }, () => change(admin)))
  const created = await strict.post('/internal/projects', { display_name: 'Lists', logo_url }, owner.headers)
  const user = await strict.post('/users', { profile_image_url: logo_url }, admin)
  const withKey = await change((await headersForProject(strict, id)).admin)

  expect(changed.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(changed.filter(({ status }) => status === 429)).toHaveLength(2)
  expect([created.status, user.status]).toEqual([429, 429])
  expect(withKey.status).toBe(200)
})

test('ZR41: the quota of projects is checked before a picture is decoded', async () => {
  const owner = await newOwner(service())
  const create = (body: object) =>
    service().post('/internal/projects', { display_name: 'Notes', ...body }, owner.headers)
  await Promise.all(Array.from({ length: 20 }, () => create({})))

  const response = await create({ logo_url: 'data:image/png;base64,AAAA' })

  expect(getErrorCodes(response)[0]).toBe('PROJECT_LIMIT_REACHED')
})

/** Guarantee (SR16): the quota holds under a concurrent burst, and a deleted project is not counted. */
test('SR16: of concurrently created projects, those beyond the quota of their owner are rejected', async () => {
  await using isolated = await startAccountService({ options: { internalSignUp: true } })
  const owner = await newOwner(isolated)
  const create = () => isolated.post('/internal/projects', { display_name: 'Notes' }, owner.headers)

  const responses = await Promise.all(Array.from({ length: 25 }, create))

  const created = responses.filter(({ status }) => status === 201)
  expect(created).toHaveLength(20)
  for (const response of responses.filter(({ status }) => status !== 201))
    expect([response.status, getErrorCodes(response)[0], response.body.details]).toEqual([
      409,
      'PROJECT_LIMIT_REACHED',
      { limit: 20 },
    ])
  const admin = createOwnerHeaders(created[0]?.body.id, owner.accessToken)
  expect((await isolated.delete('/internal/projects/current', admin)).status).toBe(200)
  expect((await create()).status).toBe(201)
})

test('a configuration patch replaces lists; secrets are stored encrypted and returned to the owner', async () => {
  const { id, admin } = await newProject(service())
  const config = {
    magic_link_enabled: true,
    domains: [
      { domain: 'https://b.example.com', handler_path: '/handler' },
      { domain: 'https://a.example.com', handler_path: '/auth' },
    ],
    oauth_providers: [
      { id: 'google', type: 'shared' },
      { id: 'github', type: 'standard', client_id: 'one', client_secret: 'first secret' },
      { id: 'github', type: 'standard', client_id: 'two', client_secret: 'second secret' },
    ],
    email_config: {
      type: 'standard',
      host: 'smtp.example.com',
      port: 587,
      username: 'notes',
      password: 'mail secret',
      sender_name: 'Notes',
      sender_email: 'notes@example.com',
    },
  }
  const { status, body } = await service().patch(
    '/internal/projects/current',
    { description: 'What we wrote', is_production_mode: true, config },
    admin,
  )

  expect(status).toBe(200)
  expect(body).toMatchObject({
    display_name: 'Notes',
    description: 'What we wrote',
    is_production_mode: true,
  })
  expect(body.config).toMatchObject({
    credential_enabled: true,
    magic_link_enabled: true,
    domains: [config.domains[1], config.domains[0]],
    oauth_providers: [
      {
        id: 'github',
        provider_config_id: 'github',
        type: 'standard',
        client_id: 'two',
        client_secret: 'second secret',
      },
      { id: 'google', provider_config_id: 'google', type: 'shared' },
    ],
    enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }],
    email_config: config.email_config,
  })
  const { rows } = await service().server.pool.query('select config from accounts.projects where id = $1', [
    id,
  ])
  expect(JSON.stringify(rows)).not.toMatch(/second secret|mail secret/)

  const later = await service().patch(
    '/internal/projects/current',
    { description: null, config: { domains: [], email_config: { type: 'shared' } } },
    admin,
  )
  expect(later.body.description).toBe('')
  expect(later.body.config).toMatchObject({
    magic_link_enabled: true,
    domains: [],
    email_config: { type: 'shared' },
    enabled_oauth_providers: [{ id: 'github' }, { id: 'google' }],
  })
})

test.each([
  ['a domain without a scheme', { domains: [{ domain: 'a.example.com', handler_path: '/handler' }] }],
  ['an invalid handler path', { domains: [{ domain: 'https://a.example.com', handler_path: 'x' }] }],
  ['an unknown provider', { oauth_providers: [{ id: 'myspace', type: 'shared' }] }],
  [
    'a provider without its secret',
    { oauth_providers: [{ id: 'github', type: 'standard', client_id: 'a' }] },
  ],
  ['a provider that cannot be shared', { oauth_providers: [{ id: 'discord', type: 'shared' }] }],
  ['an e-mail server without a host', { email_config: { type: 'standard', port: 25 } }],
  [
    'an e-mail server with an invalid sender address',
    {
      email_config: {
        type: 'standard',
        host: 'mail.example.com',
        port: 25,
        username: 'engines',
        password: 'right',
        sender_name: 'Engines',
        sender_email: 'Ada',
      },
    },
  ],
  ['a read-only field', { enabled_oauth_providers: [{ id: 'google' }] }],
  ['an unknown field', { colour: 'red' }],
])('%s is rejected without changes', async (_what, config) => {
  const { admin, body } = await newProject(service())
  const refused = await service().patch(
    '/internal/projects/current',
    { display_name: 'Other', config },
    admin,
  )

  expect([refused.status, ...getErrorCodes(refused)]).toEqual([400, 'SCHEMA_ERROR', 'SCHEMA_ERROR'])
  expect((await service().get('/internal/projects/current', admin)).body).toEqual(body)
})

test('default grants must be permissions of their scope', async () => {
  const { admin, body } = await newProject(service())
  for (const config of [
    { team_member_default_permissions: [{ id: 'phone_admin' }] },
    { user_default_permissions: [{ id: 'team_member' }] },
  ])
    expect((await service().patch('/internal/projects/current', { config }, admin)).status).toBe(400)
  const { status } = await service().patch(
    '/internal/projects/current',
    { config: { team_member_default_permissions: [{ id: '$read_members' }] } },
    admin,
  )
  expect(status).toBe(200)
  expect(body.config.team_member_default_permissions).toEqual([{ id: 'team_member' }])
})

test('lists are sorted by id or name, letters before the underscore', async () => {
  const { admin } = await newProject(service())
  for (const id of ['a_b', 'ab', 'z']) await service().post('/team-permission-definitions', { id }, admin)
  const domains = ['https://b_c.example.com', 'https://bc.example.com'].map((domain) => ({
    domain,
    handler_path: '/handler',
  }))
  const team_member_default_permissions = ['a_b', 'z', 'ab', '$read_members'].map((id) => ({ id }))
  const { status, body } = await service().patch(
    '/internal/projects/current',
    { config: { team_member_default_permissions, domains } },
    admin,
  )

  expect(status).toBe(200)
  expect(body.config.team_member_default_permissions.map(({ id }: { id: string }) => id)).toEqual([
    '$read_members',
    'ab',
    'a_b',
    'z',
  ])
  expect(body.config.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
    'https://bc.example.com',
    'https://b_c.example.com',
  ])
})

/** Guarantee: concurrent updates are never lost. */
test('concurrent updates and concurrently created projects are all stored', async () => {
  const { owner, admin } = await newProject(service())
  const flags = ['magic_link_enabled', 'passkey_enabled', 'allow_user_api_keys', 'create_team_on_sign_up']
  await Promise.all(
    flags.map((flag) => service().patch('/internal/projects/current', { config: { [flag]: true } }, admin)),
  )
  const { body } = await service().get('/internal/projects/current', admin)
  expect(flags.map((flag) => body.config[flag])).toEqual([true, true, true, true])

  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      service().post('/internal/projects', { display_name: `Notes ${index}` }, owner.headers),
    ),
  )
  expect((await service().get('/internal/projects', owner.headers)).body.items).toHaveLength(11)
})

test('deleting a project removes its users and its entry in the owner’s list; built-in projects cannot be deleted', async () => {
  const { owner, admin } = await newProject(service(), { config: { magic_link_enabled: true } })

  expect((await service().delete('/internal/projects/current', admin)).body).toEqual({ success: true })
  const after = await service().get('/internal/projects/current', admin)
  expect(getErrorCodes(after)[0]).toBe('CURRENT_PROJECT_NOT_FOUND')
  const { rows } = await service().server.pool.query(
    'select server_metadata from accounts.users where id = $1',
    [owner.userId],
  )
  expect(rows[0].server_metadata).toEqual({ managedProjectIds: [] })

  await service().server.pool.query(
    `update accounts.users set server_metadata = '{"managedProjectIds": ["internal"]}' where id = $1`,
    [owner.userId],
  )
  const refused = await service().delete(
    '/internal/projects/current',
    createOwnerHeaders('internal', owner.accessToken),
  )
  expect(refused.status).toBe(400)
})

test('/projects/current is /internal/projects/current for an owner, and public configuration for others', async () => {
  const { id, admin, owner } = await newProject(service())
  const keys = await service().post(
    '/internal/api-keys',
    {
      description: 'Back end',
      expires_at_millis: Date.parse('2126-01-01'),
      has_publishable_client_key: false,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    },
    admin,
  )
  const asServer = {
    'x-stack-project-id': id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': keys.body.secret_server_key,
  }
  const fieldsFor = async (headers: Headers) =>
    Object.keys((await service().get('/projects/current', headers)).body)

  const managed = await service().get('/internal/projects/current', admin)
  expect((await service().get('/projects/current', admin)).body).toEqual(managed.body)
  expect(await fieldsFor(asServer)).toEqual(['id', 'display_name', 'config'])
  expect(await fieldsFor(owner.headers)).toEqual(['id', 'display_name', 'config'])

  const changed = await service().patch('/projects/current', { display_name: 'Looms' }, admin)
  expect([changed.status, changed.body.display_name]).toEqual([200, 'Looms'])
  for (const headers of [asServer, owner.headers]) {
    const refused = await service().patch('/projects/current', { display_name: 'Mine' }, headers)
    expect(refused.body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
  }
  expect((await service().delete('/projects/current', admin)).body).toEqual({ success: true })
  expect((await service().get('/projects/current', admin)).body.code).toBe('CURRENT_PROJECT_NOT_FOUND')
})

test('settings can be patched, and secrets of issuers are never returned', async () => {
  const { id, admin } = await newProject(service())
  const issuer = { id: 'acme', issuer: 'https://id.example.com', client_id: 'notes' }
  const patch = (body: object) => service().patch('/internal/settings', body, admin)

  expect((await service().get('/internal/settings', admin)).body).toMatchObject({
    anonymous_sign_up_enabled: false,
    password_minimum: 8,
    oidc_issuers: [],
  })
  const { body } = await patch({
    password_minimum: 12,
    oidc_issuers: [{ ...issuer, client_secret: 'issuer secret' }],
  })
  expect(body).toMatchObject({ password_minimum: 12, oidc_issuers: [issuer] })
  expect((await patch({ oidc_issuers: [issuer] })).status).toBe(200)
  const { rows } = await service().server.pool.query('select settings from accounts.projects where id = $1', [
    id,
  ])
  expect(rows[0].settings.oidc_issuers[0].sealed_client_secret).toEqual(expect.any(String))
  expect(JSON.stringify([rows, body])).not.toContain('issuer secret')

  // A secret given for one issuer is never sent to another.
  expect((await patch({ oidc_issuers: [{ ...issuer, issuer: 'https://evil.example.com' }] })).status).toBe(
    400,
  )
  for (const wrong of [
    { password_minimum: 7 },
    { password_minimum: 16 },
    { oidc_issuers: [{ ...issuer, id: 'google', client_secret: 'x' }] },
    { oidc_issuers: [{ ...issuer, issuer: 'javascript:alert(1)', client_secret: 'x' }] },
    { unknown: true },
  ])
    expect(getErrorCodes(await patch(wrong))[0]).toBe('SCHEMA_ERROR')
  expect(
    (await service().get('/projects/current', { ...admin, 'x-stack-access-type': 'client' })).body.config,
  ).toMatchObject({
    enabled_oauth_providers: [{ id: 'acme' }],
  })
})

test('new keys work immediately, are listed by their last characters, and stop working when revoked or expired', async () => {
  const { id, admin } = await newProject(service())
  const requestBody = {
    description: 'for the app',
    expires_at_millis: Date.now() + 60_000,
    has_publishable_client_key: true,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  }
  const { status, body } = await service().post('/internal/api-keys', requestBody, admin)
  const getProject = () =>
    service().get('/projects/current', {
      'x-stack-project-id': id,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': body.secret_server_key,
    })

  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(String),
    description: 'for the app',
    created_at_millis: expect.any(Number),
    expires_at_millis: requestBody.expires_at_millis,
    publishable_client_key: expect.stringMatching(/^pck_[0-9a-z]{45}$/),
    secret_server_key: expect.stringMatching(/^ssk_[0-9a-z]{45}$/),
  })
  expect((await getProject()).status).toBe(200)

  const second = await service().post('/internal/api-keys', { ...requestBody, description: 'second' }, admin)
  const { body: list } = await service().get('/internal/api-keys', admin)
  expect(list.items.map(({ description }: { description: string }) => description)).toEqual([
    'second',
    'for the app',
  ])
  expect(list.items[1]).toEqual({
    id: body.id,
    description: 'for the app',
    created_at_millis: body.created_at_millis,
    expires_at_millis: body.expires_at_millis,
    publishable_client_key: { last_four: body.publishable_client_key.slice(-4) },
    secret_server_key: { last_four: body.secret_server_key.slice(-4) },
  })
  expect((await service().get(`/internal/api-keys/${second.body.id}`, admin)).body).toEqual(list.items[0])

  const revoke = () => service().patch(`/internal/api-keys/${body.id}`, { revoked: true }, admin)
  const revoked = await revoke()
  service().advance(1_000)
  expect(revoked.body.manually_revoked_at_millis).toEqual(expect.any(Number))
  expect((await revoke()).body).toEqual(revoked.body)
  expect(getErrorCodes(await getProject())).toEqual([
    'INVALID_SECRET_SERVER_KEY',
    'INVALID_SECRET_SERVER_KEY',
  ])
  const renamed = await service().patch(`/internal/api-keys/${body.id}`, { description: 'old' }, admin)
  expect(renamed.body).toEqual({ ...revoked.body, description: 'old' })
})

test('unknown key sets and those of another project are not found', async () => {
  const first = await newProject(service())
  const second = await newProject(service())
  const { body } = await service().post(
    '/internal/api-keys',
    {
      description: '',
      expires_at_millis: Date.now() + 60_000,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    },
    first.admin,
  )
  for (const keySetId of [body.id, randomUUID()])
    for (const response of [
      await service().get(`/internal/api-keys/${keySetId}`, second.admin),
      await service().patch(`/internal/api-keys/${keySetId}`, { revoked: true }, second.admin),
    ])
      expect([response.status, ...getErrorCodes(response)]).toEqual([
        404,
        'API_KEY_NOT_FOUND',
        'API_KEY_NOT_FOUND',
      ])
})

test.each([
  [{ oauth_providers: [{ id: 'github', type: 'standard', client_secret: 'x' }] }, 'Client ID is missing'],
  [{ oauth_providers: [{ id: 'github', type: 'standard', client_id: 'x' }] }, 'Client secret is missing'],
  [{ email_config: { type: 'standard' } }, 'Email host is missing'],
  [{ email_config: { type: 'standard' } }, 'Email port is missing'],
  [{ email_config: { type: 'standard' } }, 'Email username is missing'],
  [{ email_config: { type: 'standard' } }, 'Email password is missing'],
  [{ email_config: { type: 'standard' } }, 'Email sender name is missing'],
  [{ email_config: { type: 'standard', sender_email: '' } }, 'Email sender email is missing'],
])('an incomplete configuration %j is rejected with: %s', async (config, message) => {
  const { admin } = await newProject(service())

  const { status, body } = await service().patch('/internal/projects/current', { config }, admin)

  expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
  expect(body.details.message).toContain(message)
})
