import { describe, expect, test } from 'vitest'
import { startAccountService, type TestResponse, uniqueEmail } from '../testing.ts'
import { createApplication } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'

const fixture = createFixture()

function newApplication(config: object = {}, settings: object = {}) {
  const { service, provider } = fixture()
  return createApplication(service, {
    config: { ...config },
    settings: { ...settings },
    issuers: { acme: provider.issuer },
  })
}

/** Sends a request as a browser does and returns the response. */
async function fetchUrl(url: string) {
  const response = await fetch(url.replace('http://accounts.example.com', fixture().service.origin), {
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    code: response.headers.get('x-stack-known-error'),
    location: response.headers.get('location'),
    body: isJson ? JSON.parse(text) : text,
  }
}

describe('client authentication', () => {
  test('rejects an unknown project or branch and returns the client id', async () => {
    const app = await newApplication()
    for (const client_id of [
      'unknown',
      `${app.projectId}#draft`,
      `${app.projectId}#main#main`,
      '#main',
      'a\u0000',
    ]) {
      const { status, code, body } = await fetchUrl(app.authorizeUrl('acme', { client_id }))
      expect([status, code, body.details]).toEqual([400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id }])
    }
    expect((await fetchUrl(app.authorizeUrl('acme', { client_id: `${app.projectId}#main` }))).status).toBe(
      307,
    )
  })

  test('rejects a wrong key and a key of another project', async () => {
    const app = await newApplication()
    for (const client_secret of ['pck_wrong', fixture().service.keys.phone.publishableClientKey]) {
      const { status, code, body } = await fetchUrl(app.authorizeUrl('acme', { client_secret }))
      expect([status, code]).toEqual([401, 'INVALID_PUBLISHABLE_CLIENT_KEY'])
      expect(body.details).toEqual({ project_id: app.projectId })
    }
  })

  test('rejects a provider that is not configured or not shared', async () => {
    const app = await newApplication({ oauth_providers: [{ id: 'google', type: 'shared' }] })
    for (const provider of ['github', 'google', 'nothing', 'constructor', '__proto__']) {
      const { status, code } = await fetchUrl(app.authorizeUrl(provider))
      expect([provider, status, code]).toEqual([provider, 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'])
    }
  })

  test.each([
    ['response_type', 'token'],
    ['grant_type', 'password'],
    ['type', 'steal'],
    ['state', undefined],
    ['scope', undefined],
    ['redirect_uri', undefined],
    ['nonsense', 'x'],
  ])('%s = %s is malformed', async (name, value) => {
    const app = await newApplication()
    const { status, code } = await fetchUrl(app.authorizeUrl('acme', { [name]: value }))

    expect([status, code]).toEqual([400, 'SCHEMA_ERROR'])
  })
})

/** Guarantee (AS2): a code can be redeemed only with the PKCE verifier; the URL contains only its hash. */
test.each([
  ['plain', { code_challenge_method: 'plain' }],
  ['no method', { code_challenge_method: undefined }],
  ['no challenge', { code_challenge: undefined }],
  ['neither', { code_challenge: undefined, code_challenge_method: undefined }],
  ['an empty challenge', { code_challenge: '' }],
  ['a challenge that is no SHA-256', { code_challenge: 'short' }],
])('AS2: PKCE with S256 is required: %s is rejected', async (_what, query) => {
  const app = await newApplication()
  const { status, code } = await fetchUrl(app.authorizeUrl('acme', query))

  expect([status, code]).toEqual([400, 'SCHEMA_ERROR'])
})

describe('the response mode json', () => {
  test.each(['stack_response_mode', 'hexclave_response_mode'])(
    '%s = json returns the URL that sets the cookie and redirects to the provider',
    async (mode) => {
      const app = await newApplication()
      const url = app.authorizeUrl('acme', { provider_scope: 'calendar', bot_challenge_unavailable: 'true' })
      const requested = new URL(url)
      requested.searchParams.set(mode, 'json')

      const response = await fetch(
        requested.href.replace('http://accounts.example.com', fixture().service.origin),
      )
      const { location } = await response.json()
      const started = await fetch(location.replace('http://accounts.example.com', fixture().service.origin), {
        redirect: 'manual',
      })

      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
      expect(new URL(location).origin).toBe('http://accounts.example.com')
      expect(Object.fromEntries(new URL(location).searchParams)).toEqual(
        Object.fromEntries(new URL(url).searchParams),
      )
      expect(started.status).toBe(307)
      expect(started.headers.get('set-cookie')).toContain('stack-oauth-inner-')
      expect(new URL(started.headers.get('location') ?? '').origin).toBe(fixture().provider.issuer)
    },
  )

  test('a request that would be rejected has the same error code', async () => {
    const app = await newApplication()
    const json = { stack_response_mode: 'json' }
    const errors = [
      ['acme', { client_id: 'unknown' }, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET'],
      ['acme', { client_secret: 'pck_wrong' }, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
      ['github', {}, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
      ['acme', { type: 'link', token: 'nonsense' }, 'UNPARSABLE_ACCESS_TOKEN'],
      ['acme', { redirect_uri: 'https://evil.example.com/' }, 'REDIRECT_URL_NOT_WHITELISTED'],
      ['acme', { stack_response_mode: 'xml' }, 'SCHEMA_ERROR'],
    ] as const
    for (const [provider, query, expected] of errors)
      expect((await fetchUrl(app.authorizeUrl(provider, { ...json, ...query }))).code).toBe(expected)
  })
})

describe('account linking', () => {
  test('rejects a missing, malformed or foreign access token', async () => {
    const app = await newApplication()
    const other = await newApplication()
    const grace = await other.signUp(uniqueEmail('grace'))

    const none = await fetchUrl(app.authorizeUrl('acme', { type: 'link' }))
    const nonsense = await fetchUrl(app.authorizeUrl('acme', { type: 'link', token: 'nonsense' }))
    const foreign = await fetchUrl(app.authorizeUrl('acme', { type: 'link', token: grace.token }))

    for (const { status, code } of [none, nonsense])
      expect([status, code]).toEqual([401, 'UNPARSABLE_ACCESS_TOKEN'])
    expect([foreign.status, foreign.code]).toEqual([403, null])
  })

  test('rejects an expired access token or an ended session', async () => {
    const app = await newApplication()
    const ada = await app.signUp(uniqueEmail('ada'))
    const grace = await app.signUp(uniqueEmail('grace'))
    await fixture().service.delete('/auth/sessions/current', ada.headers)

    const signedOut = await fetchUrl(app.authorizeUrl('acme', { type: 'link', token: ada.token }))
    fixture().service.advance(601_000)
    const expired = await fetchUrl(app.authorizeUrl('acme', { type: 'link', token: grace.token }))

    expect([signedOut.status, signedOut.code, signedOut.body.details]).toEqual([
      401,
      'ACCESS_TOKEN_EXPIRED',
      { expired_at_millis: null },
    ])
    expect([expired.code, typeof expired.body.details.expired_at_millis]).toEqual([
      'ACCESS_TOKEN_EXPIRED',
      'number',
    ])
  })

  test('rejects linking during restricted impersonation', async () => {
    const app = await newApplication({}, { restricts_impersonation: true })
    const ada = await app.signUp(uniqueEmail('ada'))
    const { body } = await fixture().service.post(
      '/auth/sessions',
      { user_id: ada.userId, is_impersonation: true },
      { ...app.serverHeaders, 'x-parley-impersonation-reason': 'A question that Ada asked' },
    )
    const { status, code } = await fetchUrl(
      app.authorizeUrl('acme', { type: 'link', token: body.access_token }),
    )

    expect([status, code]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  })
})

test('clients see the usable shared providers; owners see all configured providers', async () => {
  await using isolated = await appWithSharedGoogle()
  const app = await createApplication(isolated, {
    config: {
      oauth_providers: ['google', 'github', 'spotify'].map((id) => ({ id, type: 'shared' })),
    },
  })
  const getIds = ({ body }: TestResponse) =>
    body.config.enabled_oauth_providers.map(({ id }: { id: string }) => id)

  const pages = await isolated.get('/projects/current', app.asClient)
  const owner = await isolated.get('/internal/projects/current', app.admin)

  expect(getIds(pages)).toEqual(['google'])
  expect(getIds(owner)).toEqual(['github', 'google', 'spotify'])
  const refused = await fetch(
    app.authorizeUrl('github').replace('http://accounts.example.com', isolated.origin),
  )
  expect(refused.status).toBe(400)
})

test('shared credentials reject extra scopes for linking and ignore them for sign-in', async () => {
  await using isolated = await appWithSharedGoogle()
  const app = await createApplication(isolated, {
    config: { oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  const ada = await app.signUp(uniqueEmail('ada'))
  const authorizeWithShared = async (query: Record<string, string>) => {
    const url = app.authorizeUrl('google', { provider_scope: 'calendar', ...query })
    return await fetch(url.replace('http://accounts.example.com', isolated.origin), { redirect: 'manual' })
  }

  const linking = await authorizeWithShared({ type: 'link', token: ada.token })
  const signingIn = await authorizeWithShared({})

  expect([linking.status, linking.headers.get('x-stack-known-error')]).toEqual([
    400,
    'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  ])
  const target = new URL(signingIn.headers.get('location') ?? '')
  expect([signingIn.status, target.host]).toEqual([307, 'accounts.google.com'])
  expect(target.searchParams.get('client_id')).toBe('of the operator')
  expect(target.searchParams.get('scope')).not.toContain('calendar')
})

async function appWithSharedGoogle() {
  return await startAccountService({
    options: {
      internalSignUp: true,
      sharedProviders: {
        google: { clientId: 'of the operator', clientSecret: 'secret of the operator' },
        github: undefined,
      },
    },
  })
}

test('the state cookie is Secure over HTTPS and SameSite=None only for form_post providers', async () => {
  await using isolated = await startAccountService({
    options: { internalSignUp: true, publicUrl: 'https://accounts.example.com' },
  })
  const credentials = { type: 'standard', client_id: 'a', client_secret: 'b' }
  const oauth_providers = ['google', 'apple'].map((id) => ({ id, ...credentials }))
  const app = await createApplication(isolated, {
    config: { oauth_providers },
    publicUrl: 'https://accounts.example.com',
  })
  const fetchCookie = async (provider: string) => {
    const url = app.authorizeUrl(provider).replace('http://accounts.example.com', isolated.origin)
    return (await fetch(url, { redirect: 'manual' })).headers.get('set-cookie')
  }

  expect(await fetchCookie('google')).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
  expect(await fetchCookie('apple')).toMatch(/; HttpOnly; SameSite=None; Secure$/)
})
