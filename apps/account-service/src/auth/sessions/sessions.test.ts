import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService()

const signIn = async ({ email, password }: { email: string; password: string }) => {
  const { body } = await service().post('/auth/password/sign-in', { email, password })
  return {
    refreshToken: body.refresh_token as string,
    headers: { 'x-stack-access-token': body.access_token as string },
  }
}
const refresh = (refreshToken: string) =>
  service().post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': refreshToken })

describe('sessions', () => {
  /** Guarantee (SE4): every sign-in creates a new session. */
  test('each sign-in creates a session; the list is ordered latest first', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const again = await signIn(ada)
    const { body } = await service().get('/auth/sessions?user_id=me', again.headers)

    expect(again.refreshToken).not.toBe(ada.refreshToken)
    expect(body.is_paginated).toBe(false)
    expect(body.items).toHaveLength(2)
    expect(body.items.map((session: { is_current_session: boolean }) => session.is_current_session)).toEqual([
      true,
      false,
    ])
    expect(body.items[0]).toMatchObject({
      user_id: ada.userId,
      is_impersonation: false,
      last_used_at_end_user_ip_info: { ip: '127.0.0.1' },
    })
  })

  /**
   * Guarantee (SE3): an ended session cannot be refreshed, and its access tokens are rejected immediately.
   */
  test('revoking a session invalidates its tokens immediately', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const other = await signIn(ada)
    const { body } = await service().get('/auth/sessions?user_id=me', ada.headers)
    const otherId = body.items.find(
      (session: { is_current_session: boolean }) => !session.is_current_session,
    ).id

    const revoked = await service().delete(`/auth/sessions/${otherId}?user_id=me`, ada.headers)

    expect(revoked.body).toEqual({ success: true })
    expect(getErrorCode(await service().get('/users/me', other.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    expect(getErrorCode(await refresh(other.refreshToken))).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect((await service().get('/users/me', ada.headers)).status).toBe(200)
  })

  test('the current session cannot be revoked; it can be signed out', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body } = await service().get('/auth/sessions?user_id=me', ada.headers)

    const revoked = await service().delete(`/auth/sessions/${body.items[0].id}`, ada.headers)
    const signedOut = await service().delete('/auth/sessions/current', ada.headers)
    const again = await service().delete('/auth/sessions/current', ada.headers)

    expect(getErrorCode(revoked)).toBe('CANNOT_DELETE_CURRENT_SESSION')
    expect(signedOut.body).toEqual({ success: true })
    expect(getErrorCode(again)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    expect(getErrorCode(await refresh(ada.refreshToken))).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  })

  test('ignores a body sent to an endpoint without one', async () => {
    const json = { 'content-type': 'application/json' }
    for (const [body, headers] of [
      ['{}', json],
      ['', json],
      ['{broken', json],
      ['x', { 'content-type': 'a/b' }],
    ] as const) {
      const ada = await signUp(service(), uniqueEmail('ada'))

      const response = await service().call('DELETE', '/auth/sessions/current', body, {
        ...ada.headers,
        ...headers,
      })

      expect(response.body).toEqual({ success: true })
    }
  })

  /** Guarantee: users can neither see nor end sessions of other users. */
  test('a client cannot access sessions of another user', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const { body } = await service().get('/auth/sessions?user_id=me', ada.headers)

    expect((await service().get(`/auth/sessions?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
    expect((await service().delete(`/auth/sessions/${body.items[0].id}`, grace.headers)).status).toBe(404)
    expect((await service().delete(`/auth/sessions/${body.items[0].id}`)).status).toBe(404)
    expect((await service().get('/users/me', ada.headers)).status).toBe(200)
  })

  test('a server can list and revoke sessions of any user', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { body } = await service().get(`/auth/sessions?user_id=${ada.userId}`, service().serverHeaders)

    const revoked = await service().delete(`/auth/sessions/${body.items[0].id}`, service().serverHeaders)

    expect(revoked.body).toEqual({ success: true })
    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('signing out and refreshing without a token have distinct errors', async () => {
    const signedOut = await service().delete('/auth/sessions/current')
    const refreshed = await service().post('/auth/sessions/current/refresh')

    expect(getErrorCode(signedOut)).toBe('ACCESS_TOKEN_EXPIRED')
    expect(signedOut.body.details).toEqual({ expired_at_millis: null })
    expect(getErrorCode(refreshed)).toBe('SCHEMA_ERROR')
  })

  test('an access token expires and is refreshed; the session expires too', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const refreshAda = () =>
      isolated.post('/auth/sessions/current/refresh', undefined, {
        'x-stack-refresh-token': ada.refreshToken,
      })

    isolated.advance(601_000)
    const expired = await isolated.get('/users/me', ada.headers)
    const { body } = await refreshAda()
    const me = await isolated.get('/users/me', { 'x-stack-access-token': body.access_token })
    isolated.advance(366 * 24 * 60 * 60_000)
    const afterAYear = await refreshAda()

    expect(getErrorCode(expired)).toBe('ACCESS_TOKEN_EXPIRED')
    expect(expired.body.details.expired_at_millis).toBeTypeOf('number')
    expect(me.body.id).toBe(ada.userId)
    expect(getErrorCode(afterAYear)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  })

  /** Guarantee (SE1, CO4): the contents of the database do not allow signing in. */
  test('the database contains no plaintext token, key, code or password', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com', 'a canary in the coal mine')
    const sent = await isolated.post('/auth/otp/send-sign-in-code', {
      email: 'grace@example.com',
      callback_url: 'https://phone.example.com/handler/magic-link-callback',
    })
    const codes = [
      codeFromEmail(await isolated.waitForEmail('ada@example.com')),
      codeFromEmail(await isolated.waitForEmail('grace@example.com'), sent.body.nonce),
    ]
    const { rows: tables } = await isolated.server.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )

    const dump: string[] = []
    for (const { name } of tables) {
      const { rows } = await isolated.server.pool.query(`select * from ${name}`)
      dump.push(JSON.stringify(rows))
    }

    const whole = dump.join('\n')
    expect(whole).toContain('ada@example.com')
    const secrets = [
      'a canary in the coal mine',
      ada.refreshToken,
      required(ada.headers['x-stack-access-token'], 'the header'),
      isolated.keys.phone.publishableClientKey,
      isolated.keys.phone.secretServerKey,
      isolated.setUpLink?.split('#')[1] ?? 'no link',
      ...codes,
      ...codes.map((code) => code.slice(6)),
    ]
    for (const secret of secrets) expect(whole).not.toContain(secret)
    // The private signing key.
    expect(whole).not.toMatch(/\\*"d\\*":/)
  })
})
