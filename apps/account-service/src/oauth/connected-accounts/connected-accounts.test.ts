import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { createLog } from '@parley/server'
import { describe, expect, test } from 'vitest'
import { startAccountService, uniqueEmail } from '../../testing.ts'
import { type Application, createApplication } from '../providers/testing/application.ts'
import { createFixture } from '../providers/testing/fixture.ts'
import { startOpenidProvider } from '../providers/testing/openid-provider.ts'

const fixture = createFixture()

function newApplication(config: object = {}) {
  const { service, provider } = fixture()
  return createApplication(service, { config: { ...config }, issuers: { acme: provider.issuer } })
}

/** A user who signed in with the provider and granted `scopes`. */
async function newUser(app: Application, scopes = '') {
  const person = { sub: randomUUID() }
  const { headersOfUser } = await app.signIn('acme', person, { provider_scope: scopes })
  const { body } = await fixture().service.get('/users/me', headersOfUser)
  return { ...person, userId: body.id as string, headers: headersOfUser }
}

type User = Awaited<ReturnType<typeof newUser>>

const requestToken = (headers: Record<string, string>, body: object = {}, path = 'me/acme') =>
  fixture().service.post(`/connected-accounts/${path}/access-token`, body, headers)

/** Returns the user the provider accepts an access token for. */
async function findTokenOwner(token: string) {
  const response = await fetch(`${fixture().provider.issuer}/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.status === 200 ? ((await response.json()) as { sub: string }).sub : null
}

async function listConnections(app: Application, { userId }: User) {
  return (await fixture().service.get(`/oauth-providers?user_id=${userId}`, app.serverHeaders)).body.items
}

describe('an access token of a provider', () => {
  test('is returned for the user’s own account and accepted by the provider', async () => {
    const app = await newApplication()
    const ada = await newUser(app, 'calendar')

    const { status, body } = await requestToken(ada.headers, { scope: 'openid calendar' })
    const byServer = await requestToken(app.serverHeaders, {}, `${ada.userId}/ACME`)

    expect([status, Object.keys(body)]).toEqual([201, ['access_token']])
    expect(await findTokenOwner(body.access_token)).toBe(ada.sub)
    expect(byServer.status).toBe(201)
  })

  /** Guarantee (LK5): a token is returned only for granted scopes. */
  test('LK5: rejects scopes that were not granted until the account is linked again with them', async () => {
    const app = await newApplication()
    const ada = await newUser(app)

    const refused = await requestToken(ada.headers, { scope: 'calendar' })
    const token = required(ada.headers['x-stack-access-token'], 'the header')
    await app.signIn('acme', { sub: ada.sub }, { type: 'link', token, provider_scope: 'calendar' })
    const issued = await requestToken(ada.headers, { scope: 'calendar' })

    expect([refused.status, refused.headers.get('x-stack-known-error'), refused.body.code]).toEqual([
      400,
      'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
      'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
    ])
    expect(issued.status).toBe(201)
  })

  test('returns errors for an unlinked account and an unknown provider', async () => {
    const app = await newApplication()
    const grace = await app.signUp(uniqueEmail('grace'))

    const unlinked = await requestToken(grace.headers)
    const unknown = await requestToken(grace.headers, {}, 'me/github')

    expect([unlinked.status, unlinked.body.code]).toEqual([400, 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'])
    expect([unknown.status, unknown.body.code]).toEqual([400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'])
  })

  /** Guarantee: tokens of other users are not accessible. */
  test('rejects the account of another user and requests without a user', async () => {
    const app = await newApplication()
    const other = await newApplication()
    const [ada, grace] = [await newUser(app), await newUser(app)]

    expect((await requestToken(grace.headers, {}, `${ada.userId}/acme`)).status).toBe(403)
    expect((await requestToken(app.asClient)).body.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
    expect((await requestToken(app.asClient, {}, `${ada.userId}/acme`)).body.code).toBe(
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    )
    expect((await requestToken(other.serverHeaders, {}, `${ada.userId}/acme`)).body.code).toBe(
      'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    )
  })

  test('deletes stored tokens if the account changes or tokens are disabled', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const [ada, grace] = [await newUser(app), await newUser(app)]
    const [ofAda] = await listConnections(app, ada)
    const [ofGrace] = await listConnections(app, grace)
    const change = (userId: string, id: string, body: object) =>
      service.patch(`/oauth-providers/${userId}/${id}`, body, app.serverHeaders)

    await change(ada.userId, ofAda.id, { allow_connected_accounts: false })
    expect((await requestToken(ada.headers)).body.code).toBe('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')
    await change(ada.userId, ofAda.id, { allow_connected_accounts: true })
    await change(grace.userId, ofGrace.id, { account_id: randomUUID() })

    for (const { headers } of [ada, grace])
      expect((await requestToken(headers)).body.code).toBe('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')
  })
})

describe('the connected accounts of a user', () => {
  const connect = (app: Application, { userId }: User, account_id: string, allow_connected_accounts = true) =>
    fixture().service.post(
      '/oauth-providers',
      {
        user_id: userId,
        provider_config_id: 'acme',
        account_id,
        allow_sign_in: false,
        allow_connected_accounts,
      },
      app.serverHeaders,
    )

  test('are listed with the id of each account at its provider, without accounts whose tokens cannot be used', async () => {
    const app = await newApplication()
    const ada = await newUser(app)
    await connect(app, ada, 'second/account')
    await connect(app, ada, 'third', false)

    const own = await fixture().service.get('/connected-accounts/me', ada.headers)
    const byServer = await fixture().service.get(`/connected-accounts/${ada.userId}`, app.serverHeaders)

    const item = { user_id: ada.userId, provider: 'acme' }
    expect(own.body).toEqual({
      items: [
        { ...item, provider_account_id: ada.sub },
        { ...item, provider_account_id: 'second/account' },
      ],
      is_paginated: false,
    })
    expect(byServer.body).toEqual(own.body)
  })

  test('have access tokens by account', async () => {
    const app = await newApplication()
    const ada = await newUser(app, 'calendar')
    await connect(app, ada, 'second/account')
    const request = (account: string, scope = '') =>
      requestToken(ada.headers, { scope }, `me/acme/${encodeURIComponent(account)}`)

    const first = await request(ada.sub, 'calendar')
    const ungranted = await request(ada.sub, 'unknown')
    const second = await request('second/account')
    const unknown = await request('fourth')

    expect([first.status, await findTokenOwner(first.body.access_token)]).toEqual([201, ada.sub])
    for (const refused of [ungranted, second])
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE', details: { provider: 'acme' } },
      ])
    expect(unknown.body.code).toBe('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')
  })
})

describe('token refresh', () => {
  test('replaces a token that is about to expire or that the provider rejects', async () => {
    const app = await newApplication()
    const ada = await newUser(app)
    const first = (await requestToken(ada.headers)).body.access_token
    expect((await requestToken(ada.headers)).body.access_token).toBe(first)

    await revoke(first)
    const second = (await requestToken(ada.headers)).body.access_token
    fixture().service.advance(56 * 60_000)
    const third = (await requestToken(app.serverHeaders, {}, `${ada.userId}/acme`)).body.access_token

    expect(new Set([first, second, third]).size).toBe(3)
    expect(await findTokenOwner(third)).toBe(ada.sub)
  })

  test('does not retry a rejected refresh token', async () => {
    const app = await newApplication()
    const ada = await newUser(app)
    const { provider } = fixture().provider
    let refused = 0
    const count = () => {
      refused += 1
    }
    provider.on('grant.error', count)
    await endGrants(ada.sub)

    const responses = [await requestToken(ada.headers), await requestToken(ada.headers)]

    provider.off('grant.error', count)
    for (const { status, body } of responses)
      expect([status, body.code]).toEqual([400, 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'])
    expect(refused).toBe(1)
  })

  /** Guarantee: a refresh token is never used twice, which some providers treat as theft. */
  test('of thirty concurrent requests one refreshes, and all get the result', async () => {
    const app = await newApplication()
    const ada = await newUser(app)
    const { provider } = fixture().provider
    await revoke((await requestToken(ada.headers)).body.access_token)
    let granted = 0
    const count = () => {
      granted += 1
    }
    provider.on('grant.success', count)

    const responses = await Promise.all(Array.from({ length: 30 }, () => requestToken(ada.headers)))

    provider.off('grant.success', count)
    expect(granted).toBe(1)
    expect(new Set(responses.map(({ body }) => body.access_token)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(201))
  })

  test('OP5: an unreachable provider does not invalidate tokens', async () => {
    const redirectUris = ['http://accounts.example.com/api/v1/auth/oauth/callback/acme']
    const provider = await startOpenidProvider({ redirectUris })
    const app = await createApplication(fixture().service, { issuers: { acme: provider.issuer } })
    const { headersOfUser } = await app.signIn('acme', { sub: randomUUID() })
    const { body: user } = await fixture().service.get('/users/me', headersOfUser)
    await provider[Symbol.asyncDispose]()
    fixture().service.advance(2 * 60 * 60_000)

    const { status, headers, body } = await requestToken(app.serverHeaders, {}, `${user.id}/acme`)

    expect([status, headers.get('x-stack-known-error')]).toEqual([503, null])
    expect(body).toContain('Try again later')
    const { rows } = await fixture().service.server.pool.query(
      `select bool_and(is_valid) as all_valid from accounts.oauth_provider_tokens token
       join accounts.oauth_connections connection on connection.id = token.connection_id
       where connection.user_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ all_valid: true }])
  })
})

/** Guarantee (LK5): database and logs contain no usable provider tokens. */
test('LK5: provider tokens are encrypted, deleted with the account, and never logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  const { provider } = fixture()
  await using isolated = await startAccountService({
    log,
    options: { internalSignUp: true, outboundNetworks: ['127.0.0.0/8'] },
  })
  const secrets: string[] = []
  const collectToken = ({ jti }: { jti: string }) => void secrets.push(jti)
  for (const event of ['access_token.saved', 'refresh_token.saved', 'authorization_code.saved'] as const)
    provider.provider.on(event as 'access_token.saved', collectToken)
  const app = await createApplication(isolated, { issuers: { acme: provider.issuer } })
  const { headersOfUser } = await app.signIn('acme', { sub: randomUUID() })
  const { body } = await isolated.post('/connected-accounts/me/acme/access-token', {}, headersOfUser)
  await app.go('acme', null)
  await app.createBrowserFor({ sub: 'x' }).visit(`${app.authorizeUrl('acme')}&state=twice`)

  const { rows } = await isolated.server.pool.query('select * from accounts.oauth_provider_tokens')
  const { rows: audit } = await isolated.server.pool.query('select details from accounts.audit_entries')
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['access', 'refresh'])
  expect(secrets).toContain(body.access_token)
  const written = JSON.stringify([rows, audit, lines])
  for (const secret of [...secrets, body.access_token]) expect(written).not.toContain(secret)

  const { body: user } = await isolated.get('/users/me', headersOfUser)
  const { body: list } = await isolated.get(`/oauth-providers?user_id=${user.id}`, app.serverHeaders)
  await isolated.delete(`/oauth-providers/${user.id}/${list.items[0].id}`, app.serverHeaders)
  expect((await isolated.server.pool.query('select 1 from accounts.oauth_provider_tokens')).rows).toEqual([])
})

/** Revokes an access token at the provider (RFC 7009). */
async function revoke(token: string): Promise<void> {
  const { provider } = fixture()
  const accessToken = await provider.provider.AccessToken.find(token)
  await accessToken?.destroy()
}

/** Revokes all grants of a user at the provider. */
async function endGrants(sub: string): Promise<void> {
  const { provider } = fixture()
  for (const token of provider.listTokens(sub)) await token.destroy()
}
