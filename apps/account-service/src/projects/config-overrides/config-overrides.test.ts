import { describe, expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../email/delivery/testing.ts'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService()

const readConfig = async ({ admin }: TestProject) =>
  JSON.parse((await service().get('/internal/config', admin)).body.config_string)

const readProject = async ({ admin }: TestProject) =>
  (await service().get('/internal/projects/current', admin)).body.config

const override = ({ admin }: TestProject, keys: unknown, level = '/environment') =>
  service().patch(
    `/internal/config/override${level}`,
    { config_override_string: typeof keys === 'string' ? keys : JSON.stringify(keys) },
    admin,
  )

const google = { type: 'google', clientId: 'notes', clientSecret: 'very secret', isShared: false }

describe('the configuration as a tree', () => {
  test('has the keys that clients since 2.8.39 read, and the values of the project', async () => {
    const project = await createTestProject(service())

    expect(await readConfig(project)).toEqual({
      project: { requirePublishableClientKey: true },
      auth: {
        allowSignUp: true,
        password: { allowSignIn: true },
        otp: { allowSignIn: false },
        passkey: { allowSignIn: false },
        oauth: { accountMergeStrategy: 'link_method', providers: {} },
      },
      domains: { allowLocalhost: true, trustedDomains: {} },
      teams: { allowClientTeamCreation: false, createPersonalTeamOnSignUp: false },
      users: { allowClientUserDeletion: false },
      onboarding: { requireEmailVerification: false },
      apiKeys: { enabled: { user: false, team: false } },
      emails: { server: { isShared: true }, selectedThemeId: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac' },
      rbac: {
        defaultPermissions: {
          teamCreator: { team_admin: true },
          teamMember: { team_member: true },
          signUp: {},
        },
      },
    })
  })

  test.each(['', '/environment', '/branch', '/project'])(
    'is changed by dotted keys at the level %j, and other keys stay',
    async (level) => {
      const project = await createTestProject(service())

      const { status, body } = await override(
        project,
        {
          'auth.allowSignUp': false,
          auth: { otp: { allowSignIn: true } },
          'apiKeys.enabled.team': true,
          'auth.oauth.providers.google': google,
          'domains.trustedDomains.first': { baseUrl: 'https://notes.example.com', handlerPath: '/handler' },
          'project.requirePublishableClientKey': false,
          'rbac.defaultPermissions.teamMember': {},
        },
        level,
      )
      const settings = await service().get('/internal/settings', project.admin)

      expect([status, body]).toEqual([200, { success: true }])
      expect(await readProject(project)).toMatchObject({
        sign_up_enabled: false,
        credential_enabled: true,
        magic_link_enabled: true,
        allow_team_api_keys: true,
        oauth_providers: [
          { id: 'google', type: 'standard', client_id: 'notes', client_secret: 'very secret' },
        ],
        domains: [{ domain: 'https://notes.example.com', handler_path: '/handler' }],
        team_creator_default_permissions: [{ id: 'team_admin' }],
        team_member_default_permissions: [],
      })
      expect(settings.body.requires_publishable_client_key).toBe(false)
    },
  )

  test('changes one domain, one provider and one field of the e-mail server by their keys', async () => {
    const project = await createTestProject(service())
    await override(project, {
      'domains.trustedDomains': {
        one: { baseUrl: 'https://one.example.com', handlerPath: '/handler' },
        two: { baseUrl: 'https://two.example.com', handlerPath: '/handler' },
      },
      'auth.oauth.providers.google': google,
      'emails.server': {
        isShared: false,
        host: 'smtp.example.com',
        port: 587,
        username: 'notes',
        password: 'very secret',
        senderName: 'Notes',
        senderEmail: 'notes@example.com',
      },
    })

    await override(project, {
      'domains.trustedDomains.one.baseUrl': 'https://three.example.com',
      'domains.trustedDomains.two': null,
      'auth.oauth.providers.google.clientId': 'other',
      'emails.server.port': 465,
    })

    expect(await readConfig(project)).toMatchObject({
      auth: { oauth: { providers: { google: { clientId: 'other', clientSecret: 'very secret' } } } },
      emails: { server: { host: 'smtp.example.com', port: 465, password: 'very secret' } },
    })
    expect((await readConfig(project)).domains.trustedDomains).toEqual({
      one: { baseUrl: 'https://three.example.com', handlerPath: '/handler' },
    })
  })

  test('is reset to defaults by null, by keys, and below a key', async () => {
    const project = await createTestProject(service())
    const before = await readConfig(project)
    await override(project, { 'auth.allowSignUp': false, 'apiKeys.enabled': { user: true, team: true } })

    await override(project, { 'auth.allowSignUp': null })
    const { status } = await service().post(
      '/internal/config/override/branch/reset-keys',
      { keys: ['apiKeys', 'project'] },
      project.admin,
    )

    expect(status).toBe(200)
    expect(await readConfig(project)).toEqual({ ...before, project: { requirePublishableClientKey: false } })
  })

  test('rejects a key of thousands of segments like other unknown keys', async () => {
    const project = await createTestProject(service())

    const response = await override(project, { [`a${'.a'.repeat(15_000)}`]: 1 })

    expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
  })

  test('stores another key of the same domain', async () => {
    const project = await createTestProject(service())
    const domain = { baseUrl: 'https://notes.example.com', handlerPath: '/handler' }
    await override(project, { 'domains.trustedDomains.one': domain })

    await override(project, { 'domains.trustedDomains': { two: domain } })

    expect(Object.keys((await readConfig(project)).domains.trustedDomains)).toEqual(['two'])
  })

  test('is pushed: keys that are left out stay, and no source is recorded', async () => {
    const project = await createTestProject(service())
    await override(project, { 'auth.allowSignUp': false })
    const body = {
      config_string: JSON.stringify({ teams: { allowClientTeamCreation: true } }),
      source: { type: 'pushed-from-unknown' },
    }

    const pushed = await service().call('PUT', '/internal/config/override/branch', body, project.admin)
    const source = await service().get('/internal/config/source', project.admin)
    const branch = await service().get('/internal/config/override/branch', project.admin)
    const environment = await service().get('/internal/config/override/environment', project.admin)

    expect([pushed.status, source.body]).toEqual([200, { source: { type: 'unlinked' } }])
    expect(await readProject(project)).toMatchObject({
      sign_up_enabled: false,
      client_team_creation_enabled: true,
    })
    expect(JSON.parse(branch.body.config_string)).toEqual({})
    expect(JSON.parse(environment.body.config_string)).toEqual(await readConfig(project))
    expect((await service().delete('/internal/config/source', project.admin)).status).toBe(200)
  })
})

describe('an override that this server does not know', () => {
  test.each<[unknown, string]>([
    [{ 'payments.items.a': {} }, 'payments: is not a setting of this server'],
    [{ 'auth.signUpRules': {} }, 'auth.signUpRules: is not a setting of this server'],
    [{ auth: { allowSignUp: false, magic: true } }, 'auth.magic: is not a setting of this server'],
    [{ __proto__: null, constructor: { prototype: 1 } }, 'constructor: is not a setting of this server'],
    ['{"auth": {"__proto__": {"polluted": true}}}', 'auth.__proto__: is not allowed as a key'],
    [{ 'onboarding.requireEmailVerification': true }, 'is not supported by this server'],
    [{ 'auth.allowSignUp': 'yes' }, 'auth.allowSignUp: '],
    [{ 'auth.oauth.providers.google': { ...google, allowSignIn: false } }, 'must be true on this server'],
    [{ 'auth.oauth.providers.mine': google }, 'auth.oauth.providers.mine: must have the name of its type'],
    [{ 'auth.oauth.providers.google': { ...google, clientSecret: '' } }, 'client_secret'],
    [{ 'domains.trustedDomains.a': { baseUrl: 'javascript:alert(1)' } }, 'domain'],
    ['[]', 'must be the JSON text of an object'],
    ['{', 'must be the JSON text of an object'],
  ])('%j is rejected with its key, and nothing is changed', async (keys, message) => {
    const project = await createTestProject(service())
    const before = await readConfig(project)

    const refused = await override(project, keys)

    expect([refused.status, getErrorCode(refused)]).toEqual([400, 'SCHEMA_ERROR'])
    expect(refused.body.error).toContain(message)
    expect(await readConfig(project)).toEqual(before)
  })

  test('names a permission or a theme that does not exist', async () => {
    const project = await createTestProject(service())

    const permission = await override(project, { 'rbac.defaultPermissions.teamMember': { fly: true } })
    const theme = await override(project, { 'emails.selectedThemeId': crypto.randomUUID() })

    expect([permission.status, permission.body]).toEqual([
      400,
      expect.stringContaining('"fly" is not defined'),
    ])
    expect([theme.status, theme.body]).toEqual([400, expect.stringContaining('theme not found')])
  })
})

/** Guarantee (ZR20): an override that succeeds is stored. */
test.each([
  '{"__proto__": {"auth": {}}}',
  '{"domains.trustedDomains.__proto__.baseUrl": "https://notes.example.com"}',
  '{"domains": {"trustedDomains": {"__proto__": {"baseUrl": "https://notes.example.com"}}}}',
  '{"rbac.defaultPermissions.teamMember.__proto__": true}',
  '{"auth.oauth.providers.__proto__": {"type": "google"}}',
])('ZR20: %s is rejected by every way to set the configuration', async (text) => {
  const project = await createTestProject(service())
  const pushed = { config_string: text, source: { type: 'unlinked' } }
  const responses = [
    await override(project, text),
    await override(project, text, '/branch'),
    await service().call('PUT', '/internal/config/override/branch', pushed, project.admin),
  ]

  expect(responses.map(getErrorCode)).toEqual(responses.map(() => 'SCHEMA_ERROR'))
  for (const { body } of responses) expect(body.error).toContain('__proto__')
})

/** Guarantee (ZR20): free JSON is stored as it was sent. */
test('ZR20: metadata with the key __proto__ is returned as it was sent', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const metadata = '{"__proto__": {"admin": true}, "theme": "dark"}'

  const changed = await service().patch('/users/me', `{"client_metadata": ${metadata}}`, {
    ...ada.headers,
    'content-type': 'application/json',
  })

  expect(JSON.stringify(changed.body.client_metadata)).toBe(JSON.stringify(JSON.parse(metadata)))
})

test('an override is audited with its keys, but not its values', async () => {
  const project = await createTestProject(service())
  await override(project, { 'auth.oauth.providers.google': google })

  const { rows } = await service().server.pool.query(
    `select details from accounts.audit_entries where project_id = $1 and action = 'project.config_overridden'`,
    [project.id],
  )

  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).toContain('auth.oauth.providers.google')
  expect(JSON.stringify(rows)).not.toContain('very secret')
})

/** Guarantee: the owner of one project does not block those of others with configurations that are not valid. */
test.each([
  [
    '2,001 keys',
    Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`k${index}`, 1])),
    /2000 keys/,
  ],
  ['129 KiB', { 'auth.allowSignUp': 'x'.repeat(129 * 1024) }, /131072 characters/],
  ['objects in 300 levels', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, /nested too deeply/],
])('ZR171: an override with %s is rejected before it is checked', async (_name, keys, sentence) => {
  const project = await createTestProject(service())

  const response = await override(project, keys)

  expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
  expect(response.body.error).toMatch(sentence)
})

test('ZR171: of many problems of an override the first twenty are described', async () => {
  const project = await createTestProject(service())

  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]))
  const { error } = (await override(project, keys)).body

  expect(error).toContain('k19: is not a setting')
  expect(error).not.toContain('k20:')
  expect(error).toContain('and 480 more')
})

test('concurrent overrides of different keys all succeed', async () => {
  const project = await createTestProject(service())
  const keys = [
    'auth.otp.allowSignIn',
    'auth.passkey.allowSignIn',
    'apiKeys.enabled.user',
    'apiKeys.enabled.team',
  ]

  await Promise.all(keys.map((key) => override(project, { [key]: true })))

  expect(await readConfig(project)).toMatchObject({
    auth: { otp: { allowSignIn: true }, passkey: { allowSignIn: true } },
    apiKeys: { enabled: { user: true, team: true } },
  })
})
