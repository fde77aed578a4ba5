import { hash as bcryptHash } from '@node-rs/bcrypt'
import { required } from '@parley/primitives'
import { Secret } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { loopbackNetworks, receiveEvents } from '../platform/webhooks/testing.ts'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  sdkProjectSettings,
  setUpAccountService,
  setUpConfiguredService,
  signUp,
  totpCodeFor,
  uniqueEmail,
} from '../testing.ts'

const service = setUpAccountService({
  options: { outboundNetworks: loopbackNetworks },
  settings: sdkProjectSettings,
})
const create = (body: object) => service().post('/users', body, service().serverHeaders)
const change = (id: string, body: object) => service().patch(`/users/${id}`, body, service().serverHeaders)
const read = (id: string) => service().get(`/users/${id}`, service().serverHeaders)
const signIn = (email: string, password: string) =>
  service().post('/auth/password/sign-in', { email, password })
const password = 'correct horse battery'
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('users created by a back end', () => {
  test('a user created without fields has only a personal team', async () => {
    const { status, body } = await create({})

    expect(status).toBe(201)
    expect(body).toMatchObject({
      display_name: null,
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      client_metadata: null,
      server_metadata: null,
      has_password: false,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
      is_anonymous: false,
      oauth_providers: [],
      selected_team: { display_name: 'Personal team' },
    })
    expect(body.selected_team_id).toBe(body.selected_team.id)
    expect((await read(body.id)).body).toEqual(body)
  })

  test('all given fields are stored, and the user can sign in with them', async () => {
    const email = uniqueEmail('grace')
    const { body } = await create({
      display_name: 'Grace',
      primary_email: email.toUpperCase(),
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password,
      otp_auth_enabled: true,
      profile_image_url: 'https://example.com/grace.png',
      client_metadata: { a: 1 },
      client_read_only_metadata: ['b'],
      server_metadata: 'c',
      is_anonymous: false,
    })

    expect(body).toMatchObject({
      display_name: 'Grace',
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: true,
      otp_auth_enabled: true,
      auth_with_email: true,
      profile_image_url: 'https://example.com/grace.png',
      client_metadata: { a: 1 },
      client_read_only_metadata: ['b'],
      server_metadata: 'c',
      selected_team: { display_name: 'Grace' },
    })
    expect((await signIn(email, password)).body.user_id).toBe(body.id)
    expect((await create({ is_anonymous: true })).body.is_anonymous).toBe(true)
  })

  test('one event with the complete user is published', async () => {
    await using events = await receiveEvents(service())
    const { body } = await create({
      primary_email: uniqueEmail('ada'),
      primary_email_auth_enabled: true,
      password,
    })

    const received = await events.about(body.selected_team_id, 2)
    expect(received.map(({ type }) => type)).toEqual(['team.created', 'user.created'])
    expect(received[1]?.data).toEqual(body)
    expect(received[0]?.data).toEqual(body.selected_team)
  })

  test('an image is stored and served from the origin of the service', async () => {
    const { body } = await create({ profile_image_url: onePixel })

    expect(body.profile_image_url).toMatch(/\/images\/user-profile-images\/[0-9a-f-]{36}\.\w+$/)
    expect((await create({ profile_image_url: 'ftp://example.com/a.png' })).status).toBe(400)
  })

  test('invalid combinations are rejected with specific errors', async () => {
    const primary_email = uniqueEmail('linus')
    const bodies: [object, string | null][] = [
      [{ primary_email_verified: true }, null],
      [{ primary_email_auth_enabled: true }, null],
      [{ password }, null],
      [{ primary_email, password, password_hash: `$2b$10$${'a'.repeat(53)}` }, null],
      [{ primary_email, password: null, password_hash: `$2b$10$${'a'.repeat(53)}` }, null],
      [{ passkey_auth_enabled: true }, null],
      [{ oauth_providers: [{ id: 'unknown', account_id: '1' }] }, null],
      [{ primary_email, password: 'x'.repeat(71) }, 'PASSWORD_TOO_LONG'],
      [{ password_hash: '' }, 'SCHEMA_ERROR'],
      [{ primary_email, password_hash: `$2b$17$${'a'.repeat(53)}` }, null],
      [{ primary_email, password_hash: `$2b$03$${'a'.repeat(53)}` }, null],
      [{ password_hash: '$argon2id$v=19$m=65536,t=3,p=1$AAAA$AAAA' }, 'SCHEMA_ERROR'],
      [{ primary_email: 'unknown' }, 'SCHEMA_ERROR'],
      [{ primary_email: '' }, 'SCHEMA_ERROR'],
      [{ selected_team_id: crypto.randomUUID() }, 'SCHEMA_ERROR'],
      [{ totp_secret_base64: 'not base64!' }, 'SCHEMA_ERROR'],
      [{ has_password: true }, 'SCHEMA_ERROR'],
    ]
    for (const [body, code] of bodies) {
      const response = await create(body)
      expect([body, response.status, getErrorCode(response)]).toEqual([body, 400, code])
    }
    const tooLong = await create({ primary_email, password: 'x'.repeat(71) })
    expect(tooLong.body.details).toEqual({ maxLength: 70 })
  })

  /** Guarantee: an e-mail signs in at most one user of a project, also under concurrent creation. */
  test('EN6: of fifty users created with spellings of one e-mail, one signs in with it', async () => {
    const email = uniqueEmail('ada')
    const spellings = [
      email,
      email.toUpperCase(),
      ` ${email} `,
      email.replace('@', '＠'),
      email.replace('a', 'ａ'),
    ]

    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create({ primary_email: spellings[index % spellings.length], primary_email_auth_enabled: true }),
      ),
    )
    const others = await Promise.all([create({ primary_email: email }), create({ primary_email: email })])

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = required(
      responses.find(({ status }) => status !== 201),
      'a refused response',
    )
    expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      { email, would_work_if_email_was_verified: false },
    ])
    expect(others.map(({ status }) => status)).toEqual([201, 201])
  })

  /** Guarantee: an imported hash is accepted and replaced on the first sign-in. */
  test.each(['$2a$', '$2b$', '$2y$'])(
    'PW1: a bcrypt hash %s is accepted and rehashed on sign-in',
    async (form) => {
      const email = uniqueEmail('linus')
      const password_hash = (await bcryptHash(password, { cost: 4 })).replace(/^\$2.\$/, form)
      const { body } = await create({ primary_email: email, primary_email_auth_enabled: true, password_hash })
      const stored = async () => {
        const { rows } = await service().server.pool.query(
          'select hash from accounts.user_passwords where user_id = $1',
          [body.id],
        )
        return rows[0].hash as string
      }

      expect(await stored()).toBe(password_hash)
      expect(getErrorCode(await signIn(email, 'wrong horse battery'))).toBe('EMAIL_PASSWORD_MISMATCH')
      expect((await signIn(email, password)).status).toBe(200)
      expect(await stored()).toMatch(/^\$argon2id\$/)
      expect((await signIn(email, password)).status).toBe(200)
    },
  )

  test('a second factor is required from the first sign-in', async () => {
    const email = uniqueEmail('linus')
    const secret = new Secret({ size: 20 })
    const { body } = await create({
      primary_email: email,
      primary_email_auth_enabled: true,
      password,
      totp_secret_base64: Buffer.from(secret.bytes).toString('base64'),
    })

    const first = await signIn(email, password)
    const second = await service().post('/auth/mfa/sign-in', {
      type: 'totp',
      totp: totpCodeFor(service(), secret),
      code: first.body.details?.attempt_code,
    })

    expect(body.requires_totp_mfa).toBe(true)
    expect(getErrorCode(first)).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
    expect(second.body.user_id).toBe(body.id)
    expect((await change(body.id, { totp_secret_base64: null })).body.requires_totp_mfa).toBe(false)
    expect((await signIn(email, password)).status).toBe(200)
  })
})

describe('a project with another configuration', () => {
  const other = setUpConfiguredService({
    config: {
      sign_up_enabled: false,
      credential_enabled: false,
      magic_link_enabled: false,
      create_team_on_sign_up: false,
      oauth_providers: [{ id: 'github', type: 'standard', client_id: 'id', client_secret: 'secret' }],
    },
  })
  const make = (body: object) => other().post('/users', body, other().serverHeaders)

  test('users can be created while sign-up is disabled; disabled sign-in methods are rejected', async () => {
    const primary_email = uniqueEmail('ada')
    const { status, body } = await make({ primary_email })

    expect([status, body.selected_team]).toEqual([201, null])
    for (const refused of [
      { primary_email, password },
      { primary_email, password_hash: `$2b$10$${'a'.repeat(53)}` },
      { otp_auth_enabled: true },
    ]) {
      expect((await make(refused)).status).toBe(400)
      expect((await other().patch(`/users/${body.id}`, refused, other().serverHeaders)).status).toBe(400)
    }
  })

  test('each linked account signs in one user', async () => {
    const account = { id: 'github', account_id: 'account 1', email: 'ada@example.com' }
    const { body } = await make({ oauth_providers: [account] })
    const again = await make({ oauth_providers: [account] })
    const twice = await make({ oauth_providers: [account, { ...account, account_id: 'account 2' }] })

    expect(body.oauth_providers).toEqual([account])
    expect([again.status, getErrorCode(again)]).toEqual([
      400,
      'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
    ])
    expect([twice.status, getErrorCode(twice)].includes(400)).toBe(true)
    const provider = await other().get(`/oauth-providers?user_id=${body.id}`, other().serverHeaders)
    expect(provider.body.items[0]).toMatchObject({ allow_sign_in: true, allow_connected_accounts: true })
  })
})

describe('users updated by a back end', () => {
  test('omitted fields are unchanged, and an update is published', async () => {
    await using events = await receiveEvents(service())
    const ada = await signUp(service(), uniqueEmail('ada'))
    const patch = {
      display_name: 'Ada',
      client_metadata: 1,
      client_read_only_metadata: 2,
      server_metadata: 3,
      profile_image_url: 'https://example.com/ada.png',
      primary_email_verified: true,
    }

    const { status, body } = await change(ada.userId, patch)
    const named = await change(ada.userId, { display_name: '' })

    expect([status, body]).toMatchObject([200, { ...patch, primary_email: ada.email, has_password: true }])
    expect(named.body).toEqual({ ...body, display_name: null })
    const updates = (await events.about(ada.userId, 3)).filter(({ type }) => type === 'user.updated')
    expect(updates.map(({ data }) => data)).toEqual(expect.arrayContaining([body, named.body]))
  })

  test('a password reset publishes user.updated; a password or e-mail set by the user does not', async () => {
    await using _events = await receiveEvents(service())
    const email = uniqueEmail('hedy')
    const callback_url = 'https://phone.example.com/handler/magic-link-callback'
    const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const { body } = await service().post('/auth/otp/sign-in', {
      code: codeFromEmail(await service().waitForEmail(email), sent.body.nonce),
    })
    const headers = { 'x-stack-access-token': body.access_token }
    const updates = async () => {
      const { rows } = await service().server.pool.query(
        `select data from accounts.webhook_events where type = 'user.updated' and data ->> 'id' = $1`,
        [body.user_id],
      )
      return rows.length
    }

    const set = await service().post('/auth/password/set', { password: 'another good password' }, headers)
    const added = await service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value: uniqueEmail('hedy'), used_for_auth: false },
      headers,
    )
    const before = await updates()
    const resetPage = 'https://phone.example.com/handler/password-reset'
    await service().post('/auth/password/send-reset-code', { email, callback_url: resetPage })
    const mail = await vi.waitUntil(
      () => service().mailbox.find(({ to, text }) => to === email && text.includes(resetPage)),
      { timeout: 20_000, interval: 20 },
    )
    const reset = await service().post('/auth/password/reset', {
      code: codeFromEmail(mail),
      password: 'yet another password',
    })

    expect([set.status, added.status, reset.status]).toEqual([200, 201, 200])
    expect([before, await updates()]).toEqual([0, 1])
  })

  test('unknown users and teams of others are rejected', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const foreign = crypto.randomUUID()

    const unknown = await change(crypto.randomUUID(), {})
    const unselected = await change(ada.userId, { selected_team_id: foreign })

    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, 'USER_NOT_FOUND'])
    expect(getErrorCode(await change('123', {}))).toBe('SCHEMA_ERROR')
    expect([unselected.status, getErrorCode(unselected), unselected.body.details]).toEqual([
      404,
      'TEAM_MEMBERSHIP_NOT_FOUND',
      { team_id: foreign, user_id: ada.userId },
    ])
    expect(getErrorCode(await change(ada.userId, { is_anonymous: true }))).toBe('SCHEMA_ERROR')
    expect((await change(ada.userId, { passkey_auth_enabled: true })).status).toBe(400)
    expect((await change(ada.userId, { passkey_auth_enabled: false })).status).toBe(200)
    expect((await change(ada.userId, { selected_team_id: null })).body.selected_team).toBeNull()
    const anonymous = await create({ is_anonymous: true })
    expect((await change(anonymous.body.id, { is_anonymous: false })).body.is_anonymous).toBe(false)
  })

  /** Guarantee: a new e-mail does not inherit the verification of the previous one. */
  test('a new primary e-mail is unverified, and the previous one is notified', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    await change(ada.userId, { primary_email_verified: true })
    const next = uniqueEmail('ada-at-work')

    const same = await change(ada.userId, { primary_email: ada.email })
    const other = await change(ada.userId, { primary_email: next })

    expect(same.body.primary_email_verified).toBe(true)
    expect(other.body).toMatchObject({
      primary_email: next,
      primary_email_verified: false,
      primary_email_auth_enabled: true,
    })
    expect((await service().waitForEmail(ada.email, 2)).text).toBeTruthy()
    expect(
      (await change(ada.userId, { primary_email: next, primary_email_verified: true })).body,
    ).toMatchObject({
      primary_email_verified: true,
    })
    expect((await signIn(next, ada.password)).body.user_id).toBe(ada.userId)
    expect(getErrorCode(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
  })

  test('a primary e-mail can be removed and set, and an existing channel can become primary', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const second = uniqueEmail('ada-at-home')
    const none = await change(ada.userId, { primary_email: null })
    const channels = () => service().get(`/contact-channels?user_id=${ada.userId}`, service().serverHeaders)

    expect(none.body).toMatchObject({ primary_email: null, primary_email_auth_enabled: false })
    for (const refused of [
      { primary_email_verified: true },
      { primary_email_auth_enabled: true },
      { password },
    ])
      expect((await change(ada.userId, refused)).status).toBe(400)
    const changed = await change(ada.userId, { primary_email: ada.email })
    expect(changed.body).toMatchObject({ primary_email_verified: false, primary_email_auth_enabled: false })
    await service().post(
      '/contact-channels',
      { user_id: ada.userId, type: 'email', value: second, used_for_auth: true, is_verified: true },
      service().serverHeaders,
    )
    const moved = await change(ada.userId, { primary_email: second })
    expect(moved.body).toMatchObject({
      primary_email: second,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
    })
    expect((await channels()).body.items).toHaveLength(1)
  })

  /** Guarantee: a sign-in e-mail is never assigned to a second user, also under concurrency. */
  test('an e-mail that another user signs in with is rejected', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const taken = await change(grace.userId, { primary_email: ada.email })
    const free = uniqueEmail('shared')

    expect([taken.status, getErrorCode(taken), taken.body.details]).toEqual([
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      { email: ada.email, would_work_if_email_was_verified: false },
    ])
    expect((await read(grace.userId)).body.primary_email).toBe(grace.email)
    const both = await Promise.all([ada, grace].map(({ userId }) => change(userId, { primary_email: free })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const shared = await change(grace.userId, { primary_email: ada.email, primary_email_auth_enabled: false })
    expect([200, 409]).toContain(shared.status)
  })

  /** Guarantee: a user has one primary e-mail, also after concurrent updates. */
  test('of fifty concurrent updates of the primary e-mail, one remains', async () => {
    const { body } = await create({})
    const values = Array.from({ length: 50 }, () => uniqueEmail('hedy'))
    const responses = await Promise.all(values.map((primary_email) => change(body.id, { primary_email })))

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const channels = await service().get(`/contact-channels?user_id=${body.id}`, service().serverHeaders)
    expect(channels.body.items).toHaveLength(1)
    expect(values).toContain((await read(body.id)).body.primary_email)
  })

  /** Guarantee: a password change ends all sessions of the user. */
  test.each([
    { password: 'another horse battery' },
    { password_hash: `$2b$04$${'a'.repeat(53)}` },
    { password: null },
  ])('%o ends every session', async (patch) => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const refresh = () =>
      service().post('/auth/sessions/current/refresh', undefined, {
        'x-stack-refresh-token': ada.refreshToken,
      })
    expect((await refresh()).status).toBe(200)

    const { body } = await change(ada.userId, patch)

    expect(body.has_password).toBe(patch.password !== null)
    expect(getErrorCode(await refresh())).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    expect(getErrorCode(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
  })

  test('server access can update `me` like any user', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const asBoth = { ...ada.headers, ...service().serverHeaders }
    const write = (body: object) => service().patch('/users/me', body, asBoth)

    expect((await write({ primary_email_verified: true, server_metadata: 1 })).body).toMatchObject({
      primary_email_verified: true,
      server_metadata: 1,
    })
    expect(getErrorCode(await write({ primary_email: grace.email }))).toBe('USER_EMAIL_ALREADY_EXISTS')
    expect(getErrorCode(await write({ password: 'x'.repeat(71) }))).toBe('PASSWORD_TOO_LONG')
  })
})

describe('users deleted by a back end', () => {
  /** Guarantee: deletion immediately invalidates everything that signs in or acts for the user. */
  test('SE3: a deleted user has no token, session, key, code or e-mail', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = codeFromEmail(await service().waitForEmail(ada.email))
    await configureProject(service(), { config: { allow_user_api_keys: true } })
    const { body: key } = await service().post(
      '/user-api-keys',
      { user_id: 'me', description: 'Script', expires_at_millis: null },
      ada.headers,
    )

    const deleted = await service().delete(`/users/${ada.userId}`, service().serverHeaders)

    expect([deleted.status, deleted.body]).toEqual([200, { success: true }])
    expect(getErrorCode(await read(ada.userId))).toBe('USER_NOT_FOUND')
    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    const refresh = await service().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })
    expect(getErrorCode(refresh)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(getErrorCode(await service().post('/contact-channels/verify', { code }))).toBe(
      'VERIFICATION_CODE_NOT_FOUND',
    )
    expect(typeof key.value).toBe('string')
    const checked = await service().post(
      '/user-api-keys/check',
      { api_key: key.value },
      service().serverHeaders,
    )
    expect(getErrorCode(checked)).toBe('API_KEY_NOT_FOUND')
    expect(getErrorCode(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
    const again = await service().delete(`/users/${ada.userId}`, service().serverHeaders)
    expect([again.status, getErrorCode(again)]).toEqual([404, 'USER_NOT_FOUND'])
  })

  test('deletion publishes an event for each membership and for the user', async () => {
    await using events = await receiveEvents(service())
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body: me } = await service().get('/users/me', ada.headers)

    await service().delete('/users/me', ada.headers)

    const received = await events.about(ada.userId, 3)
    expect(received.filter(({ type }) => type.endsWith('.deleted'))).toEqual([
      { type: 'team_membership.deleted', data: { team_id: me.selected_team_id, user_id: ada.userId } },
      { type: 'user.deleted', data: { id: ada.userId, teams: [{ id: me.selected_team_id }] } },
    ])
  })

  test('of fifty concurrent deletions of a user, one succeeds', async () => {
    const { body } = await create({})

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => service().delete(`/users/${body.id}`, service().serverHeaders)),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter((response) => getErrorCode(response) === 'USER_NOT_FOUND')).toHaveLength(49)
  })
})
