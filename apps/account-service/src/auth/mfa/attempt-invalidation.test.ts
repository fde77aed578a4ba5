import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Application, createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import {
  codeFromEmail,
  errorCodeOf,
  type Headers,
  type TestResponse,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import { softwareAuthenticator } from '../passkeys/testing/software-authenticator.ts'

const fixture = createFixture()
const origin = 'https://app.example.com'
const password = 'correct horse battery'
const another = 'another good password'

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
async function newLinus() {
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

type Person = Awaited<ReturnType<typeof newLinus>>
type Answer = Pick<TestResponse, 'status' | 'body' | 'headers'>

/** Requests a code and reads it from the e-mail with a link to `path`. */
async function mailedCode(call: string, email: string, path: string): Promise<string> {
  const { service } = fixture()
  const callback_url = `${origin}/handler/${path}`
  expect((await service.post(call, { email, callback_url }, app.asClient)).status).toBe(200)
  const arrived = () => service.mailbox.find(({ to, text }) => to === email && text.includes(callback_url))
  return codeFromEmail(await vi.waitUntil(arrived, { timeout: 20_000, interval: 20 }))
}

const byCode = async ({ email }: Person): Promise<Answer> => {
  const code = await mailedCode('/auth/otp/send-sign-in-code', email, 'magic-link')
  return await fixture().service.post('/auth/otp/sign-in', { code }, app.asClient)
}
const byPasskey = async ({ authenticator }: Person): Promise<Answer> => {
  const { service } = fixture()
  const { body } = await service.post('/auth/passkey/initiate-passkey-authentication', {}, app.asClient)
  const authentication_response = authenticator.get({ challenge: body.options_json.challenge, origin })
  return await service.post(
    '/auth/passkey/sign-in',
    { authentication_response, code: body.code },
    app.asClient,
  )
}
const byProvider = ({ email }: Person): Promise<Answer> =>
  app.signIn('acme', { sub: randomUUID(), email, email_verified: true })

const byReset = async ({ email }: Person) => {
  const code = await mailedCode('/auth/password/send-reset-code', email, 'password-reset')
  return await fixture().service.post('/auth/password/reset', { code, password: another }, app.asClient)
}
const byChange = ({ headers }: { readonly headers: Headers }) =>
  fixture().service.post('/auth/password/update', { old_password: password, new_password: another }, headers)
const byBackEnd = ({ userId }: Person) =>
  fixture().service.patch(`/users/${userId}`, { password: another }, app.serverHeaders)

/** Completes the first factor and returns the attempt code. */
async function begin(linus: Person, signIn: (linus: Person) => Promise<Answer>): Promise<string> {
  const response = await signIn(linus)
  expect([response.status, errorCodeOf(response)]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'])
  return response.body.details.attempt_code
}

const finish = (code: string, { secret }: Person) =>
  fixture().service.post(
    '/auth/mfa/sign-in',
    { type: 'totp', totp: totpCodeFor(fixture().service, secret), code },
    app.asClient,
  )

const ways = { code: byCode, passkey: byPasskey, provider: byProvider }
const changes = { reset: byReset, change: byChange, 'write of a back end': byBackEnd }

/** Guarantee (PW5): a password change also invalidates pending sign-ins. */
test.each(
  Object.entries(ways).flatMap(([way, signIn]) =>
    Object.entries(changes).map(([name, change]) => ({ way, name, signIn, change })),
  ),
)('PW5: an attempt started by $way is invalidated by a $name of the password', async ({ signIn, change }) => {
  const linus = await newLinus()
  const code = await begin(linus, signIn)

  expect((await change(linus)).status).toBe(200)

  const response = await finish(code, linus)
  expect([response.status, errorCodeOf(response)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
  expect((await finish(await begin(linus, byPasskey), linus)).status).toBe(200)
})

/** Guarantee (PW5): also concurrently. */
test.each([
  { name: 'change', change: byChange },
  { name: 'server-side update', change: byBackEnd },
])(
  'PW5: a passkey attempt completed during a $name of the password leaves no session',
  async ({ change }) => {
    const { service } = fixture()
    const people = await Promise.all(Array.from({ length: 12 }, newLinus))
    const initiated = await Promise.all(
      people.map(async (linus) => ({ linus, code: await begin(linus, byPasskey) })),
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
