import { describe, expect, test } from 'vitest'
import { createTestProject } from '../email/delivery/testing.ts'
import { createProjectKeys, createProjectWithKeys } from '../index.ts'
import { adminHeaders, getErrorCode, setUpAccountService, signUp, startAccountService } from '../testing.ts'
import { isTrustedUrl } from './records/index.ts'

const service = setUpAccountService()

describe('projects', () => {
  test('a client reads the configuration of its project', async () => {
    const { body } = await service().get('/projects/current')

    expect(body).toEqual({
      id: service().phoneProjectId,
      display_name: 'Parley',
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: true,
        passkey_enabled: false,
        client_team_creation_enabled: true,
        client_user_deletion_enabled: true,
        allow_user_api_keys: false,
        allow_team_api_keys: true,
        enabled_oauth_providers: [],
        sign_up_asks_name: true,
        sign_up_mode: 'open',
        password_min_length: 8,
        password_max_length: 70,
      },
    })
  })

  test('the root endpoint reports the recognized access', async () => {
    const ada = await signUp(service(), 'ada@example.com')
    const unknown = await service().get('/', {
      'x-stack-access-type': '',
      'x-stack-publishable-client-key': '',
    })
    const known = await service().get('/', ada.headers)

    expect(unknown.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(known.body).toContain(`User: ${ada.userId}`)
    expect(getErrorCode(await service().get('/?a=1'))).toBe('SCHEMA_ERROR')
  })

  /** Guarantee: a restart does not repeat the seed, retains owners' changes, and derives the same keys. */
  test('a second start on the same database changes nothing', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    await isolated.server.pool.query(
      `update accounts.projects set config = (config::jsonb || '{"magic_link_enabled": false}')::json`,
    )
    await using second = await startAccountService({
      server: isolated.server,
      options: { phoneUrl: 'https://phone.elsewhere.example.com' },
    })
    const me = await second.get('/users/me', ada.headers)
    const { rows } = await isolated.server.pool.query('select id, config from accounts.projects order by id')

    expect(second.keys).toEqual(isolated.keys)
    expect(me.body.id).toBe(ada.userId)
    expect(rows).toHaveLength(2)
    expect(rows[0].config.magic_link_enabled).toBe(false)
  })

  /**
   * Guarantee (SR3, SR11, SR12, SR14, SR17, SR23, SR24): our own applications are not weakened for the public
   * SDK.
   */
  test('SR14: both seeded projects have the settings of our own applications, other projects do not', async () => {
    const other = await createTestProject(service())
    const { rows } = await service().server.pool.query('select id, settings from accounts.projects')
    const names = [
      'needs_recent_authentication',
      'ends_sessions_on_agent_change',
      'sign_in_methods_need_verified_address',
      'addresses_reserved_when_verified',
      'second_factor_needs_code',
      'verification_needs_session',
      'provider_links_confirmed',
      'domains_match_port',
      'email_links_open_hosted_pages',
      'restricts_invitation_emails',
      'hides_address_in_team_names',
      'sign_up_asks_name',
      'code_sign_in_stays_disabled',
      'rejects_simple_passwords',
      'plain_names_in_emails',
    ]
    const withKey = 'requires_publishable_client_key'
    const findSettings = (id: string) => rows.find((row) => row.id === id).settings

    for (const id of ['internal', service().phoneProjectId])
      expect([...names, withKey].filter((name) => findSettings(id)[name] !== true)).toEqual([])
    const { body } = await service().get('/internal/settings', other.admin)
    expect(names.filter((name) => body[name] !== false)).toEqual([])
    // Stored before this setting existed.
    expect(body[withKey]).toBe(true)
  })

  /**
   * Guarantee (CO7): redirects to a former origin of the application are rejected unless an administrator
   * trusts it.
   */
  test('CO7: a start with another origin replaces the previous one and retains origins that administrators trust', async () => {
    await using isolated = await startAccountService()
    const startedAt = async (phoneUrl: string) => {
      await using _started = await startAccountService({ server: isolated.server, options: { phoneUrl } })
      const { rows } = await isolated.server.pool.query(
        'select config from accounts.projects where id = $1',
        [isolated.phoneProjectId],
      )
      return rows[0].config.domains.map(({ domain }: { domain: string }) => domain)
    }
    const trust = async (...domains: string[]) => {
      const config = { domains: domains.map((domain) => ({ domain, handler_path: '/handler' })) }
      const response = await isolated.patch(
        '/internal/projects/current',
        { config },
        await adminHeaders(isolated),
      )
      expect(response.status).toBe(200)
    }

    await trust('https://phone.example.com', 'https://notes.example.com')
    expect(await startedAt('https://new.example.com')).toEqual([
      'https://notes.example.com',
      'https://new.example.com',
    ])
    expect(await startedAt('https://notes.example.com')).toEqual(['https://notes.example.com'])
    expect(await startedAt('https://new.example.com')).toEqual([
      'https://notes.example.com',
      'https://new.example.com',
    ])
    expect(await startedAt('https://new.example.com')).toHaveLength(2)
  })

  /** In a database from before `seeded_origin`, the origin that the project has counts as seeded. */
  test('CO7: an origin added by an earlier version is replaced too', async () => {
    await using isolated = await startAccountService()
    await isolated.server.pool.query(
      `update accounts.projects set settings = (settings::jsonb - 'seeded_origin')::json`,
    )
    for (const phoneUrl of ['https://phone.example.com', 'https://new.example.com']) {
      await using _started = await startAccountService({ server: isolated.server, options: { phoneUrl } })
    }
    const { rows } = await isolated.server.pool.query('select config from accounts.projects where id = $1', [
      isolated.phoneProjectId,
    ])

    expect(rows[0].config.domains).toEqual([{ domain: 'https://new.example.com', handler_path: '/handler' }])
  })

  test('expired data is deleted, and valid data is retained', async () => {
    await using isolated = await startAccountService()
    await signUp(isolated, 'ada@example.com')
    const count = async () => {
      const { rows } = await isolated.server.pool.query(
        `select (select count(*)::int from accounts.sessions) as sessions,
           (select count(*)::int from accounts.verification_codes) as codes`,
      )
      return rows[0]
    }
    const startedAfter = async (days: number) => {
      const now = () => new Date(Date.now() + days * 24 * 60 * 60_000)
      // Disposal waits for the clean-up that starts immediately.
      {
        await using _later = await startAccountService({ server: isolated.server, now })
      }
      return await count()
    }

    expect(await startedAfter(1)).toEqual({ sessions: 1, codes: 1 })
    expect(await startedAfter(8)).toEqual({ sessions: 1, codes: 0 })
    expect(await startedAfter(366)).toEqual({ sessions: 0, codes: 0 })
  })

  test('keys created on the command line work immediately and expire', async () => {
    await using isolated = await startAccountService()
    const keys = await createProjectKeys(isolated.server, {
      project: 'phone',
      description: 'by hand',
      expiresAt: new Date(Date.now() + 60_000),
    })
    const asAdmin = {
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': keys.superSecretAdminKey,
    }
    const getProject = () => isolated.get('/projects/current', asAdmin)

    expect(keys.publishableClientKey).toMatch(/^pck_[0-9a-z]{45}$/)
    expect((await getProject()).status).toBe(200)
    isolated.advance(61_000)
    expect(getErrorCode(await getProject())).toBe('INVALID_SUPER_SECRET_ADMIN_KEY')
    await expect(
      createProjectKeys(isolated.server, { project: 'nothing', description: '', expiresAt: new Date() }),
    ).rejects.toThrow('Project nothing not found.')
  })

  /** Guarantee: creating a project on the command line is atomic. */
  test('creating a project on the command line is rolled back if its keys cannot be stored', async () => {
    await using isolated = await startAccountService()
    const count = async () =>
      (await isolated.server.pool.query('select count(*)::int as projects from accounts.projects')).rows[0]
    const before = await count()
    await isolated.server.pool.query(
      `create function accounts.refuse() returns trigger language plpgsql as
         'begin raise exception ''The disk is full.''; end';
       create trigger refuse before insert on accounts.project_key_sets
         for each row execute function accounts.refuse()`,
    )

    const making = createProjectWithKeys(isolated.server, { displayName: 'Notes' })

    await expect(making).rejects.toThrow('The disk is full.')
    expect(await count()).toEqual(before)
  })

  test.each([
    'notes',
    'https://',
    'ftp://notes.example.com',
    'https://a b',
    'https://a\\b',
    'https://a\u0000',
  ])('creating a project on the command line rejects the domain %j', async (domain) => {
    await expect(createProjectWithKeys(service().server, { displayName: 'Notes', domain })).rejects.toThrow(
      'is not a valid origin',
    )
  })
})

test('a feature check returns a message, with any body and without access', async () => {
  for (const [body, headers] of [
    [{ feature: 'flight' }, {}],
    ['{ no JSON', { 'content-type': 'application/json' }],
    [undefined, { 'x-stack-access-type': '', 'x-stack-publishable-client-key': '' }],
  ] as const) {
    const response = await service().post('/check-feature-support', body, headers)
    expect([response.status, response.body]).toEqual([200, expect.stringContaining('does not support')])
  }
})

describe('trusted URLs', () => {
  const project = (domains: string[], allow_localhost = false, domains_match_port = false) =>
    ({
      config: { allow_localhost, domains: domains.map((domain) => ({ domain, handler_path: '/handler' })) },
      settings: { domains_match_port },
    }) as never

  /** Guarantee (CO7, AS1): redirects lead only to trusted URLs, however a URL is written. */
  test.each([
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/any/path?q=1#hash',
    'https://APP.example.com/x',
    'https://app.example.com:8443/x',
  ])('%s is trusted', (url) => {
    expect(isTrustedUrl(project(['https://app.example.com']), url)).toBe(true)
  })

  test.each([
    'http://app.example.com/',
    'https://app.example.com.evil.com/',
    'https://evilapp.example.com/',
    'https://sub.app.example.com/',
    'https://app.example.com@evil.com/',
    'https://user:pass@app.example.com/',
    'https://evil.com/https://app.example.com/',
    'https://evil.com\\@app.example.com/',
    'https:\\\\app.example.com',
    'https://app.example.com.:443/',
    'javascript://app.example.com/%0aalert(1)',
    'ftp://app.example.com/',
    '//app.example.com/',
    '/handler',
    '',
    'https://localhost/',
    'https://аpp.example.com/',
  ])('%s is not trusted', (url) => {
    expect(isTrustedUrl(project(['https://app.example.com']), url)).toBe(false)
  })

  test('paths match by segment, and ports only if the domain names one', () => {
    const trusts = (domain: string, url: string) => isTrustedUrl(project([domain]), url)

    expect(trusts('https://a.example.com/app', 'https://a.example.com/app/x')).toBe(true)
    expect(trusts('https://a.example.com/app', 'https://a.example.com/app')).toBe(true)
    expect(trusts('https://a.example.com/app', 'https://a.example.com/apple')).toBe(false)
    expect(trusts('https://a.example.com/app', 'https://a.example.com/app/../evil')).toBe(false)
    expect(trusts('https://a.example.com:8443', 'https://a.example.com:8443/x')).toBe(true)
    expect(trusts('https://a.example.com:8443', 'https://a.example.com/x')).toBe(false)
  })

  /** Guarantee (SR23): another service on the host of our own applications receives no codes. */
  test('SR23: a domain without a port trusts the default port only, if the project matches ports', () => {
    const trusts = (domain: string, url: string) => isTrustedUrl(project([domain], false, true), url)

    for (const domain of ['https://phone.example.com', 'https://phone.example.com:443']) {
      expect(trusts(domain, 'https://phone.example.com/x')).toBe(true)
      expect(trusts(domain, 'https://phone.example.com:443/x')).toBe(true)
      expect(trusts(domain, 'https://phone.example.com:8443/x')).toBe(false)
    }
    expect(trusts('http://phone.example.com:80', 'http://phone.example.com:8080/x')).toBe(false)
    expect(trusts('https://phone.example.com:8443', 'https://phone.example.com:8443/x')).toBe(true)
    expect(trusts('http://localhost', 'http://localhost:3000/x')).toBe(true)
    expect(trusts('http://127.0.0.1:4000', 'http://127.0.0.1:4001/x')).toBe(false)
  })

  /** Guarantee (UA16): an application that has registered a scheme receives no codes. */
  test('UA16: loopback is trusted over HTTP and HTTPS only, if the project matches ports', () => {
    const trusts = (url: string, matchesPort: boolean) => isTrustedUrl(project([], true, matchesPort), url)

    for (const url of ['http://localhost:3000/x', 'https://app.localhost/x'])
      expect(trusts(url, true)).toBe(true)
    for (const url of ['evil://localhost/x', 'intent://127.0.0.1/x', 'ftp://localhost/x']) {
      expect(trusts(url, true)).toBe(false)
      expect(trusts(url, false)).toBe(true)
    }
  })

  test('SR23: a reset link leads to the port of the phone only', async () => {
    const send = (port: string) =>
      service().post('/auth/password/send-reset-code', {
        email: 'unknown@example.com',
        callback_url: `https://phone.example.com${port}/handler/password-reset`,
      })

    expect((await send('')).status).toBe(200)
    expect(getErrorCode(await send(':8443'))).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('loopback is trusted only if allowed', () => {
    const trusts = (url: string) => isTrustedUrl(project([], true), url)

    for (const url of [
      'http://localhost:3000/x',
      'http://app.localhost/',
      'http://127.0.0.1:1/',
      'myapp://localhost',
    ])
      expect(trusts(url)).toBe(true)
    for (const url of ['http://localhost.evil.com/', 'http://127.0.0.1.evil.com/', 'http://128.0.0.1/'])
      expect(trusts(url)).toBe(false)
    expect(isTrustedUrl(project([]), 'https://app.example.com')).toBe(false)
  })
})
