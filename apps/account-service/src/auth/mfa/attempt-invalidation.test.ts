import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Application, createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  type TestResponse,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import { softwareAuthenticator } from '../passkeys/testing/software-authenticator.ts'

const fixture = createFixture()
const origin = 'https://app.example.com'
const password = 'correct horse battery'
const newPassword = 'another good password'

let app: Application
beforeAll(async () => {
  const { service, provider } = fixture()
  app = await createApplication(service, {
    config: { passkey_enabled: true, magic_link_enabled: true, oauth_account_merge_strategy: 'link_method' },
    settings: { needs_recent_authentication: false, passkeys_verify_user: false },
    issuers: { acme: provider.issuer },
  })
})

/** A user with a verified e-mail address, a password, a passkey and a second factor. */
async function createLinus() {
  const { service } = fixture()
  const email = uniqueEmail('linus')
  const { userId, headers } = await app.signUp(email)
  const { body: channels } = await service.get(`/contact-channels?user_id=${userId}`, app.serverHeaders)
  await service.patch(
    `/contact-channels/${userId}/${channels.items[0].id}`,
    { is_verified: true },
    app.serverHeaders,
  )
  const authenticator = softwareAuthenticator()
  const initiated = await service.post('/auth/passkey/initiate-passkey-registration', {}, headers)
  const credential = authenticator.create({ challenge: initiated.body.options_json.challenge, origin })
  const registered = await service.post(
    '/auth/passkey/register',
    { credential, code: initiated.body.code },
    headers,
  )
  const secret = new Secret({ size: 20 })
  const totp_secret_base64 = Buffer.from(secret.bytes).toString('base64')
  const set = await service.patch('/users/me', { totp_secret_base64 }, headers)
  expect([registered.status, set.status]).toEqual([200, 200])
  return { email, userId, headers, authenticator, secret }
}

type TestUser = Awaited<ReturnType<typeof createLinus>>
type SignInResponse = Pick<TestResponse, 'status' | 'body' | 'headers'>

/** Requests a code and reads it from the e-mail with a link to `path`. */
async function requestCode(endpoint: string, email: string, path: string): Promise<string> {
  const { service } = fixture()
  const callback_url = `${origin}/handler/${path}`
  expect((await service.post(endpoint, { email, callback_url }, app.asClient)).status).toBe(200)
  const arrived = () => service.mailbox.find(({ to, text }) => to === email && text.includes(callback_url))
  return codeFromEmail(await vi.waitUntil(arrived, { timeout: 20_000, interval: 20 }))
}

const byCode = async ({ email }: TestUser): Promise<SignInResponse> => {
  const code = await requestCode('/auth/otp/send-sign-in-code', email, 'magic-link')
  return await fixture().service.post('/auth/otp/sign-in', { code }, app.asClient)
}
const byPasskey = async ({ authenticator }: TestUser): Promise<SignInResponse> => {
  const { service } = fixture()
  const { body } = await service.post('/auth/passkey/initiate-passkey-authentication', {}, app.asClient)
  const authentication_response = authenticator.get({ challenge: body.options_json.challenge, origin })
  return await service.post(
    '/auth/passkey/sign-in',
    { authentication_response, code: body.code },
    app.asClient,
  )
}
const byProvider = ({ email }: TestUser): Promise<SignInResponse> =>
  app.signIn('acme', { sub: randomUUID(), email, email_verified: true })

const byReset = async ({ email }: TestUser) => {
  const code = await requestCode('/auth/password/send-reset-code', email, 'password-reset')
  return await fixture().service.post('/auth/password/reset', { code, password: newPassword }, app.asClient)
}
const byChange = ({ headers }: { readonly headers: Headers }) =>
  fixture().service.post(
    '/auth/password/update',
    { old_password: password, new_password: newPassword },
    headers,
  )
const byServer = ({ userId }: TestUser) =>
  fixture().service.patch(`/users/${userId}`, { password: newPassword }, app.serverHeaders)

/** Completes the first factor and returns the attempt code. */
async function begin(linus: TestUser, signIn: (linus: TestUser) => Promise<SignInResponse>): Promise<string> {
  const response = await signIn(linus)
  expect([response.status, getErrorCode(response)]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'])
  return response.body.details.attempt_code
}

const finish = (code: string, { secret }: TestUser) =>
  fixture().service.post(
    '/auth/mfa/sign-in',
    { type: 'totp', totp: totpCodeFor(fixture().service, secret), code },
    app.asClient,
  )

const firstFactors = { code: byCode, passkey: byPasskey, provider: byProvider }
const changes = { reset: byReset, change: byChange, 'server-side update': byServer }

/** Guarantee (PW5): a password change also invalidates pending sign-ins. */
test.each(
  Object.entries(firstFactors).flatMap(([factor, signIn]) =>
    Object.entries(changes).map(([name, change]) => ({ factor, name, signIn, change })),
  ),
)(
  'PW5: an attempt started by $factor is invalidated by a $name of the password',
  async ({ signIn, change }) => {
    const linus = await createLinus()
    const code = await begin(linus, signIn)

    expect((await change(linus)).status).toBe(200)

    const response = await finish(code, linus)
    expect([response.status, getErrorCode(response)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
    expect((await finish(await begin(linus, byPasskey), linus)).status).toBe(200)
  },
)

/** Guarantee (PW5): also concurrently. */
test.each([
  { name: 'change', change: byChange },
  { name: 'server-side update', change: byServer },
])(
  'PW5: a passkey attempt completed during a $name of the password leaves no session',
  async ({ change }) => {
    const { service } = fixture()
    const users = await Promise.all(Array.from({ length: 12 }, createLinus))
    const initiated = await Promise.all(
      users.map(async (linus) => ({ linus, code: await begin(linus, byPasskey) })),
    )

    const alive = await Promise.all(
      initiated.map(async ({ linus, code }) => {
        const [changed, { body }] = await Promise.all([change(linus), finish(code, linus)])
        expect(changed.status).toBe(200)
        if (!body.refresh_token) return false
        const headers = { ...app.asClient, 'x-stack-refresh-token': body.refresh_token }
        return (await service.post('/auth/sessions/current/refresh', undefined, headers)).status === 200
      }),
    )

    expect(alive).toEqual(alive.map(() => false))
  },
)
