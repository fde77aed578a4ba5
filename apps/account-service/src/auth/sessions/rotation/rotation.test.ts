import { createLog } from '@parley/server'
import { describe, expect, test } from 'vitest'
import {
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../../testing.ts'

const service = setUpAccountService()

const rotate = (refreshToken: string, at = service(), headers: Record<string, string> = {}) =>
  at.post('/auth/sessions/current/rotate', undefined, { 'x-stack-refresh-token': refreshToken, ...headers })
const refresh = (refreshToken: string) =>
  service().post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': refreshToken })
const meStatus = async (accessToken: string, at = service()) =>
  (await at.get('/users/me', { 'x-stack-access-token': accessToken })).status

/** Starts a session whose first refresh token has been replaced. */
async function startRotation(at = service()) {
  const ada = await signUp(at, uniqueEmail('ada'))
  const { body } = await rotate(ada.refreshToken, at)
  return { ada, token: body.refresh_token as string, accessToken: body.access_token as string }
}

const notFound = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'

describe('rotation of refresh tokens', () => {
  test('AS4: each use replaces the refresh token and returns a valid access token', async () => {
    const { ada, token } = await startRotation()

    const first = await rotate(token)
    const second = await rotate(first.body.refresh_token)

    expect([first.status, second.status]).toEqual([200, 200])
    expect(new Set([ada.refreshToken, token, first.body.refresh_token, second.body.refresh_token]).size).toBe(
      4,
    )
    expect(await meStatus(second.body.access_token)).toBe(200)
    expect(second.body.expires_at_millis).toBeGreaterThan(service().now().getTime())
  })

  test('AS4: a hundred tabs that refresh concurrently get the same successor and stay signed in', async () => {
    const { token } = await startRotation()

    const responses = await Promise.all(Array.from({ length: 100 }, () => rotate(token)))

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(responses.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    expect((await rotate([...successors][0] as string)).status).toBe(200)
  })

  test('AS4: a replaced token that is used after 10 seconds ends the session, with an audit entry and a warning', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
    await using isolated = await startAccountService({ log })
    const { token } = await startRotation(isolated)
    const { body: latest } = await rotate(token, isolated)
    isolated.advance(10_001)

    const reused = await rotate(token, isolated)

    expect(getErrorCode(reused)).toBe(notFound)
    expect(getErrorCode(await rotate(latest.refresh_token, isolated))).toBe(notFound)
    expect(await meStatus(latest.access_token, isolated)).toBe(401)
    const { rows } = await isolated.server.pool.query(
      "select details from accounts.audit_entries where action = 'session.ended'",
    )
    expect(rows).toEqual([{ details: { reason: 'refresh token used again' } }])
    expect(lines.filter((line) => line.includes('refresh_token.used_again'))).toHaveLength(1)
  })

  test('AS4: a token that was replaced twice ends the session immediately', async () => {
    const { token } = await startRotation()
    const { body: second } = await rotate(token)
    const { body: third } = await rotate(second.refresh_token)

    expect(getErrorCode(await rotate(token))).toBe(notFound)
    expect(getErrorCode(await rotate(third.refresh_token))).toBe(notFound)
  })

  test('AS4: the first refresh token, which scripts may have seen, is replaced once only', async () => {
    const { ada, token } = await startRotation()

    expect(getErrorCode(await rotate(ada.refreshToken))).toBe(notFound)
    expect(getErrorCode(await rotate(token))).toBe(notFound)
  })

  test('AS4: concurrent uses of the first refresh token give one successor at most', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    const responses = await Promise.all(Array.from({ length: 20 }, () => rotate(ada.refreshToken)))

    const successors = responses.filter(({ status }) => status === 200)
    const others = responses.filter(({ status }) => status !== 200)
    expect([successors.length, others.length]).toEqual([1, 19])
    expect(new Set(others.map(getErrorCode))).toEqual(new Set([notFound]))
    expect(getErrorCode(await rotate(successors[0]?.body.refresh_token))).toBe(notFound)
  })

  test('AS4: a rotating session gives no access token without rotation', async () => {
    const { ada, token } = await startRotation()

    expect(getErrorCode(await refresh(ada.refreshToken))).toBe(notFound)
    expect(getErrorCode(await refresh(token))).toBe(notFound)
    const { body: login } = await service().post('/auth/cli', {})
    const approve = (refresh_token: string) =>
      service().post('/auth/cli/complete', { login_code: login.login_code, refresh_token })
    expect((await approve(token)).status).toBe(400)
    expect((await approve(ada.refreshToken)).status).toBe(400)
    const { body } = await service().post('/auth/cli/poll', { polling_code: login.polling_code })
    expect(body).toEqual({ status: 'waiting' })
  })

  test('a token that the server did not issue is rejected and ends no session', async () => {
    const { token } = await startRotation()
    const [, sessionId = '', , mac = ''] = token.split('.')
    const forged = [
      `r.${sessionId}.1.${'A'.repeat(43)}`,
      `r.${sessionId}.2.${mac}`,
      `r.${sessionId}.999999999.${mac}`,
      `r.${'0'.repeat(36)}.1.${mac}`,
      `r.${crypto.randomUUID()}.1.${mac}`,
      'r....',
      'x'.repeat(5_000),
    ]

    for (const text of forged) expect(getErrorCode(await rotate(text))).toBe(notFound)
    expect((await rotate(token)).status).toBe(200)
  })

  test('a request without a refresh token is rejected with the name of the header', async () => {
    const response = await service().post('/auth/sessions/current/rotate')

    expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
    expect(response.body.error).toContain('x-stack-refresh-token')
  })

  test('a back end names the IP address of its user; a client cannot', async () => {
    const { ada, token } = await startRotation()
    const addresses = async (accessToken: string) =>
      (
        await service().get('/auth/sessions?user_id=me', { 'x-stack-access-token': accessToken })
      ).body.items.map(
        (session: { last_used_at_end_user_ip_info?: { ip: string } }) =>
          session.last_used_at_end_user_ip_info?.ip,
      )
    const named = { 'x-parley-end-user-ip': '198.51.100.7' }

    const asClient = await rotate(token, service(), named)
    expect(await addresses(asClient.body.access_token)).not.toContain('198.51.100.7')

    const asServer = await rotate(asClient.body.refresh_token, service(), {
      ...service().serverHeaders,
      ...named,
    })
    expect(await addresses(asServer.body.access_token)).toContain('198.51.100.7')
    expect(asServer.body.refresh_token).not.toBe(ada.refreshToken)
  })

  test('a change of the password ends all sessions but the rotating one that changed it', async () => {
    const { ada, accessToken } = await startRotation()
    const other = await service().post('/auth/password/sign-in', { email: ada.email, password: ada.password })

    const changed = await service().post(
      '/auth/password/update',
      { old_password: ada.password, new_password: 'another long password 7' },
      { 'x-stack-access-token': accessToken },
    )

    expect(changed.status).toBe(200)
    expect(await meStatus(accessToken)).toBe(200)
    expect(await meStatus(other.body.access_token)).toBe(401)
  })

  test('a rotating session approves a command-line login, which gets another session', async () => {
    const { accessToken, token } = await startRotation()
    const { body: login } = await service().post('/auth/cli', {})

    const approved = await service().post(
      '/auth/cli/complete',
      { login_code: login.login_code },
      { 'x-stack-access-token': accessToken },
    )
    const { body: collected } = await service().post('/auth/cli/poll', { polling_code: login.polling_code })

    expect(approved.status).toBe(200)
    expect(collected.refresh_token).not.toBe(token)
    expect((await refresh(collected.refresh_token)).status).toBe(200)
    expect((await rotate(token)).status).toBe(200)
  })

  test('TN5: an impersonation approves no command-line login, and the session of a login does not outlive its own', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const startAs = async (change: object) => {
      const body = { user_id: ada.userId, expires_in_millis: 60_000, ...change }
      const headers = { ...service().serverHeaders, 'x-parley-impersonation-reason': 'support' }
      const session = await service().post('/auth/sessions', body, headers)
      return (await rotate(session.body.refresh_token)).body.access_token as string
    }
    const approve = async (accessToken: string) => {
      const { body: login } = await service().post('/auth/cli', {})
      const headers = { 'x-stack-access-token': accessToken }
      const approved = await service().post('/auth/cli/complete', { login_code: login.login_code }, headers)
      const { body } = await service().post('/auth/cli/poll', { polling_code: login.polling_code })
      return [approved.status, body.status]
    }

    expect(await approve(await startAs({ is_impersonation: true }))).toEqual([400, 'waiting'])
    // A back end started it, so the user has not authenticated.
    expect(await approve(await startAs({}))).toEqual([400, 'waiting'])

    const own = await startRotation()
    expect(await approve(own.accessToken)).toEqual([200, 'success'])
    const { rows } = await service().server.pool.query(
      'select expires_at from accounts.sessions where user_id = $1 order by rotation desc',
      [own.ada.userId],
    )
    expect(rows).toHaveLength(2)
    expect(rows[1].expires_at <= rows[0].expires_at).toBe(true)
  })

  test('a session that keeps its refresh token approves a command-line login with that token only', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body: login } = await service().post('/auth/cli', {})

    const response = await service().post('/auth/cli/complete', { login_code: login.login_code }, ada.headers)

    expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
    const { body } = await service().post('/auth/cli/poll', { polling_code: login.polling_code })
    expect(body).toEqual({ status: 'waiting' })
  })
})
