import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { uniqueEmail } from '../testing.ts'
import { callbackPage, createApplication, errorPage } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'
import type { Person } from './providers/testing/openid-provider.ts'

const fixture = createFixture()

/** A provider account that no other test uses. */
function personNamed(name: string, changes: Partial<Person> = {}): Person {
  return { sub: `${name}-${randomUUID()}`, email: uniqueEmail(name), email_verified: true, ...changes }
}

function newApplication(config: object = {}) {
  const { service, provider } = fixture()
  return createApplication(service, { config: { ...config }, issuers: { acme: provider.issuer } })
}

type Application = Awaited<ReturnType<typeof newApplication>>

/** Parameters of the error page of the application. */
function failureAt(url: URL) {
  expect(`${url.origin}${url.pathname}`).toBe(errorPage)
  const { errorCode, message, details } = Object.fromEntries(url.searchParams)
  expect(message).not.toBe('')
  return { code: errorCode, details: JSON.parse(details ?? '') }
}

async function me(headers: Record<string, string>) {
  const { body } = await fixture().service.get('/users/me', headers)
  return body
}

/** Sets whether an e-mail address is verified, and enables it for sign-in. */
async function markAddress(app: Application, userId: string, isVerified: boolean): Promise<void> {
  const { service } = fixture()
  const { body } = await service.get(`/contact-channels?user_id=${userId}`, app.serverHeaders)
  const path = `/contact-channels/${userId}/${body.items[0].id}`
  expect((await service.patch(path, { is_verified: isVerified }, app.serverHeaders)).status).toBe(200)
}

describe('sign-up and sign-in', () => {
  test('creates an account from the provider profile and finds it at the next sign-in', async () => {
    const app = await newApplication({ create_team_on_sign_up: true })
    const ada = personNamed('ada', { name: 'Ada', picture: 'https://img.example.com/ada.png' })

    const first = await app.signIn('acme', ada, { after_callback_redirect_url: '/inbox' })
    const again = await app.signIn('acme', ada)

    expect(first.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
      scope: 'legacy',
      is_new_user: true,
      newUser: true,
      after_callback_redirect_url: '/inbox',
      afterCallbackRedirectUrl: '/inbox',
    })
    expect(first.headers.get('cache-control')).toContain('no-store')
    expect(first.headers.get('pragma')).toBe('no-cache')
    const user = await me(first.headersOfUser)
    expect(user).toMatchObject({
      display_name: 'Ada',
      primary_email: ada.email,
      primary_email_verified: true,
      profile_image_url: 'https://img.example.com/ada.png',
      has_password: false,
      auth_with_email: false,
      oauth_providers: [{ id: 'acme', account_id: ada.sub, email: ada.email }],
      selected_team: { display_name: 'Ada' },
    })
    expect(again.body).toMatchObject({ is_new_user: false, after_callback_redirect_url: null })
    expect((await me(again.headersOfUser)).id).toBe(user.id)
  })

  test('the redirects have the expected statuses and cookie, and only code and state in the URL', async () => {
    const app = await newApplication()
    const { service, provider } = fixture()
    const browser = app.createBrowserFor(personNamed('ada'))

    const leaving = await fetch(
      app.authorizeUrl('ACME').replace('http://accounts.example.com', service.origin),
      {
        redirect: 'manual',
      },
    )
    const target = new URL(leaving.headers.get('location') ?? '')
    const state = target.searchParams.get('state')
    expect([leaving.status, target.host]).toEqual([307, provider.host])
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'parley',
      redirect_uri: `http://accounts.example.com/api/v1/auth/oauth/callback/acme.${app.projectId}`,
      response_type: 'code',
      scope: 'openid profile email offline_access',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })
    expect(leaving.headers.get('set-cookie')).toBe(
      `stack-oauth-inner-${state}=true; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
    )

    const { url } = await browser.visit(
      app.authorizeUrl('acme', { redirect_uri: `${callbackPage}?a=b#hash` }),
    )
    expect([...url.searchParams.keys()]).toEqual(['a', 'code', 'state'])
    expect(url.searchParams.get('state')).toBe('outer state')
    expect(url.hash).toBe('')
    expect([...browser.getCookies('accounts.example.com').keys()]).toEqual([])
  })

  test('a user without provider e-mail gets a fallback team name', async () => {
    const app = await newApplication({ create_team_on_sign_up: true })
    const { headersOfUser } = await app.signIn('acme', { sub: randomUUID() })

    expect(await me(headersOfUser)).toMatchObject({
      display_name: null,
      primary_email: null,
      selected_team: { display_name: 'Personal team' },
    })
  })

  test('with sign-up disabled new users are rejected and existing users sign in', async () => {
    const app = await newApplication()
    const ada = personNamed('ada')
    await app.signIn('acme', ada)
    await app.configure({ sign_up_enabled: false })

    const { url } = await app.go('acme', personNamed('grace'))

    expect(failureAt(url)).toEqual({ code: 'SIGN_UP_NOT_ENABLED', details: {} })
    expect((await app.signIn('acme', ada)).status).toBe(200)
  })

  test('SR1: in a project for invited people, a new user needs an invitation to a verified address', async () => {
    const app = await newApplication()
    const [invited, unverified] = [personNamed('ada'), personNamed('linus', { email_verified: false })]
    const { service } = fixture()
    await service.patch('/internal/settings', { sign_up_mode: 'invited' }, app.admin)
    const { body: team } = await service.post('/teams', { display_name: 'Engines' }, app.serverHeaders)
    for (const { email } of [invited, unverified])
      await service.server.pool.query(
        `insert into accounts.team_invitations (id, project_id, team_id, recipient_email, created_at, expires_at)
          values (gen_random_uuid(), $1, $2, $3, now(), now() + interval '1 day')`,
        [app.projectId, team.id, email],
      )

    const refused = [await app.go('acme', personNamed('grace')), await app.go('acme', unverified)]

    for (const { url } of refused) expect(failureAt(url).code).toBe('SIGN_UP_NOT_ENABLED')
    expect((await app.signIn('acme', invited)).status).toBe(200)
  })

  test('sign-up grants the default permissions and sends one webhook event', async () => {
    const app = await newApplication()
    const { service } = fixture()
    await service.server.pool.query(
      `insert into accounts.permission_definitions values ($1, 'reader', 'project', null, '{}')`,
      [app.projectId],
    )
    await app.configure({ user_default_permissions: [{ id: 'reader' }] })
    const hook = { url: 'https://127.0.0.1:9/' }
    expect((await service.post('/internal/webhook-endpoints', hook, app.admin)).status).toBeLessThan(300)

    const { headersOfUser } = await app.signIn('acme', personNamed('ada'))
    const { id } = await me(headersOfUser)

    const { rows: grants } = await service.server.pool.query(
      'select permission_id from accounts.project_permission_grants where user_id = $1',
      [id],
    )
    const { rows: events } = await service.server.pool.query(
      `select type, data from accounts.webhook_events where project_id = $1 and type = 'user.created'`,
      [app.projectId],
    )
    expect(grants).toEqual([{ permission_id: 'reader' }])
    expect(events.map(({ data }) => data.id)).toEqual([id])
  })

  /**
   * Guarantee (LK3): two provider accounts are two users with any e-mail addresses, and one account stays one
   * user.
   */
  test('LK3: an account is identified by its subject, never by its e-mail address', async () => {
    const app = await newApplication({ oauth_account_merge_strategy: 'allow_duplicates' })
    const ada = personNamed('ada')
    const first = await me((await app.signIn('acme', ada)).headersOfUser)

    const moved = await me((await app.signIn('acme', { ...ada, email: uniqueEmail('moved') })).headersOfUser)
    const heir = await me((await app.signIn('acme', { ...ada, sub: randomUUID() })).headersOfUser)

    expect(moved.id).toBe(first.id)
    expect(heir.id).not.toBe(first.id)
    expect(heir.oauth_providers[0].account_id).not.toBe(ada.sub)
  })

  /** Guarantee: one account is one user, also with concurrent requests. */
  test('concurrent first sign-ins with one account create one user', async () => {
    const app = await newApplication()
    const ada = personNamed('ada')

    const responses = await Promise.all(Array.from({ length: 30 }, () => app.signIn('acme', ada)))

    const ids = await Promise.all(responses.map(async ({ headersOfUser }) => (await me(headersOfUser)).id))
    expect(new Set(ids).size).toBe(1)
    expect(responses.filter(({ body }) => body.is_new_user)).toHaveLength(1)
  })

  test('the token endpoint requires the second factor and returns an attempt code', async () => {
    const app = await newApplication()
    const ada = personNamed('ada')
    const { headersOfUser } = await app.signIn('acme', ada)
    const secret = { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') }
    expect((await fixture().service.patch('/users/me', secret, headersOfUser)).status).toBe(200)

    const { status, headers, body } = await app.signIn('acme', ada)

    expect([status, headers.get('x-stack-known-error')]).toEqual([
      400,
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    ])
    expect(body).toEqual({
      code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      details: { attempt_code: expect.stringMatching(/^[0-9a-z]{45}$/) },
      error: expect.any(String),
    })
  })
})

/** Guarantee (UA2): a user deletes only their own images. */
test('UA2: a picture that names the image of another user is ignored, and that image stays', async () => {
  const app = await newApplication()
  const grace = await app.signIn('acme', personNamed('grace'))
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { service } = fixture()
  const upload = await service.patch(
    '/users/me',
    { profile_image_url: `data:image/png;base64,${png}` },
    grace.headersOfUser,
  )
  const { pathname } = new URL(upload.body.profile_image_url)

  const eve = await app.signIn('acme', personNamed('eve', { picture: `https://eve.example${pathname}` }))
  const before = await me(eve.headersOfUser)
  await service.patch('/users/me', { profile_image_url: null }, eve.headersOfUser)

  expect(before.profile_image_url).toBeNull()
  expect((await fetch(`${service.origin}${pathname}`)).status).toBe(200)
})

describe('e-mail address of an existing user', () => {
  /** Guarantee (LK4): accounts are merged only if both sides have verified the e-mail address. */
  test.each([
    { local: true, remote: true, expected: 'merged' },
    { local: false, remote: true, expected: true },
    { local: true, remote: false, expected: false },
    { local: false, remote: false, expected: true },
  ])(
    'LK4: merging with local e-mail verified $local, provider e-mail verified $remote: $expected',
    async (row) => {
      const app = await newApplication({ oauth_account_merge_strategy: 'link_method' })
      const email = uniqueEmail('ada')
      const ada = await app.signUp(email)
      await markAddress(app, ada.userId, row.local)
      const person = personNamed('ada', { email, email_verified: row.remote })

      const { url } = await app.go('acme', person)

      if (row.expected === 'merged') {
        const { body } = await app.redeem(url.searchParams.get('code') ?? '')
        const user = await me({ ...app.asClient, 'x-stack-access-token': body.access_token })
        expect([user.id, user.has_password, body.is_new_user]).toEqual([ada.userId, true, false])
        expect((await fixture().service.waitForEmail(email, 2)).subject).not.toBe('')
      } else
        expect(failureAt(url)).toEqual({
          code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
          details: {
            type: 'email',
            contact_channel_value: email,
            would_work_if_email_was_verified: row.expected,
          },
        })
      const connections = row.expected === 'merged' ? 1 : 0
      const { body } = await fixture().service.get(
        `/oauth-providers?user_id=${ada.userId}`,
        app.serverHeaders,
      )
      expect(body.items).toHaveLength(connections)
    },
  )

  /** Guarantee (UA9): a provider must say that it has verified the e-mail address. */
  test.each([{ claim: 'yes' }, { claim: '1' }, { claim: 1 }, { claim: ['true'] }, { claim: {} }])(
    'UA9: the claim email_verified $claim does not count as verified',
    async ({ claim }) => {
      const app = await newApplication({ oauth_account_merge_strategy: 'link_method' })
      const email = uniqueEmail('ada')
      const ada = await app.signUp(email)
      await markAddress(app, ada.userId, true)

      const { url } = await app.go('acme', personNamed('ada', { email, email_verified: claim }))

      expect(failureAt(url).code).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
    },
  )

  /**
   * Guarantee (UA12): a provider that tells two spellings of an address apart has verified only one of them.
   */
  test.each(['\u24D0da', '\u212Aim', 'ada\uFF0Elovelace'])(
    'UA12: the e-mail %s, which becomes the address of another user, is not taken from a provider',
    async (spelling) => {
      const app = await newApplication({ oauth_account_merge_strategy: 'link_method' })
      const email = uniqueEmail(spelling)
      const person = personNamed('ada', { email })
      const ada = await app.signUp(email.normalize('NFKC').toLowerCase())
      await markAddress(app, ada.userId, true)

      const { headersOfUser } = await app.signIn('acme', person)

      const user = await me(headersOfUser)
      expect(user.id).not.toBe(ada.userId)
      expect([user.primary_email, user.primary_email_verified]).toEqual([null, false])
    },
  )

  test('strategy raise_error returns an error', async () => {
    const app = await newApplication({ oauth_account_merge_strategy: 'raise_error' })
    const email = uniqueEmail('ada')
    const ada = await app.signUp(email)
    await markAddress(app, ada.userId, true)

    expect(failureAt((await app.go('acme', personNamed('ada', { email }))).url)).toEqual({
      code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
      details: { type: 'email', contact_channel_value: email, would_work_if_email_was_verified: false },
    })
  })

  test('strategy allow_duplicates creates another user without a sign-in e-mail', async () => {
    const app = await newApplication({ oauth_account_merge_strategy: 'allow_duplicates' })
    const email = uniqueEmail('ada')
    const ada = await app.signUp(email)

    const { body, headersOfUser } = await app.signIn('acme', personNamed('ada', { email }))

    const user = await me(headersOfUser)
    expect([body.is_new_user, user.primary_email]).toEqual([true, email])
    expect(user.id).not.toBe(ada.userId)
    const { body: channels } = await fixture().service.get(
      `/contact-channels?user_id=${user.id}`,
      app.serverHeaders,
    )
    expect(channels.items).toMatchObject([{ value: email, used_for_auth: false, is_primary: true }])
  })

  test('does not add a second account of the same provider', async () => {
    const app = await newApplication()
    const ada = personNamed('ada')
    await app.signIn('acme', ada)

    expect(failureAt((await app.go('acme', { ...ada, sub: randomUUID() })).url).code).toBe(
      'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
    )
  })
})

describe('linking', () => {
  test('links an account in the requesting session, creates a new session, and signs in afterwards', async () => {
    const app = await newApplication()
    const ada = await app.signUp(uniqueEmail('ada'))
    const person = personNamed('ada', { email_verified: false })

    const linked = await app.signIn('acme', person, { type: 'link', token: ada.token })
    const again = await app.signIn('acme', person, { type: 'link', token: ada.token })
    const signedIn = await app.signIn('acme', person)

    expect(linked.body.is_new_user).toBe(false)
    for (const { headersOfUser } of [linked, again, signedIn])
      expect((await me(headersOfUser)).id).toBe(ada.userId)
    const { body } = await fixture().service.get('/oauth-providers?user_id=me', ada.headers)
    expect(body).toEqual({
      items: [
        {
          id: expect.any(String),
          user_id: ada.userId,
          type: 'acme',
          email: person.email,
          allow_sign_in: true,
          allow_connected_accounts: true,
        },
      ],
      is_paginated: false,
    })
  })

  test('rejects an account of another user and a second account of the same provider', async () => {
    const app = await newApplication()
    const grace = personNamed('grace')
    await app.signIn('acme', grace)
    const ada = await app.signUp(uniqueEmail('ada'))
    const link = { type: 'link', token: ada.token }

    const ofGrace = await app.go('acme', grace, link)
    await app.signIn('acme', personNamed('ada'), link)
    const second = await app.go('acme', personNamed('ada'), link)

    expect(failureAt(ofGrace.url).code).toBe('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
    expect(failureAt(second.url).code).toBe('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  })

  /** Guarantee (LK4): no account is linked to a session that has ended. */
  test('LK4: signing out during the flow prevents linking', async () => {
    const app = await newApplication()
    const ada = await app.signUp(uniqueEmail('ada'))
    const browser = app.createBrowserFor(personNamed('ada'))
    const atCallback = (url: URL) => url.pathname.includes('/callback/')
    const { url } = await browser.visit(
      app.authorizeUrl('acme', { type: 'link', token: ada.token }),
      atCallback,
    )
    await fixture().service.delete('/auth/sessions/current', ada.headers)

    const returned = await browser.visit(url.href)

    expect(failureAt(returned.url)).toEqual({
      code: 'ACCESS_TOKEN_EXPIRED',
      details: { expired_at_millis: null },
    })
    const { body } = await fixture().service.get(`/oauth-providers?user_id=${ada.userId}`, app.serverHeaders)
    expect(body.items).toEqual([])
  })
})

describe('errors during the flow', () => {
  test('denied consent redirects to the error page with code, message and details', async () => {
    const app = await newApplication()
    const browser = app.createBrowserFor(null)
    const { url } = await browser.visit(app.authorizeUrl('acme'))

    expect(failureAt(url)).toEqual({ code: 'OAUTH_PROVIDER_ACCESS_DENIED', details: {} })
    expect([...browser.getCookies('accounts.example.com').keys()]).toEqual([])
  })

  test('without a trusted error page the error is an ordinary response', async () => {
    const app = await newApplication()
    for (const error_redirect_url of [undefined, 'https://evil.example.com/error']) {
      const { url, status, headers, text } = await app.go('acme', null, { error_redirect_url })

      expect([url.host, status, headers.get('x-stack-known-error')]).toEqual([
        'accounts.example.com',
        400,
        'OAUTH_PROVIDER_ACCESS_DENIED',
      ])
      expect(JSON.parse(text)).toEqual({ code: 'OAUTH_PROVIDER_ACCESS_DENIED', error: expect.any(String) })
    }
  })

  test('returns a timeout after ten minutes at the provider', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const browser = app.createBrowserFor(personNamed('ada'))
    const { url } = await browser.visit(app.authorizeUrl('acme', { error_redirect_url: undefined }), (at) =>
      at.pathname.includes('/callback/'),
    )
    service.advance(10 * 60_000 + 1_000)

    const { status, headers, text } = await browser.visit(url.href)

    expect([status, headers.get('x-stack-known-error')]).toEqual([408, 'OUTER_OAUTH_TIMEOUT'])
    expect(JSON.parse(text).error).toBe('The OAuth flow has timed out. Please sign in again.')
  })

  test('rejects a provider or trusted domain that was removed during the flow', async () => {
    const app = await newApplication()
    const atCallback = (url: URL) => url.pathname.includes('/callback/')
    const begin = async () => {
      const browser = app.createBrowserFor(personNamed('ada'))
      return { browser, url: (await browser.visit(app.authorizeUrl('acme'), atCallback)).url }
    }
    const one = await begin()
    const other = await begin()

    await fixture().service.patch('/internal/settings', { oidc_issuers: [] }, app.admin)
    expect(failureAt((await one.browser.visit(one.url.href)).url).code).toBe(
      'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    )
    await fixture().service.patch(
      '/internal/settings',
      {
        oidc_issuers: [
          {
            id: 'acme',
            issuer: fixture().provider.issuer,
            client_id: 'parley',
            client_secret: 'any secret',
          },
        ],
      },
      app.admin,
    )
    await app.configure({ domains: [], allow_localhost: false })
    const { status, headers } = await other.browser.visit(other.url.href)
    expect([status, headers.get('x-stack-known-error')]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
  })

  test('a rejected code or client secret at the provider returns a plain-text error', async () => {
    const app = await newApplication()
    const browser = app.createBrowserFor(personNamed('ada'))
    const { url } = await browser.visit(app.authorizeUrl('acme'), (at) => at.pathname.includes('/callback/'))
    url.searchParams.set('code', 'never issued')

    const { status, headers, text } = await browser.visit(url.href)

    expect([status, headers.get('x-stack-known-error')]).toEqual([400, null])
    expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test('failed sign-ins are audited without code or token', async () => {
    const app = await newApplication()
    await app.go('acme', null)

    const { rows } = await fixture().service.server.pool.query(
      `select action, outcome, details from accounts.audit_entries where project_id = $1 and outcome = 'failure'`,
      [app.projectId],
    )
    expect(rows).toEqual([
      {
        action: 'authentication.failed',
        outcome: 'failure',
        details: { provider: 'acme', reason: 'OAUTH_PROVIDER_ACCESS_DENIED' },
      },
    ])
  })
})
