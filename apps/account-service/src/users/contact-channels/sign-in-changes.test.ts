import { describe, expect, test } from 'vitest'
import { softwareAuthenticator } from '../../auth/passkeys/testing/software-authenticator.ts'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpConfiguredService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpConfiguredService({
  config: { passkey_enabled: true },
  settings: { ...sdkProjectSettings, passkeys_verify_user: false },
})
const origin = 'https://phone.example.com'
const callback = `${origin}/handler`

const listChannels = async (headers: Headers, at: TestService = service()) =>
  (await at.get('/contact-channels?user_id=me', headers)).body.items

async function verified(name: string, at: TestService = service()) {
  const person = await signUp(at, uniqueEmail(name))
  await at.post('/contact-channels/verify', { code: codeFromEmail(await at.waitForEmail(person.email)) })
  return person
}

/** A user who signed up by e-mail code and has a passkey. */
async function withCodeAndPasskey(name: string) {
  const email = uniqueEmail(name)
  const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
  const code = codeFromEmail(await service().waitForEmail(email), sent.body.nonce)
  const { body } = await service().post('/auth/otp/sign-in', { code })
  const headers = { 'x-stack-access-token': body.access_token }
  const initiated = await service().post('/auth/passkey/initiate-passkey-registration', {}, headers)
  const credential = softwareAuthenticator().create({
    challenge: initiated.body.options_json.challenge,
    origin,
  })
  await service().post('/auth/passkey/register', { credential, code: initiated.body.code }, headers)
  return { email, headers, userId: body.user_id as string }
}

describe('the last sign-in method', () => {
  /** Guarantee (PK5): users cannot lock themselves out. */
  test('PK5: of two sign-in methods removed concurrently, one remains', async () => {
    for (const _round of [1, 2, 3, 4, 5]) {
      const ada = await withCodeAndPasskey('ada')
      const responses = await Promise.all([
        service().patch('/users/me', { otp_auth_enabled: false }, ada.headers),
        service().patch('/users/me', { passkey_auth_enabled: false }, ada.headers),
      ])
      const me = await service().get('/users/me', ada.headers)

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(me.body.otp_auth_enabled).not.toBe(me.body.passkey_auth_enabled)
    }
  })

  test('PK5: a sign-in e-mail cannot be removed while it is the only sign-in method', async () => {
    const ada = await verified('ada')
    const [channel] = await listChannels(ada.headers)
    const path = `/contact-channels/me/${channel.id}`
    const refused = [
      await service().delete(path, ada.headers),
      await service().patch(path, { used_for_auth: false }, ada.headers),
    ]

    for (const { status, body } of refused)
      expect([status, body]).toEqual([400, expect.stringContaining('last sign-in method')])
    expect((await listChannels(ada.headers))[0].used_for_auth).toBe(true)
  })

  test('PK5: a back end can remove all sign-in methods', async () => {
    const ada = await verified('ada')
    const [channel] = await listChannels(ada.headers)
    const response = await service().delete(
      `/contact-channels/${ada.userId}/${channel.id}`,
      service().serverHeaders,
    )

    expect(response.body).toEqual({ success: true })
  })
})

describe('e-mails about contact channel changes', () => {
  /** Guarantee (MF6): an account takeover cannot go unnoticed. */
  test('MF6: the verified e-mail is notified of channels that are added, made primary and removed', async () => {
    const ada = await verified('ada')
    const value = uniqueEmail('other')
    const mails = () =>
      service()
        .mailbox.filter(({ to }) => to === ada.email)
        .map(({ text }) => /was added|primary e-mail address|was removed/.exec(text)?.[0])
    const added = await service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value, used_for_auth: true },
      ada.headers,
    )
    await service().waitForEmail(ada.email, 2)
    await service().patch(`/contact-channels/me/${added.body.id}`, { is_primary: true }, ada.headers)
    await service().waitForEmail(ada.email, 3)
    await service().delete(`/contact-channels/me/${added.body.id}`, ada.headers)
    await service().waitForEmail(ada.email, 4)

    expect(mails().slice(1)).toEqual(['was added', 'primary e-mail address', 'was removed'])
    expect(service().mailbox.filter(({ to }) => to === value)).toMatchObject([
      { text: expect.stringContaining('primary e-mail address') },
    ])
  })

  test('MF6: a replaced e-mail is notified, although it no longer belongs to the user', async () => {
    const ada = await verified('ada')
    const [channel] = await listChannels(ada.headers)
    await service().patch(`/contact-channels/me/${channel.id}`, { value: uniqueEmail('thief') }, ada.headers)

    expect((await service().waitForEmail(ada.email, 2)).text).toContain(
      'primary e-mail address of your account',
    )
  })

  test('MF6: the user is notified when a back end enables or disables sign-in with the primary e-mail, and not without a change', async () => {
    const ada = await verified('ada')
    const written = async (body: object) => {
      const response = await service().patch(`/users/${ada.userId}`, body, service().serverHeaders)
      expect(response.status).toBe(200)
      return response.body.primary_email_auth_enabled
    }
    const toAda = () => service().mailbox.filter(({ to }) => to === ada.email)

    expect(await written({ primary_email_auth_enabled: true })).toBe(true)
    expect(await written({ primary_email_auth_enabled: false, primary_email_verified: false })).toBe(false)
    await service().waitForEmail(ada.email, 2)
    expect(await written({ primary_email_auth_enabled: false, primary_email_verified: true })).toBe(false)
    expect(await written({ primary_email_auth_enabled: true })).toBe(true)
    await service().waitForEmail(ada.email, 3)

    expect(toAda().map(({ text }) => /was added|was removed/.exec(text)?.[0])).toEqual([
      undefined,
      'was removed',
      'was added',
    ])
  })

  test('MF6: the user is notified of a password change', async () => {
    const ada = await verified('ada')
    await service().post(
      '/auth/password/update',
      { old_password: ada.password, new_password: 'another good password' },
      ada.headers,
    )

    expect((await service().waitForEmail(ada.email, 2)).text).toContain('password of your account')
  })
})

test('MF5: changing contact channels requires a recent sign-in if the project demands it', async () => {
  await using strict = await startAccountService()
  const ada = await verified('ada', strict)
  const [channel] = await listChannels(ada.headers, strict)
  strict.advance(11 * 60_000)
  const { body } = await strict.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': ada.refreshToken,
  })
  const old = { 'x-stack-access-token': body.access_token }
  const draft = { user_id: 'me', type: 'email', value: 'other@example.com', used_for_auth: true }

  for (const response of [
    await strict.post('/contact-channels', draft, old),
    await strict.patch(`/contact-channels/me/${channel.id}`, { value: 'other@example.com' }, old),
    await strict.delete(`/contact-channels/me/${channel.id}`, old),
  ])
    expect([response.status, getErrorCode(response), response.body.details]).toEqual([
      401,
      'USER_AUTHENTICATION_REQUIRED',
      undefined,
    ])
})
