import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpConfiguredService,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
  type TestResponse,
  type TestService,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import {
  type Ceremony,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from './testing/software-authenticator.ts'

const lax = { ...sdkProjectSettings, passkeys_verify_user: false }
const service = setUpConfiguredService({ config: { passkey_enabled: true }, settings: lax })
const origin = 'https://phone.example.com'
const initiate = '/auth/passkey/initiate-passkey-'

interface Attempt {
  readonly at?: TestService
  /** Overrides of the ceremony by the browser or an attacker. */
  readonly changes?: Partial<Ceremony>
  readonly code?: string
}

async function register(
  headers: Headers,
  authenticator: SoftwareAuthenticator,
  { at = service(), changes = {}, code }: Attempt = {},
): Promise<TestResponse> {
  const initiated = await at.post(`${initiate}registration`, {}, headers)
  expect(initiated.status).toBe(200)
  const { challenge } = initiated.body.options_json
  const credential = authenticator.create({ challenge, origin, ...changes })
  return await at.post('/auth/passkey/register', { credential, code: code ?? initiated.body.code }, headers)
}

async function signIn(
  authenticator: SoftwareAuthenticator,
  { at = service(), changes = {}, code }: Attempt = {},
  userHandle?: string,
): Promise<TestResponse> {
  const initiated = await at.post(`${initiate}authentication`, {})
  const { challenge } = initiated.body.options_json
  const authentication_response = authenticator.get({ challenge, origin, ...changes }, userHandle)
  return await at.post('/auth/passkey/sign-in', {
    authentication_response,
    code: code ?? initiated.body.code,
  })
}

async function withPasskey(name: string) {
  const person = await signUp(service(), uniqueEmail(name))
  const authenticator = softwareAuthenticator()
  const response = await register(person.headers, authenticator, { changes: { counter: 1 } })
  expect([response.status, response.body]).toEqual([200, { user_handle: authenticator.credentialId }])
  return { ...person, authenticator }
}

const refused = ({ status, headers, body }: TestResponse) => [
  status,
  getErrorCode({ headers }),
  typeof body.details?.message,
]
const notRegistered = [400, 'PASSKEY_REGISTRATION_FAILED', 'string']
const notAuthenticated = [400, 'PASSKEY_AUTHENTICATION_FAILED', 'string']

describe('passkeys', () => {
  test('a registered passkey signs in', async () => {
    const ada = await withPasskey('ada')
    const handle = Buffer.from(ada.userId).toString('base64url')
    const response = await signIn(ada.authenticator, { changes: { counter: 2 } }, handle)
    const me = await service().get('/users/me', { 'x-stack-access-token': response.body.access_token })

    expect(Object.keys(response.body).sort()).toEqual([
      'access_token',
      'is_new_user',
      'refresh_token',
      'user_id',
    ])
    expect([response.body.user_id, response.body.is_new_user]).toEqual([ada.userId, false])
    expect(me.body.passkey_auth_enabled).toBe(true)
  })

  test('the options have exactly the shape that clients expect', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const registration = await service().post(`${initiate}registration`, {}, ada.headers)
    const authentication = await service().post(`${initiate}authentication`, {})
    const { challenge, ...options } = registration.body.options_json

    expect(options).toEqual({
      rp: { id: 'THIS_VALUE_WILL_BE_REPLACED.example.com', name: 'Parley' },
      user: { id: Buffer.from(ada.userId).toString('base64url'), name: ada.email, displayName: ada.email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      extensions: { credProps: true },
    })
    expect(authentication.body.options_json).toEqual({
      challenge: expect.any(String),
      rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com',
      allowCredentials: [],
      timeout: 60_000,
      userVerification: 'preferred',
    })
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
  })

  test('a second passkey replaces the first', async () => {
    const ada = await withPasskey('ada')
    const other = softwareAuthenticator()
    expect((await register(ada.headers, other)).status).toBe(200)

    expect(refused(await signIn(ada.authenticator))).toEqual(notAuthenticated)
    expect((await signIn(other)).status).toBe(200)
  })

  test('all four endpoints return an error if passkeys are disabled', async () => {
    await using isolated = await startAccountService({ settings: sdkProjectSettings })
    const ada = await signUp(isolated, 'ada@example.com')
    const authenticator = softwareAuthenticator()
    const ceremony = { challenge: 'x', origin }
    const code = '0'.repeat(45)
    const responses = [
      await isolated.post(`${initiate}registration`, {}, ada.headers),
      await isolated.post(
        '/auth/passkey/register',
        { credential: authenticator.create(ceremony), code },
        ada.headers,
      ),
      await isolated.post(`${initiate}authentication`, {}),
      await isolated.post('/auth/passkey/sign-in', {
        authentication_response: authenticator.get(ceremony),
        code,
      }),
    ]

    for (const response of responses)
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        400,
        'PASSKEY_AUTHENTICATION_NOT_ENABLED',
        undefined,
      ])
  })

  test('registration requires a signed-in user', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const initiated = await service().post(`${initiate}registration`, {}, ada.headers)
    const credential = softwareAuthenticator().create({
      challenge: initiated.body.options_json.challenge,
      origin,
    })
    const response = await service().post('/auth/passkey/register', { credential, code: initiated.body.code })

    expect(getErrorCode(await service().post(`${initiate}registration`, {}))).toBe('SCHEMA_ERROR')
    expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  })

  test('unknown and malformed credentials are rejected with their error codes', async () => {
    const unregistered = softwareAuthenticator()
    expect(refused(await signIn(unregistered))).toEqual(notAuthenticated)

    const { code } = (await service().post(`${initiate}authentication`, {})).body
    const without = await service().post('/auth/passkey/sign-in', {
      authentication_response: { id: 7 },
      code,
    })
    const initiated = await service().post(`${initiate}authentication`, {})
    const garbage = { clientDataJSON: '%%%', authenticatorData: '', signature: '' }
    const garbled = await service().post('/auth/passkey/sign-in', {
      authentication_response: { ...unregistered.get({ challenge: 'x', origin }), response: garbage },
      code: initiated.body.code,
    })
    expect(getErrorCode(without)).toBe('SCHEMA_ERROR')
    expect(refused(garbled)).toEqual(notAuthenticated)
  })
})

describe('challenges', () => {
  /** Guarantee: the library requests no URL of a certificate that a client sends. */
  test.each(['packed', 'android-key', 'tpm'])(
    'ZR85: the attestation of a passkey is not evaluated: %s',
    async (attestationFormat) => {
      const ada = await signUp(service(), uniqueEmail('ada'))

      const { status } = await register(ada.headers, softwareAuthenticator(), {
        changes: { attestationFormat },
      })

      expect(status).toBe(200)
    },
  )

  /** Guarantee (PK1): a signed challenge cannot be replayed in another ceremony. */
  test('PK1: a challenge has 256 random bits, works once also concurrently, and expires after 65 s', async () => {
    const ada = await withPasskey('ada')
    const initiated = await service().post(`${initiate}authentication`, {})
    const { challenge } = initiated.body.options_json
    const send = (counter: number, code = initiated.body.code) =>
      service().post('/auth/passkey/sign-in', {
        authentication_response: ada.authenticator.get({ challenge, origin, counter }),
        code,
      })
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => send(10 + index)))
    const known = responses.filter(({ status }) => status === 200)
    const again = await send(100)

    expect(known).toHaveLength(1)
    expect([again.status, getErrorCode(again)]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED'])

    await using isolated = await startAccountService({ settings: sdkProjectSettings })
    await configureProject(isolated, { config: { passkey_enabled: true } })
    const late = await isolated.post(`${initiate}authentication`, {})
    isolated.advance(65_001)
    const response = await isolated.post('/auth/passkey/sign-in', {
      authentication_response: ada.authenticator.get({ challenge: late.body.options_json.challenge, origin }),
      code: late.body.code,
    })
    expect([response.status, getErrorCode(response)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
  })

  test('PK1: a challenge is bound to its ceremony, project and user', async () => {
    const ada = await withPasskey('ada')
    const grace = await signUp(service(), uniqueEmail('grace'))
    const registration = await service().post(`${initiate}registration`, {}, ada.headers)
    const crossed = await signIn(ada.authenticator, {
      changes: { challenge: registration.body.options_json.challenge },
      code: registration.body.code,
    })
    const otherUser = await service().post(
      '/auth/passkey/register',
      {
        credential: softwareAuthenticator().create({
          challenge: registration.body.options_json.challenge,
          origin,
        }),
        code: registration.body.code,
      },
      grace.headers,
    )
    const otherChallenge = await signIn(ada.authenticator, { changes: { challenge: 'AAAA', counter: 9 } })

    expect([crossed.status, getErrorCode(crossed)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect(refused(otherUser)).toEqual(notRegistered)
    expect(refused(otherChallenge)).toEqual(notAuthenticated)
  })
})

describe('origins', () => {
  const foreignOrigins = [
    'https://evil-phone.example.com',
    'https://phone.example.com.evil.example',
    'https://evil.phone.example.com',
    'https://example.com',
    'https://phone.example.com:8443',
    'http://phone.example.com',
    'https://PHONE.example.com',
    'https://phone.example.com/',
    'https://phone.example.com@evil.example',
    'https://phоne.example.com',
    'http://localhost:3000',
    'null',
    '',
  ]

  /** Guarantee (PK2): passkeys work only on the exact origins of trusted domains. */
  test('PK2: rejects passkeys from other origins in both ceremonies', async () => {
    const ada = await withPasskey('ada')
    for (const foreignOrigin of foreignOrigins) {
      const changes = { origin: foreignOrigin, relyingPartyId: 'phone.example.com', counter: 50 }
      expect([
        foreignOrigin,
        ...refused(await register(ada.headers, softwareAuthenticator(), { changes })),
      ]).toEqual([foreignOrigin, ...notRegistered])
      expect([foreignOrigin, ...refused(await signIn(ada.authenticator, { changes }))]).toEqual([
        foreignOrigin,
        ...notAuthenticated,
      ])
    }
  })

  test('PK2: the relying party is the host of the origin, regardless of the client', async () => {
    const ada = await withPasskey('ada')
    for (const changes of [
      { relyingPartyId: 'example.com' },
      { relyingPartyId: 'evil.example' },
      { relyingPartyId: 'THIS_VALUE_WILL_BE_REPLACED.example.com' },
      { crossOrigin: true },
      { type: 'webauthn.get' },
    ])
      expect(refused(await register(ada.headers, softwareAuthenticator(), { changes }))).toEqual(
        notRegistered,
      )
    for (const changes of [
      { relyingPartyId: 'example.com' },
      { crossOrigin: true },
      { type: 'webauthn.create' },
    ])
      expect(refused(await signIn(ada.authenticator, { changes: { ...changes, counter: 50 } }))).toEqual(
        notAuthenticated,
      )
  })

  test('PK2: localhost is accepted on any port if the project allows it', async () => {
    await using isolated = await startAccountService({ settings: sdkProjectSettings })
    await configureProject(isolated, {
      config: { passkey_enabled: true, allow_localhost: true },
      settings: lax,
    })
    const ada = await signUp(isolated, 'ada@example.com')
    const attempt = (local: string) =>
      register(ada.headers, softwareAuthenticator(), { at: isolated, changes: { origin: local } })

    expect((await attempt('http://localhost:3000')).status).toBe(200)
    for (const other of ['http://127.0.0.1:3000', 'http://a.localhost', 'http://localhost.evil.example'])
      expect(refused(await attempt(other))).toEqual(notRegistered)
  })
})

describe('authenticators', () => {
  /** Guarantee (PK3): cloned authenticators are detected. */
  test('PK3: a counter that does not increase is rejected and audited', async () => {
    const ada = await withPasskey('ada')
    expect((await signIn(ada.authenticator, { changes: { counter: 5 } })).status).toBe(200)
    for (const counter of [5, 4, 0])
      expect(refused(await signIn(ada.authenticator, { changes: { counter } }))).toEqual(notAuthenticated)
    const { rows } = await service().server.pool.query(
      "select details from accounts.audit_entries where action = 'passkey.counter_went_back' and subject_id = $1 order by id",
      [ada.userId],
    )

    expect(rows.map(({ details }) => details.told)).toEqual([5, 4, 0])
    expect((await signIn(ada.authenticator, { changes: { counter: 6 } })).status).toBe(200)
  })

  test('PK3: an authenticator without a counter can sign in repeatedly', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const authenticator = softwareAuthenticator()
    await register(ada.headers, authenticator)
    for (const _time of [1, 2]) expect((await signIn(authenticator)).status).toBe(200)
  })

  test('PK3: backup flags are stored and must stay consistent', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const authenticator = softwareAuthenticator()
    const copied = { backupEligible: true }
    await register(ada.headers, authenticator, { changes: copied })
    const stored = async () =>
      (
        await service().server.pool.query(
          'select device_type, is_backed_up from accounts.passkeys where user_id = $1',
          [ada.userId],
        )
      ).rows[0]

    expect(await stored()).toEqual({ device_type: 'multiDevice', is_backed_up: false })
    expect((await signIn(authenticator, { changes: { ...copied, backedUp: true } })).status).toBe(200)
    expect(await stored()).toEqual({ device_type: 'multiDevice', is_backed_up: true })
    expect(refused(await signIn(authenticator))).toEqual(notAuthenticated)
    expect(refused(await signIn(authenticator, { changes: { backedUp: true } }))).toEqual(notAuthenticated)
  })

  test('PK3: requires user verification if the project does', async () => {
    const ada = await withPasskey('ada')
    const unverified = { userVerified: false, counter: 5 }
    expect((await signIn(ada.authenticator, { changes: unverified })).status).toBe(200)
    expect(refused(await signIn(ada.authenticator, { changes: { userPresent: false, counter: 6 } }))).toEqual(
      notAuthenticated,
    )

    await using strict = await startAccountService({ settings: sdkProjectSettings })
    await configureProject(strict, {
      config: { passkey_enabled: true },
      settings: { passkeys_verify_user: true },
    })
    const grace = await signUp(strict, 'grace@example.com')
    const authenticator = softwareAuthenticator()
    const at = strict
    expect(
      refused(await register(grace.headers, authenticator, { at, changes: { userVerified: false } })),
    ).toEqual(notRegistered)
    expect((await register(grace.headers, authenticator, { at })).status).toBe(200)
    expect(refused(await signIn(authenticator, { at, changes: { userVerified: false } }))).toEqual(
      notAuthenticated,
    )
    expect((await signIn(authenticator, { at })).status).toBe(200)
  })

  test('PK4: a credential of another user is rejected and not reassigned', async () => {
    const ada = await withPasskey('ada')
    const grace = await signUp(service(), uniqueEmail('grace'))
    const sameId = softwareAuthenticator(Buffer.from(ada.authenticator.credentialId, 'base64url'))
    const response = await register(grace.headers, sameId)

    expect(refused(response)).toEqual(notRegistered)
    expect((await signIn(ada.authenticator, { changes: { counter: 7 } })).body.user_id).toBe(ada.userId)
    expect(refused(await signIn(sameId, { changes: { counter: 8 } }))).toEqual(notAuthenticated)
  })

  test('PK4: a passkey signs in its owner, regardless of the user handle', async () => {
    const ada = await withPasskey('ada')
    const grace = await signUp(service(), uniqueEmail('grace'))
    const handle = Buffer.from(grace.userId).toString('base64url')

    expect(refused(await signIn(ada.authenticator, { changes: { counter: 7 } }, handle))).toEqual(
      notAuthenticated,
    )
  })

  test('PK4, EN1: starting a sign-in does not reveal who has a passkey', async () => {
    await withPasskey('ada')
    const [one, other] = [
      await service().post(`${initiate}authentication`, {}),
      await service().post(`${initiate}authentication`, { email: uniqueEmail('unknown') }),
    ]

    expect(one.body.options_json.allowCredentials).toEqual([])
    expect(Object.keys(one.body)).toEqual(Object.keys(other.body))
  })
})

describe('passkeys and account security', () => {
  test('a passkey sign-in still requires the second factor', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const authenticator = softwareAuthenticator()
    await register(linus.headers, authenticator)
    const response = await signIn(authenticator)
    const finished = await service().post('/auth/mfa/sign-in', {
      type: 'totp',
      totp: totpCodeFor(service(), linus.secret),
      code: response.body.details.attempt_code,
    })

    expect([response.status, getErrorCode(response)]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'])
    expect(finished.body.user_id).toBe(linus.userId)
  })

  test('MF5: adding a passkey requires a recent sign-in if the project does', async () => {
    await using strict = await startAccountService({ settings: sdkProjectSettings })
    await configureProject(strict, {
      config: { passkey_enabled: true },
      settings: { needs_recent_authentication: true },
    })
    const ada = await signUp(strict, 'ada@example.com')
    const initiated = await strict.post(`${initiate}registration`, {}, ada.headers)
    strict.advance(10 * 60_000 + 1000)
    const { body } = await strict.post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })
    const late = await strict.post(
      `${initiate}registration`,
      {},
      { 'x-stack-access-token': body.access_token },
    )

    expect(initiated.status).toBe(200)
    expect([late.status, getErrorCode(late)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  })

  test('MF6: adding a passkey notifies the verified e-mail address', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    await service().post('/contact-channels/verify', {
      code: codeFromEmail(await service().waitForEmail(ada.email)),
    })
    await register(ada.headers, softwareAuthenticator())

    expect((await service().waitForEmail(ada.email, 2)).text).toContain('A passkey was added')
  })
})
