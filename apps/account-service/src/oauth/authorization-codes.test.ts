import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { getErrorCode, totpCodeFor } from '../testing.ts'
import { createApplication, defaultVerifier } from './providers/testing/application.ts'
import { createFixture } from './providers/testing/fixture.ts'

const fixture = createFixture()

function newApplication() {
  const { service, provider } = fixture()
  return createApplication(service, { issuers: { acme: provider.issuer } })
}

type Application = Awaited<ReturnType<typeof newApplication>>

/** Returns an unused code. */
async function newCode(app: Application): Promise<string> {
  const { url } = await app.go('acme', { sub: randomUUID() })
  return url.searchParams.get('code') ?? ''
}

/**
 * An application with a user who has a second factor, and functions to get a code and to complete an attempt.
 */
async function withSecondFactor() {
  const app = await newApplication()
  const sub = randomUUID()
  const secret = new Secret({ size: 20 })
  const { headersOfUser } = await app.signIn('acme', { sub })
  const body = { totp_secret_base64: Buffer.from(secret.bytes).toString('base64') }
  expect((await fixture().service.patch('/users/me', body, headersOfUser)).status).toBe(200)
  return {
    app,
    codeAt: async () => (await app.go('acme', { sub })).url.searchParams.get('code') ?? '',
    continueFlow(code: string) {
      const totp = totpCodeFor(fixture().service, secret)
      return fixture().service.post('/auth/mfa/sign-in', { type: 'totp', totp, code }, app.asClient)
    },
  }
}

/** Errors if the attempt was cancelled before or during its redemption. */
const codesOfLostRace = ['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_ALREADY_USED']

/** Returns whether the session of a token response is active, by refresh token and by access token. */
async function isAlive(app: Application, body: { access_token: string; refresh_token: string }) {
  const refreshed = await app.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
  const me = await fixture().service.get('/users/me', {
    ...app.asClient,
    'x-stack-access-token': body.access_token,
  })
  return { refreshed: refreshed.status === 200, me: me.status === 200 }
}

describe('an authorization code', () => {
  test('AS3: expires after a minute', async () => {
    const app = await newApplication()
    const [early, late] = [await newCode(app), await newCode(app)]
    fixture().service.advance(55_000)
    expect((await app.redeem(early)).status).toBe(200)
    fixture().service.advance(10_000)

    const response = await app.redeem(late)

    expect([response.status, getErrorCode(response)]).toEqual([400, 'INVALID_AUTHORIZATION_CODE'])
  })

  /** Guarantee: a provider account cannot sign in after it has been unlinked. */
  test('ZR487: is rejected when its provider account was unlinked, also when another one has been linked', async () => {
    const app = await newApplication()
    const { service } = fixture()
    const sub = randomUUID()
    await app.signIn('acme', { sub })
    const codeOfSub = async () => (await app.go('acme', { sub })).url.searchParams.get('code') ?? ''
    const [unlinked, replaced] = [await codeOfSub(), await codeOfSub()]
    const [{ id, user_id: userId }] = (await service.get('/oauth-providers', app.serverHeaders)).body.items
    expect((await service.delete(`/oauth-providers/${userId}/${id}`, app.serverHeaders)).status).toBe(200)

    expect(getErrorCode(await app.redeem(unlinked))).toBe('INVALID_AUTHORIZATION_CODE')
    service.advance(1_000)
    const account = { provider_config_id: 'acme', account_id: randomUUID() }
    const flags = { allow_sign_in: true, allow_connected_accounts: true }
    const other = { user_id: userId, ...account, ...flags }
    expect((await service.post('/oauth-providers', other, app.serverHeaders)).status).toBe(201)
    expect(getErrorCode(await app.redeem(replaced))).toBe('INVALID_AUTHORIZATION_CODE')
  })

  /** Guarantee (AS2): a verifier has at least the length of RFC 7636, since a shorter one can be guessed. */
  test('AS2: a verifier of 42 characters is rejected although it fits the challenge', async () => {
    const app = await newApplication()
    const redeemWith = async (code_verifier: string) => {
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
      const { url } = await app.go('acme', { sub: randomUUID() }, { code_challenge })
      return await app.redeem(url.searchParams.get('code') ?? '', { code_verifier })
    }

    expect((await redeemWith('v'.repeat(43))).status).toBe(200)
    expect((await redeemWith('v'.repeat(42))).status).toBe(400)
  })

  /** Guarantee (AS3): reuse of a code revokes its result, because one of the two clients is an attacker. */
  test('AS3: works once, and reuse revokes the session of the first use', async () => {
    const app = await newApplication()
    const code = await newCode(app)
    const first = await app.redeem(code)
    expect(await isAlive(app, first.body)).toEqual({ refreshed: true, me: true })

    const second = await app.redeem(code)

    expect([second.status, getErrorCode(second)]).toEqual([400, 'INVALID_AUTHORIZATION_CODE'])
    expect(await isAlive(app, first.body)).toEqual({ refreshed: false, me: false })
    const { rows } = await fixture().service.server.pool.query(
      `select outcome from accounts.audit_entries
       where project_id = $1 and action = 'authorization_code.used_again'`,
      [app.projectId],
    )
    expect(rows).toEqual([{ outcome: 'failure' }])
  })

  /** Guarantee (AS3): reuse also revokes a pending second-factor attempt. */
  test('AS3: reuse revokes the MFA attempt of the first use', async () => {
    const { app, codeAt, continueFlow } = await withSecondFactor()
    const code = await codeAt()
    const first = await app.redeem(code)
    const second = await app.redeem(code)
    const after = await continueFlow(first.body.details.attempt_code)
    const once = await app.redeem(await codeAt())

    expect([first, second, after].map(getErrorCode)).toEqual([
      'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      'INVALID_AUTHORIZATION_CODE',
      'VERIFICATION_CODE_EXPIRED',
    ])
    expect((await continueFlow(once.body.details.attempt_code)).status).toBe(200)
    const { rows } = await fixture().service.server.pool.query(
      `select details->>'cancelledAttempt' is not null as cancelled from accounts.audit_entries
       where project_id = $1 and action = 'authorization_code.used_again'`,
      [app.projectId],
    )
    expect(rows).toEqual([{ cancelled: true }])
  })

  /** Guarantee (AS3): reuse also revokes the session of a completed second-factor attempt. */
  test('AS3: reuse revokes the session of a completed MFA attempt', async () => {
    const { app, codeAt, continueFlow } = await withSecondFactor()
    const code = await codeAt()
    const first = await app.redeem(code)
    const signedIn = await continueFlow(first.body.details.attempt_code)
    expect(await isAlive(app, signedIn.body)).toEqual({ refreshed: true, me: true })

    const second = await app.redeem(code)

    expect([second.status, getErrorCode(second)]).toEqual([400, 'INVALID_AUTHORIZATION_CODE'])
    expect(await isAlive(app, signedIn.body)).toEqual({ refreshed: false, me: false })
    const { rows } = await fixture().service.server.pool.query(
      `select details->>'endedSession' is not null as ended, details->>'cancelledAttempt' as cancelled
       from accounts.audit_entries where project_id = $1 and action = 'authorization_code.used_again'`,
      [app.projectId],
    )
    expect(rows).toEqual([{ ended: true, cancelled: null }])
  })

  /** Guarantee (AS3): also concurrently. */
  test('AS3: reuse during the second factor leaves no session', async () => {
    const rounds = Array.from({ length: 12 }, async (_, requestsLater) => {
      const { app, codeAt, continueFlow } = await withSecondFactor()
      const code = await codeAt()
      const { body } = await app.redeem(code)
      const redeemAgain = async () => {
        for (let created = 0; created < requestsLater; created++)
          await fixture().service.get('/users/me', app.asClient)
        await app.redeem(code)
      }
      const [signedIn] = await Promise.all([continueFlow(body.details.attempt_code), redeemAgain()])
      return signedIn.status === 200 ? await isAlive(app, signedIn.body) : getErrorCode(signedIn)
    })

    for (const outcome of await Promise.all(rounds))
      expect([{ refreshed: false, me: false }, ...codesOfLostRace]).toContainEqual(outcome)
  })

  /** Guarantee (AS3, CO3): also concurrently. */
  test('AS3: of fifty concurrent uses none can continue with a second factor', async () => {
    const { app, codeAt, continueFlow } = await withSecondFactor()
    const code = await codeAt()

    const responses = await Promise.all(Array.from({ length: 50 }, () => app.redeem(code)))

    const mfaResponses = responses.filter(
      (response) => getErrorCode(response) === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    )
    expect(mfaResponses.length).toBeLessThanOrEqual(1)
    for (const response of mfaResponses) {
      const after = await continueFlow(response.body.details.attempt_code)
      expect(getErrorCode(after)).toBe('VERIFICATION_CODE_EXPIRED')
    }
  })

  /** Guarantee (AS3, CO3): of fifty concurrent uses at most one gets a session, and it is revoked. */
  test('AS3: of fifty concurrent uses none retains a session', async () => {
    const app = await newApplication()
    const code = await newCode(app)

    const responses = await Promise.all(Array.from({ length: 50 }, () => app.redeem(code)))

    const succeeded = responses.filter(({ status }) => status === 200)
    expect(succeeded.length).toBeLessThanOrEqual(1)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(getErrorCode(response)).toBe('INVALID_AUTHORIZATION_CODE')
    for (const { body } of succeeded)
      expect(await isAlive(app, body)).toEqual({ refreshed: false, me: false })
    const { rows } = await fixture().service.server.pool.query(
      'select count(*)::int as sessions from accounts.sessions where project_id = $1',
      [app.projectId],
    )
    expect(rows).toEqual([{ sessions: 0 }])
  })

  test.each([
    [
      'another verifier',
      { code_verifier: randomBytes(32).toString('base64url') },
      'INVALID_AUTHORIZATION_CODE',
    ],
    ['a verifier that is too short', { code_verifier: 'short' }, 'INVALID_AUTHORIZATION_CODE'],
    [
      'another redirect URI',
      { redirect_uri: 'https://app.example.com/other' },
      'REDIRECT_URL_NOT_WHITELISTED',
    ],
  ])('AS2: %s is rejected, and the code is consumed', async (_what, fields, expected) => {
    const app = await newApplication()
    const code = await newCode(app)

    const refused = await app.redeem(code, fields)
    const after = await app.redeem(code)

    expect([refused.status, getErrorCode(refused)]).toEqual([400, expected])
    expect(refused.body.error).toBeTypeOf('string')
    expect(getErrorCode(after)).toBe('INVALID_AUTHORIZATION_CODE')
  })

  test('another project can neither use nor consume it', async () => {
    const [app, other] = [await newApplication(), await newApplication()]
    const code = await newCode(app)

    expect(getErrorCode(await other.redeem(code))).toBe('INVALID_AUTHORIZATION_CODE')
    expect((await app.redeem(code)).status).toBe(200)
  })

  test('missing parameters return OAuth errors; a wrong client and other grant types are rejected', async () => {
    const app = await newApplication()
    const all = {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'y',
      code_verifier: defaultVerifier,
    }
    for (const name of ['code', 'redirect_uri', 'code_verifier'] as const) {
      const { [name]: _, ...rest } = all
      const { status, headers, body } = await app.token(rest as never)
      expect([status, headers.get('x-stack-known-error'), body]).toEqual([
        400,
        null,
        { error: 'invalid_request', error_description: `The field ${name} is missing.` },
      ])
    }
    const wrongClient = await app.token({ ...all, client_secret: 'pck_wrong' })
    expect([getErrorCode(wrongClient), wrongClient.body.details]).toEqual([
      'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
      { client_id: null },
    ])
    for (const grant_type of ['password', 'client_credentials', 'implicit', ''])
      expect(getErrorCode(await app.token({ ...all, grant_type }))).toBe('SCHEMA_ERROR')
  })

  /** Guarantee (CO4, LK5): the contents of the database do not allow signing in, here or at the provider. */
  test('CO4: the database contains no plaintext codes, states, verifiers or provider tokens', async () => {
    const app = await newApplication()
    const { service, provider } = fixture()
    const tokenIds: string[] = []
    const collectToken = (token: { jti: string }) => void tokenIds.push(token.jti)
    provider.provider.on('access_token.saved', collectToken)
    provider.provider.on('refresh_token.saved', collectToken)
    const browser = app.createBrowserFor({ sub: randomUUID() })
    const { url } = await browser.visit(app.authorizeUrl('acme'), (at) => at.pathname.includes('/callback/'))
    const returned = await browser.visit(url.href)
    const pending = await browser.visit(app.authorizeUrl('acme'), (at) => at.pathname.includes('/callback/'))

    const { rows: tables } = await service.server.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const dump: string[] = []
    for (const { name } of tables)
      dump.push(JSON.stringify((await service.server.pool.query(`select * from ${name}`)).rows))
    const secrets = [
      returned.url.searchParams.get('code'),
      url.searchParams.get('state'),
      pending.url.searchParams.get('state'),
      ...tokenIds,
    ]
    expect(tokenIds.length).toBeGreaterThanOrEqual(2)
    expect(dump.join()).toContain(app.projectId)
    for (const secret of secrets) expect(dump.join()).not.toContain(secret)
  })
})
