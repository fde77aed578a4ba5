import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  type Headers,
  setUpConfiguredService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpConfiguredService({ settings: { anonymous_sign_up_enabled: true } })
const callback = 'https://phone.example.com/handler/email-verification'

async function signUpAnonymously() {
  const { body } = await service().call('POST', '/auth/anonymous/sign-up')
  return {
    userId: body.user_id as string,
    refreshToken: body.refresh_token as string,
    headers: { 'x-stack-access-token': body.access_token as string } as Headers,
  }
}

const upgrade = (headers: Headers, email: string, changes: object = {}) =>
  service().post(
    '/auth/anonymous/upgrade',
    { email, password: 'correct horse battery', verification_callback_url: callback, ...changes },
    headers,
  )

describe('anonymous users', () => {
  test('signs up an anonymous user without a request body', async () => {
    const response = await service().call('POST', '/auth/anonymous/sign-up')
    const hedy = { 'x-stack-access-token': response.body.access_token }
    const me = await service().get('/users/me', hedy)

    expect([response.status, Object.keys(response.body).sort()]).toEqual([
      200,
      ['access_token', 'refresh_token', 'user_id'],
    ])
    expect(me.body).toMatchObject({
      id: response.body.user_id,
      is_anonymous: true,
      primary_email: null,
      display_name: 'Anonymous user',
      has_password: false,
    })
    expect(me.body.selected_team).not.toBeNull()
  })

  test('rejects anonymous sign-up if it is disabled', async () => {
    await using isolated = await startAccountService()
    const response = await isolated.call('POST', '/auth/anonymous/sign-up')

    expect([response.status, getErrorCode(response), response.body.details]).toEqual([
      400,
      'ANONYMOUS_ACCOUNTS_NOT_ENABLED',
      undefined,
    ])
  })
})

describe('upgrade of an anonymous user', () => {
  test('retains the user and adds an e-mail address and a password', async () => {
    const hedy = await signUpAnonymously()
    const email = uniqueEmail('hedy')
    await service().patch('/users/me', { client_metadata: { cart: [1] } }, hedy.headers)
    const response = await upgrade(hedy.headers, email)
    const me = await service().get('/users/me', { 'x-stack-access-token': response.body.access_token })
    const signedIn = await service().post('/auth/password/sign-in', {
      email,
      password: 'correct horse battery',
    })

    expect(Object.keys(response.body).sort()).toEqual(['access_token', 'refresh_token', 'user_id'])
    expect(me.body).toMatchObject({
      id: hedy.userId,
      is_anonymous: false,
      primary_email: email,
      primary_email_verified: false,
      has_password: true,
      display_name: null,
      client_metadata: { cart: [1] },
    })
    expect(signedIn.body.user_id).toBe(hedy.userId)
    const verified = await service().post(
      '/contact-channels/verify',
      { code: codeFromEmail(await service().waitForEmail(email)) },
      { 'x-stack-access-token': response.body.access_token },
    )
    expect(verified.body).toEqual({ success: true })
  })

  test('without a callback URL no verification e-mail is sent', async () => {
    const [hedy, grace] = [await signUpAnonymously(), await signUpAnonymously()]
    const email = uniqueEmail('hedy')

    const response = await upgrade(hedy.headers, email, { verification_callback_url: undefined })

    const later = uniqueEmail('grace')
    await upgrade(grace.headers, later)
    await service().waitForEmail(later)
    expect(response.status).toBe(200)
    expect(service().mailbox.filter(({ to }) => to === email)).toEqual([])
  })

  /** Guarantee (SE4): a token issued before the upgrade is invalid afterwards. */
  test('SE4: ends the anonymous sessions and starts a new one', async () => {
    const hedy = await signUpAnonymously()
    const response = await upgrade(hedy.headers, uniqueEmail('hedy'))
    const refreshed = await service().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': hedy.refreshToken,
    })

    expect(response.body.refresh_token).not.toBe(hedy.refreshToken)
    expect(getErrorCode(refreshed)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect(getErrorCode(await service().get('/users/me', hedy.headers))).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('SE4: an upgrade by a server also ends the sessions', async () => {
    const hedy = await signUpAnonymously()
    const response = await service().patch(
      `/users/${hedy.userId}`,
      { is_anonymous: false, primary_email: uniqueEmail('hedy') },
      service().serverHeaders,
    )

    expect([response.status, response.body.is_anonymous]).toEqual([200, false])
    expect(getErrorCode(await service().get('/users/me', hedy.headers))).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('of fifty concurrent upgrades exactly one succeeds', async () => {
    const hedy = await signUpAnonymously()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => upgrade(hedy.headers, uniqueEmail('hedy'))),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('rejects the e-mail address of another user, as sign-up does', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const hedy = await signUpAnonymously()
    const response = await upgrade(hedy.headers, ada.email)

    expect([response.status, getErrorCode(response), response.body.details]).toEqual([
      409,
      'USER_EMAIL_ALREADY_EXISTS',
      { email: ada.email, would_work_if_email_was_verified: false },
    ])
    expect((await service().get('/users/me', hedy.headers)).body.is_anonymous).toBe(true)
  })

  test('validates in the order of sign-up, and rejects users who already have an account', async () => {
    const hedy = await signUpAnonymously()
    const ada = await signUp(service(), uniqueEmail('ada'))
    const email = uniqueEmail('hedy')
    const invalid = { password: 'short', verification_callback_url: 'https://evil.example' }

    expect(getErrorCode(await upgrade(hedy.headers, email, invalid))).toBe('REDIRECT_URL_NOT_WHITELISTED')
    expect(getErrorCode(await upgrade(hedy.headers, email, { password: 'short' }))).toBe('PASSWORD_TOO_SHORT')
    expect(getErrorCode(await upgrade(hedy.headers, email, { password: 'x'.repeat(71) }))).toBe(
      'PASSWORD_TOO_LONG',
    )
    expect(getErrorCode(await upgrade({}, email))).toBe('SCHEMA_ERROR')
    expect((await upgrade(ada.headers, email)).status).toBe(400)
  })

  test('an e-mail address the anonymous user already has becomes the sign-in address', async () => {
    const hedy = await signUpAnonymously()
    const email = uniqueEmail('hedy')
    await service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value: email, used_for_auth: false },
      hedy.headers,
    )

    expect((await upgrade(hedy.headers, email)).status).toBe(200)
  })
})

describe('upgrade with sign-up or passwords disabled', () => {
  const closed = setUpConfiguredService({
    settings: { anonymous_sign_up_enabled: true },
    config: { sign_up_enabled: false },
  })

  test('returns an error if sign-up or passwords are disabled', async () => {
    const { body } = await closed().call('POST', '/auth/anonymous/sign-up')
    const headers = { 'x-stack-access-token': body.access_token }
    const form = {
      email: 'hedy@example.com',
      password: 'correct horse battery',
      verification_callback_url: callback,
    }
    const noSignUp = await closed().post('/auth/anonymous/upgrade', form, headers)
    expect([noSignUp.status, getErrorCode(noSignUp)]).toEqual([400, 'SIGN_UP_NOT_ENABLED'])

    await using isolated = await startAccountService()
    await configureProject(isolated, {
      settings: { anonymous_sign_up_enabled: true },
      config: { credential_enabled: false },
    })
    const hedy = (await isolated.call('POST', '/auth/anonymous/sign-up')).body.access_token
    const noPassword = await isolated.post('/auth/anonymous/upgrade', form, { 'x-stack-access-token': hedy })
    expect([noPassword.status, getErrorCode(noPassword)]).toEqual([
      400,
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    ])
  })
})
