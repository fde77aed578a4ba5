import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  adminHeaders,
  configureProject,
  getErrorCode,
  setUpConfiguredService,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
  type TestService,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpConfiguredService({
  settings: { restricts_impersonation: false, second_factor_on_every_way_in: false },
})

const dayMs = 24 * 60 * 60_000
const createSession = (body: object, at: TestService = service(), headers: object = {}) =>
  at.post('/auth/sessions', body, { ...at.serverHeaders, ...headers })
const refresh = (refreshToken: string, at: TestService = service(), headers: object = {}) =>
  at.post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': refreshToken, ...headers })
const listSessions = (headers: Record<string, string>, userId = 'me', at: TestService = service()) =>
  at.get(`/auth/sessions?user_id=${userId}`, headers)

describe('sessions created by a server', () => {
  test('signs the user in for the requested lifetime', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { status, body } = await createSession({ user_id: ada.userId })
    const me = await service().get('/users/me', { 'x-stack-access-token': body.access_token })

    expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'refresh_token']])
    expect(me.body.id).toBe(ada.userId)
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  test('lives one year and is no impersonation by default', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const { body } = await createSession({ user_id: ada.userId }, isolated)
    const listed = await listSessions(isolated.serverHeaders, ada.userId, isolated)
    // A session that is not used ends earlier.
    for (let day = 20; day <= 360; day += 20) {
      isolated.advance(20 * dayMs)
      await refresh(body.refresh_token, isolated)
    }
    isolated.advance(5 * dayMs - 60_000)
    const beforeEnd = await refresh(body.refresh_token, isolated)
    isolated.advance(120_000)

    expect(listed.body.items.map((each: { is_impersonation: boolean }) => each.is_impersonation)).toEqual([
      false,
      false,
    ])
    expect(beforeEnd.status).toBe(200)
    expect(getErrorCode(await refresh(body.refresh_token, isolated))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })

  test('expires after its lifetime', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const { body } = await createSession({ user_id: ada.userId, expires_in_millis: 60_000 }, isolated)
    isolated.advance(60_001)

    expect(getErrorCode(await refresh(body.refresh_token, isolated))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })

  test('rejects unknown users, lifetimes over 367 days, and clients', async () => {
    const unknown = '11111111-1111-4111-8111-111111111111'
    const ada = await signUp(service(), uniqueEmail('ada'))
    const noUser = await createSession({ user_id: unknown })
    const tooLong = await createSession({ user_id: ada.userId, expires_in_millis: 367 * dayMs + 1 })
    const application = await service().post('/auth/sessions', { user_id: ada.userId }, ada.headers)

    expect([noUser.status, getErrorCode(noUser), noUser.body.details]).toEqual([
      400,
      'USER_ID_DOES_NOT_EXIST',
      { user_id: unknown },
    ])
    expect((await createSession({ user_id: ada.userId, expires_in_millis: 367 * dayMs })).status).toBe(200)
    expect([getErrorCode(tooLong), getErrorCode(await createSession({ user_id: 'me' }))]).toEqual([
      'SCHEMA_ERROR',
      'SCHEMA_ERROR',
    ])
    expect(getErrorCode(application)).toBe('INSUFFICIENT_ACCESS_TYPE')
  })

  test('impersonation sessions are listed for admins only', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    await createSession({ user_id: ada.userId, is_impersonation: true })
    const kinds = async (headers: Record<string, string>, userId: string) =>
      (await listSessions(headers, userId)).body.items.map(
        (item: { is_impersonation: boolean }) => item.is_impersonation,
      )

    expect(await kinds(ada.headers, 'me')).toEqual([false])
    expect(await kinds(service().serverHeaders, ada.userId)).toEqual([false])
    expect(await kinds(await adminHeaders(service()), ada.userId)).toEqual([true, false])
  })
})

describe('with restricted impersonation', () => {
  const strict = setUpConfiguredService({
    settings: { restricts_impersonation: true, needs_recent_authentication: false },
    config: { passkey_enabled: true },
  })
  const reason = { 'x-parley-impersonation-reason': 'Ticket%2042' }
  const impersonate = (userId: string, body: object = {}, headers: object = reason) =>
    createSession({ user_id: userId, is_impersonation: true, ...body }, strict(), headers)

  /** Guarantee (TN5): impersonation requires a reason. */
  test('TN5: impersonation requires a reason, which is audited', async () => {
    const ada = await signUp(strict(), uniqueEmail('ada'))
    for (const headers of [
      {},
      { 'x-parley-impersonation-reason': ' ' },
      { 'x-parley-impersonation-reason': '%00' },
    ])
      expect(getErrorCode(await impersonate(ada.userId, {}, headers))).toBe('SCHEMA_ERROR')
    await impersonate(ada.userId)
    const { rows } = await strict().server.pool.query(
      "select details from accounts.audit_entries where action = 'session.started' and details->>'userId' = $1 and actor_type = 'server'",
      [ada.userId],
    )

    expect(rows.map(({ details }) => details.impersonationReason)).toEqual(['Ticket 42'])
  })

  test('TN5: the user sees the impersonation session and can revoke it', async () => {
    const ada = await signUp(strict(), uniqueEmail('ada'))
    const { body } = await impersonate(ada.userId)
    const { items } = (await listSessions(ada.headers, 'me', strict())).body
    const impersonation = items.find((item: { is_impersonation: boolean }) => item.is_impersonation)

    expect(items).toHaveLength(2)
    expect((await strict().delete(`/auth/sessions/${impersonation.id}?user_id=me`, ada.headers)).status).toBe(
      200,
    )
    expect(getErrorCode(await refresh(body.refresh_token, strict()))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })

  test('TN5: impersonation cannot change sign-in methods or delete the user', async () => {
    const ada = await signUp(strict(), uniqueEmail('ada'))
    const { body } = await impersonate(ada.userId)
    const impersonatorHeaders = { 'x-stack-access-token': body.access_token }
    const secret = Buffer.from('twenty bytes for TOTP').toString('base64')
    const responses = [
      await strict().post(
        '/auth/password/update',
        { old_password: ada.password, new_password: 'another good password' },
        impersonatorHeaders,
      ),
      await strict().post('/auth/password/set', { password: 'another good password' }, impersonatorHeaders),
      await strict().patch('/users/me', { totp_secret_base64: secret }, impersonatorHeaders),
      await strict().post('/auth/mfa/recovery-codes', {}, impersonatorHeaders),
      await strict().post('/auth/passkey/initiate-passkey-registration', {}, impersonatorHeaders),
      await strict().delete('/users/me', impersonatorHeaders),
    ]

    for (const response of responses)
      expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    expect((await strict().patch('/users/me', { display_name: 'Ada' }, impersonatorHeaders)).status).toBe(200)
  })

  /** Guarantee (ZR594): what an impersonation changes does not outlast it. */
  test('ZR594: impersonation changes no sessions, teams, members, permissions, invitations or API keys', async () => {
    await configureProject(strict(), {
      settings: { member_managed_permissions: ['team_admin'] },
      config: { client_team_creation_enabled: true, allow_user_api_keys: true },
    })
    const [ada, grace] = [
      await signUp(strict(), uniqueEmail('ada')),
      await signUp(strict(), uniqueEmail('grace')),
    ]
    for (const { userId } of [ada, grace])
      await strict().patch(`/users/${userId}`, { primary_email_verified: true }, strict().serverHeaders)
    const team = { display_name: 'Engines', creator_user_id: 'me' }
    const { id: teamId } = (await strict().post('/teams', team, ada.headers)).body
    await strict().post(`/team-memberships/${teamId}/${grace.userId}`, {}, strict().serverHeaders)
    const key = { user_id: ada.userId, description: 'Backup', is_public: false, expires_at_millis: null }
    const { id: keyId } = (await strict().post('/user-api-keys', key, ada.headers)).body
    const { items } = (await listSessions(ada.headers, 'me', strict())).body
    const { body } = await impersonate(ada.userId)
    const change = async (headers: Record<string, string>) => [
      await strict().post('/teams', team, headers),
      await strict().post(
        '/team-invitations/send-code',
        {
          team_id: teamId,
          email: uniqueEmail('linus'),
          callback_url: 'https://phone.example.com/handler/team-invitation',
        },
        headers,
      ),
      await strict().post(`/team-permissions/${teamId}/${grace.userId}/team_admin`, {}, headers),
      await strict().delete(`/team-permissions/${teamId}/${grace.userId}/team_admin`, headers),
      await strict().delete(`/team-memberships/${teamId}/${grace.userId}`, headers),
      await strict().patch(`/user-api-keys/${keyId}`, { revoked: true }, headers),
    ]
    const impersonator = { 'x-stack-access-token': body.access_token }
    const rejected = [
      await strict().delete(`/auth/sessions/${items[0].id}?user_id=me`, impersonator),
      await strict().post('/team-invitations/accept', { code: 'x'.repeat(45) }, impersonator),
      await strict().post(`/team-invitations/${teamId}/accept?user_id=me`, {}, impersonator),
      await strict().delete(`/team-invitations/${teamId}?team_id=${teamId}`, impersonator),
      ...(await change(impersonator)),
    ]

    for (const response of rejected)
      expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    expect((await change(ada.headers)).map(({ status }) => status)).toEqual([201, 200, 201, 200, 200, 200])
  })

  test('TN5: impersonation is limited to one hour', async () => {
    await using isolated = await startAccountService()
    await configureProject(isolated, { settings: { restricts_impersonation: true } })
    const ada = await signUp(isolated, 'ada@example.com')
    const { body } = await createSession(
      { user_id: ada.userId, is_impersonation: true, expires_in_millis: 300 * dayMs },
      isolated,
      reason,
    )
    isolated.advance(59 * 60_000)
    expect((await refresh(body.refresh_token, isolated)).status).toBe(200)
    isolated.advance(61_000)
    expect(getErrorCode(await refresh(body.refresh_token, isolated))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })
})

describe('ZR590: a session that a back end creates and a second factor completes', () => {
  const strict = setUpConfiguredService({
    settings: {
      restricts_impersonation: true,
      needs_recent_authentication: true,
      second_factor_on_every_way_in: true,
    },
  })

  async function createWithSecondFactor(body: object, headers: object = {}) {
    const ada = await signUpWithSecondFactor(strict(), uniqueEmail('ada'))
    const created = await createSession({ user_id: ada.userId, ...body }, strict(), headers)
    const completed = await strict().post('/auth/mfa/sign-in', {
      type: 'totp',
      code: created.body.details.attempt_code,
      totp: totpCodeFor(strict(), ada.secret),
    })
    expect(completed.status).toBe(200)
    const { rows } = await strict().server.pool.query(
      `select expires_at - created_at as lifetime, is_impersonation, impersonation_reason, authenticated_at
       from accounts.sessions where user_id = $1 and id = $2`,
      [ada.userId, decodeJwt(completed.body.access_token).refresh_token_id],
    )
    return { session: rows[0], headers: { 'x-stack-access-token': completed.body.access_token } }
  }

  test('ZR590: an impersonation remains one, with its reason, and ends within an hour', async () => {
    const { session, headers } = await createWithSecondFactor(
      { is_impersonation: true, expires_in_millis: 300 * dayMs },
      { 'x-parley-impersonation-reason': 'Ticket%2042' },
    )

    expect(session).toEqual({
      lifetime: expect.objectContaining({ hours: 1 }),
      is_impersonation: true,
      impersonation_reason: 'Ticket 42',
      authenticated_at: null,
    })
    expect(getErrorCode(await strict().post('/auth/mfa/recovery-codes', {}, headers))).toBe(
      'USER_AUTHENTICATION_REQUIRED',
    )
  })

  test('ZR590: another session has the lifetime that the back end requested, and no recent sign-in', async () => {
    const { session, headers } = await createWithSecondFactor({ expires_in_millis: 60_000 })

    expect(session).toEqual({
      lifetime: expect.objectContaining({ minutes: 1 }),
      is_impersonation: false,
      impersonation_reason: null,
      authenticated_at: null,
    })
    expect(getErrorCode(await strict().post('/auth/mfa/recovery-codes', {}, headers))).toBe(
      'USER_AUTHENTICATION_REQUIRED',
    )
  })
})

describe('session lifetime', () => {
  /** Guarantee (AS5): a forgotten browser is eventually signed out. */
  test('AS5: a session ends after 90 idle days, or after a year in use', async () => {
    await using isolated = await startAccountService()
    const idle = await signUp(isolated, 'ada@example.com')
    const busy = await signUp(isolated, 'grace@example.com')
    for (let days = 0; days < 360; days += 60) {
      isolated.advance(60 * dayMs)
      expect([days, (await refresh(busy.refreshToken, isolated)).status]).toEqual([days, 200])
    }
    const ended = await refresh(idle.refreshToken, isolated)
    isolated.advance(6 * dayMs)

    expect(getErrorCode(ended)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(getErrorCode(await refresh(busy.refreshToken, isolated))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })

  test('AS5: the refresh token does not change, and only its hash is stored', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const response = await refresh(ada.refreshToken)
    const { rows } = await service().server.pool.query('select * from accounts.sessions')

    expect(Object.keys(response.body)).toEqual(['access_token'])
    expect((await refresh(ada.refreshToken)).status).toBe(200)
    expect(JSON.stringify(rows)).not.toContain(ada.refreshToken)
  })

  test('AS5: use from another browser family ends the session if the project enables it', async () => {
    await using isolated = await startAccountService()
    await configureProject(isolated, { settings: { ends_sessions_on_agent_change: true } })
    const browser = (version: number) => ({
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`,
    })
    await signUp(isolated, 'ada@example.com')
    const { body } = await isolated.post(
      '/auth/password/sign-in',
      { email: 'ada@example.com', password: 'correct horse battery' },
      browser(140),
    )

    expect((await refresh(body.refresh_token, isolated, browser(141))).status).toBe(200)
    for (const agent of [{ 'user-agent': 'curl/8.0' }, browser(141)])
      expect(getErrorCode(await refresh(body.refresh_token, isolated, agent))).toBe(
        'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      )
  })

  test('SR14: a session of a program continues with another library, and ends in a browser', async () => {
    await using isolated = await startAccountService()
    const { refreshToken } = await signUp(isolated, 'ada@example.com')
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

    expect((await refresh(refreshToken, isolated, { 'user-agent': 'oauth4webapi/v2.10.4' })).status).toBe(200)
    expect(getErrorCode(await refresh(refreshToken, isolated, browser))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
  })

  test('a refresh without a token names the missing header', async () => {
    const response = await service().post('/auth/sessions/current/refresh')
    expect([getErrorCode(response), response.body.details.message]).toEqual([
      'SCHEMA_ERROR',
      expect.stringContaining('x-stack-refresh-token'),
    ])
  })
})
