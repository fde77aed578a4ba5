import { decodeJwt } from 'jose'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { type Headers, setSecondFactor, setUpAccountService, signUp, uniqueEmail } from '../../../testing.ts'

const service = setUpAccountService({ settings: { anonymous_sign_up_enabled: true } })

const fetchAccessToken = async (refreshToken: string): Promise<string> => {
  const headers = { 'x-stack-refresh-token': refreshToken }
  return (await service().post('/auth/sessions/current/refresh', undefined, headers)).body.access_token
}

const accessTokenIn = (headers: Headers) => headers['x-stack-access-token'] ?? ''

test('the access token has the claims that every public 2.8 client requires', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: me } = await service().get('/users/me', ada.headers)
  const atSignUp = decodeJwt(accessTokenIn(ada.headers))
  const sessionId = atSignUp.refresh_token_id
  const expected = {
    sub: ada.userId,
    aud: service().phoneProjectId,
    iss: `http://accounts.example.com/api/v1/projects/${service().phoneProjectId}`,
    iat: expect.any(Number),
    exp: expect.any(Number),
    branchId: 'main',
    refreshTokenId: sessionId,
    role: 'authenticated',
    project_id: service().phoneProjectId,
    branch_id: 'main',
    refresh_token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: null,
    email: ada.email,
    email_verified: false,
    selected_team_id: me.selected_team_id,
    is_anonymous: false,
    is_restricted: false,
    restricted_reason: null,
    requires_totp_mfa: false,
    signed_up_at: Math.floor(me.signed_up_at_millis / 1000),
  }
  expect(atSignUp).toEqual(expected)

  const change = { display_name: 'Ada', primary_email_verified: true, selected_team_id: null }
  await service().patch(`/users/${ada.userId}`, change, service().serverHeaders)
  await setSecondFactor(service(), ada.userId, new Secret({ size: 20 }))
  expect(decodeJwt(await fetchAccessToken(ada.refreshToken))).toEqual({
    ...expected,
    name: 'Ada',
    email_verified: true,
    selected_team_id: null,
    requires_totp_mfa: true,
  })
})

test('the access token says that an anonymous user is restricted, and so does the user', async () => {
  const { body } = await service().post('/auth/anonymous/sign-up')
  const restriction = {
    is_anonymous: true,
    is_restricted: true,
    restricted_reason: { type: 'anonymous' },
  }

  expect(decodeJwt(body.access_token)).toMatchObject({ ...restriction, email: null })
  const me = await service().get('/users/me', { 'x-stack-access-token': body.access_token })
  expect(me.body).toMatchObject(restriction)
})

test.each([
  ['emoji', '\u{1f9ff}'],
  ['control characters', '\u0001'],
  ['Chinese characters', '\u6f22'],
])('the longest name of %s leaves a usable access token that fits into a cookie', async (_, character) => {
  const email = `${'a'.repeat(50)}@${`${'b'.repeat(60)}.`.repeat(2)}example.com`
  const hedy = await signUp(service(), `${character.codePointAt(0)}${email}`)
  const displayName = character.repeat(4096 / character.length)
  const { status } = await service().patch('/users/me', { display_name: displayName }, hedy.headers)
  const token = await fetchAccessToken(hedy.refreshToken)
  const cookie = encodeURIComponent(JSON.stringify([hedy.refreshToken, token]))

  expect(status).toBe(200)
  expect(decodeJwt(token).name).toBe(character.repeat(128))
  expect(decodeJwt(token).email).toHaveLength(128)
  expect(`__Host-stack-access-${service().phoneProjectId}=${cookie}`.length).toBeLessThan(4096)
  const me = await service().get('/users/me', { 'x-stack-access-token': token })
  expect([me.status, me.body.display_name]).toEqual([200, displayName])
})
