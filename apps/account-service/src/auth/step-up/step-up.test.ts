import { required } from '@parley/primitives'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import {
  getErrorCode,
  type Headers,
  setUpConfiguredService,
  signUp,
  totpChange,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import { elevenMinutesLater } from './testing.ts'

const service = setUpConfiguredService({ config: { passkey_enabled: true } })

/** Signs up a user with a verified address who does not sign in with codes. */
async function verified(name: string) {
  const person = await signUp(service(), uniqueEmail(name))
  await service().patch(
    `/users/${person.userId}`,
    { primary_email_verified: true, otp_auth_enabled: false },
    service().serverHeaders,
  )
  return person
}

describe('changes of an authentication factor', () => {
  /** Guarantee (SR12, MF5): a stolen session cannot change how its user signs in. */
  test.each([
    ['a first second factor', () => totpChange(service(), new Secret({ size: 20 }))],
    ['sign-in with codes', () => ({ otp_auth_enabled: true })],
    ['removal of the passkey', () => ({ passkey_auth_enabled: false })],
  ])('SR12: %s needs a recent sign-in', async (_what, change) => {
    const ada = await verified('ada')
    const old = await elevenMinutesLater(service(), ada.refreshToken)
    const response = await service().patch('/users/me', change(), old)

    expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    expect((await service().get('/users/me', old)).body).toMatchObject({
      requires_totp_mfa: false,
      otp_auth_enabled: false,
    })
  })

  test('SR12: the current session shows five minutes before that a change will need a recent sign-in', async () => {
    const ada = await verified('ada')
    const { email, password } = ada
    await service().post('/auth/password/sign-in', { email, password })
    const read = async (headers: Headers) => {
      const { body } = await service().get('/auth/sessions?user_id=me', headers)
      return body.items.map((session: { is_current_session: boolean; needs_step_up?: boolean }) => [
        session.is_current_session,
        session.needs_step_up,
      ])
    }
    const before = await read(ada.headers)
    service().advance(6 * 60_000)
    const after = await read(ada.headers)

    expect(before).toEqual(expect.arrayContaining([[true, undefined]]))
    expect(after).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, undefined],
      ]),
    )
  })

  test('SR12: a change to the present value needs no recent sign-in', async () => {
    const ada = await verified('ada')
    const old = await elevenMinutesLater(service(), ada.refreshToken)
    const response = await service().patch(
      '/users/me',
      { otp_auth_enabled: false, totp_secret_base64: null, display_name: 'Ada' },
      old,
    )

    expect([response.status, response.body.display_name]).toEqual([200, 'Ada'])
  })
})

describe('a session that began without the second factor', () => {
  /** Guarantee (MF5): a session from before the second factor was set, even a minute old, cannot remove it. */
  test('XR5: neither removes it nor replaces it nor makes recovery codes; the one that set it does', async () => {
    const ada = await verified('ada')
    const { email, password } = ada
    const other = await service().post('/auth/password/sign-in', { email, password })
    const stolen = { 'x-stack-access-token': other.body.access_token }
    const change = (headers: Headers, body: object) => service().patch('/users/me', body, headers)
    const set = () => totpChange(service(), new Secret({ size: 20 }))
    expect((await change(ada.headers, set())).status).toBe(200)

    const refused = [
      await change(stolen, { totp_secret_base64: null }),
      await change(stolen, set()),
      await service().post('/auth/mfa/recovery-codes', {}, stolen),
    ]

    expect(refused.map(getErrorCode)).toEqual(refused.map(() => 'USER_AUTHENTICATION_REQUIRED'))
    expect((await service().get('/users/me', stolen)).body.requires_totp_mfa).toBe(true)
    expect((await service().post('/auth/mfa/recovery-codes', {}, ada.headers)).status).toBe(200)
    expect((await change(ada.headers, { totp_secret_base64: null })).status).toBe(200)
  })
})

describe('deletion of a team', () => {
  /** Guarantee (MF5): a stolen session cannot delete a workspace with all its calls and recordings. */
  test('MF5: it needs a recent sign-in', async () => {
    const ada = await verified('ada')
    const { body: team } = await service().post(
      '/teams',
      { display_name: 'Analysts', creator_user_id: 'me' },
      ada.headers,
    )
    const old = await elevenMinutesLater(service(), ada.refreshToken)
    const response = await service().delete(`/teams/${team.id}`, old)

    expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    expect((await service().get(`/teams/${team.id}`, old)).status).toBe(200)
  })

  test('MF5: a member without the permission, who signed in recently, gets the missing permission', async () => {
    const ada = await verified('ada')
    const { body: team } = await service().post(
      '/teams',
      { display_name: 'Analysts' },
      service().serverHeaders,
    )
    await service().call('POST', `/team-memberships/${team.id}/${ada.userId}`, {}, service().serverHeaders)

    const response = await service().delete(`/teams/${team.id}`, ada.headers)

    expect(getErrorCode(response)).toBe('TEAM_PERMISSION_REQUIRED')
  })
})

describe('setting a second factor', () => {
  /** Guarantee (SR12): users are not locked out by a secret that their authenticator does not have. */
  test('SR12: it needs one correct code of the new secret', async () => {
    const ada = await verified('ada')
    const secret = new Secret({ size: 20 })
    const change = () => totpChange(service(), secret)
    const wrong = totpCodeFor(service(), new Secret({ size: 20 }))
    const patch = (body: object) => service().patch('/users/me', body, ada.headers)

    for (const body of [
      { totp_secret_base64: change().totp_secret_base64 },
      { ...change(), totp_code: wrong },
      { ...change(), totp_code: '' },
    ])
      expect(getErrorCode(await patch(body))).toBe('INVALID_TOTP_CODE')
    expect((await patch({ display_name: 'Ada' })).body.requires_totp_mfa).toBe(false)
    expect((await patch(change())).body.requires_totp_mfa).toBe(true)
  })

  test('MF1: a secret of less than 128 bits is rejected', async () => {
    const ada = await verified('ada')
    const change = (size: number) =>
      service().patch('/users/me', totpChange(service(), new Secret({ size })), ada.headers)

    expect(getErrorCode(await change(15))).toBe('SCHEMA_ERROR')
    expect((await change(16)).status).toBe(200)
  })

  test('SR12: the code of the set-up does not sign in (MF1)', async () => {
    const ada = await verified('ada')
    const secret = new Secret({ size: 20 })
    const change = totpChange(service(), secret)
    expect((await service().patch('/users/me', change, ada.headers)).status).toBe(200)
    const { body } = await service().post('/auth/password/sign-in', {
      email: ada.email,
      password: ada.password,
    })
    const signIn = (totp: string) =>
      service().post('/auth/mfa/sign-in', { type: 'totp', totp, code: body.details.attempt_code })

    expect(getErrorCode(await signIn(change.totp_code))).toBe('INVALID_TOTP_CODE')
    expect((await signIn(required(totpCodeFor(service(), secret, 1), 'the next code'))).status).toBe(200)
  })
})
