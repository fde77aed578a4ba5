import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import {
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService()

const begin = async (at: TestService = service(), body: object = {}) =>
  (await at.post('/auth/cli', body)).body
const poll = (polling_code: string, at: TestService = service()) =>
  at.post('/auth/cli/poll', { polling_code })
const approve = (login_code: string, refresh_token: string, at: TestService = service()) =>
  at.post('/auth/cli/complete', { login_code, refresh_token })

describe('CLI login', () => {
  test('waits, collects the session of the approving user once, and is then used', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    const waiting = await poll(login.polling_code)
    const approved = await approve(login.login_code, ada.refreshToken)
    const collected = await poll(login.polling_code)
    const again = await poll(login.polling_code)
    const refreshed = await service().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': collected.body.refresh_token,
    })

    expect([waiting.status, waiting.body]).toEqual([200, { status: 'waiting' }])
    expect(approved.body).toEqual({ success: true })
    expect([collected.status, collected.body]).toEqual([
      201,
      { status: 'success', refresh_token: ada.refreshToken },
    ])
    expect([again.status, again.body]).toEqual([200, { status: 'used' }])
    expect(refreshed.status).toBe(200)
  })

  test('is valid for two hours by default and a day at most', async () => {
    const without = await service().post('/auth/cli')
    const long = await begin(service(), { expires_in_millis: 86_400_000 })
    const tooLong = await service().post('/auth/cli', { expires_in_millis: 86_400_001 })
    const lifetimeMs = (login: { expires_at: string }) =>
      Date.parse(login.expires_at) - service().now().getTime()

    expect(without.body.expires_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(Math.round(lifetimeMs(without.body) / 60_000)).toBe(120)
    expect(Math.round(lifetimeMs(long) / 60_000)).toBe(1440)
    expect(getErrorCode(tooLong)).toBe('SCHEMA_ERROR')
  })

  test('an expired login is reported as expired and cannot be approved', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const [unapproved, approved] = [
      await begin(isolated, { expires_in_millis: 60_000 }),
      await begin(isolated, { expires_in_millis: 60_000 }),
    ]
    await approve(approved.login_code, ada.refreshToken, isolated)
    isolated.advance(60_001)

    for (const { polling_code } of [unapproved, approved])
      expect((await poll(polling_code, isolated)).body).toEqual({ status: 'expired' })
    expect((await approve(unapproved.login_code, ada.refreshToken, isolated)).status).toBe(400)
  })

  test('rejects unknown codes; polling and login code are not interchangeable', async () => {
    const login = await begin()
    for (const code of ['0'.repeat(45), 'short', login.login_code]) {
      const response = await poll(code)
      expect([response.status, getErrorCode(response)]).toEqual([400, 'INVALID_POLLING_CODE'])
    }
    const ada = await signUp(service(), uniqueEmail('ada'))
    expect((await approve(login.polling_code, ada.refreshToken)).status).toBe(400)
  })

  test('only an active session of the project and the signed-in user can approve', async () => {
    const [ada, grace] = [
      await signUp(service(), uniqueEmail('ada')),
      await signUp(service(), uniqueEmail('grace')),
    ]
    const { login_code } = await begin()
    const otherUser = await service().post(
      '/auth/cli/complete',
      { login_code, refresh_token: ada.refreshToken },
      grace.headers,
    )
    const invented = await approve(login_code, '0'.repeat(45))

    expect([otherUser.status, invented.status]).toEqual([400, 400])
    expect((await approve(login_code, ada.refreshToken)).status).toBe(200)
    expect((await approve(login_code, ada.refreshToken)).status).toBe(400)
  })

  /** Guarantee (AS9): a login is collected once and cannot be guessed. */
  test('AS9: of fifty concurrent polls exactly one gets the refresh token', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    await approve(login.login_code, ada.refreshToken)
    const responses = await Promise.all(Array.from({ length: 50 }, () => poll(login.polling_code)))

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.status === 'used')).toHaveLength(49)
  })

  test('AS9: of fifty concurrent approvals exactly one succeeds', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => signUp(service(), uniqueEmail('ada'))))
    const login = await begin()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        approve(login.login_code, required(users[index % 5], 'a person').refreshToken),
      ),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('AS9: codes have 225 random bits; the database stores neither codes nor the refresh token in plaintext', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    await approve(login.login_code, ada.refreshToken)
    const { rows } = await service().server.pool.query('select * from accounts.cli_logins')
    const dump = JSON.stringify(rows)

    for (const secret of [login.polling_code, login.login_code, ada.refreshToken]) {
      expect(secret).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
      expect(dump).not.toContain(secret)
    }
  })

  test('AS9: only a POST approves, and the origin of the login can be shown before', async () => {
    const login = (await service().post('/auth/cli', {}, { 'user-agent': 'parley-cli/1.0' })).body
    const described = await service().post('/auth/cli/describe', { login_code: login.login_code })
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await service().call(method, `/auth/cli/complete?login_code=${login.login_code}`)).status,
      ).toBeGreaterThanOrEqual(404)

    expect(described.body).toEqual({
      status: 'waiting',
      started_at_millis: expect.any(Number),
      expires_at_millis: Date.parse(login.expires_at),
      ip: '127.0.0.1',
      user_agent: 'parley-cli/1.0',
    })
    expect((await poll(login.polling_code)).body).toEqual({ status: 'waiting' })
    expect((await service().post('/auth/cli/describe', { login_code: '0'.repeat(45) })).status).toBe(400)
  })

  test('AS9: a rejected login cannot be approved, and the command line learns that it has expired', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    const reject = () => service().post('/auth/cli/reject', { login_code: login.login_code }, ada.headers)

    expect((await reject()).body).toEqual({ success: true })
    expect((await poll(login.polling_code)).body).toEqual({ status: 'expired' })
    expect((await approve(login.login_code, ada.refreshToken)).status).toBe(400)
    expect((await reject()).status).toBe(400)
  })

  test('an approved login cannot be rejected', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    await approve(login.login_code, ada.refreshToken)

    expect((await service().post('/auth/cli/reject', { login_code: login.login_code })).status).toBe(400)
    expect((await poll(login.polling_code)).status).toBe(201)
  })

  test('the description states whether a login waits, has expired or was used', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const login = await begin(isolated)
    const getStatus = async ({ login_code }: { login_code: string }) =>
      (await isolated.post('/auth/cli/describe', { login_code })).body.status

    const expired = await begin(isolated, { expires_in_millis: 60_000 })
    isolated.advance(60_001)
    expect(await getStatus(login)).toBe('waiting')
    await approve(login.login_code, ada.refreshToken, isolated)
    expect([await getStatus(login), await getStatus(expired)]).toEqual(['used', 'expired'])
  })

  test('AS9: polling too often returns slow_down', async () => {
    await using isolated = await startAccountService({ rateLimitFactor: 1 })
    const login = await begin(isolated)
    const responses = await Promise.all(Array.from({ length: 70 }, () => poll(login.polling_code, isolated)))
    const slowed = responses.filter(({ status }) => status === 429)

    expect(slowed).toHaveLength(10)
    for (const { headers } of slowed) expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
  })

  test('AS9: a login approved by a session that has ended cannot be collected', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const login = await begin()
    await approve(login.login_code, ada.refreshToken)
    await service().delete('/auth/sessions/current', ada.headers)

    expect((await poll(login.polling_code)).body).toEqual({ status: 'expired' })
  })
})
