import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import { codeFromEmail, getErrorCode, type Headers, totpChange, uniqueEmail } from '../../testing.ts'
import { softwareAuthenticator } from '../passkeys/testing/software-authenticator.ts'

const fixture = createFixture()
const handler = 'https://app.example.com/handler'
const password = 'correct horse battery'

async function anonymousUser() {
  const { service, provider } = fixture()
  const app = await createApplication(service, {
    config: { passkey_enabled: true, magic_link_enabled: true, allow_user_api_keys: true },
    settings: { anonymous_sign_up_enabled: true },
    issuers: { acme: provider.issuer },
  })
  const { body } = await service.call('POST', '/auth/anonymous/sign-up', undefined, app.asClient)
  const headers: Headers = { ...app.asClient, 'x-stack-access-token': body.access_token }
  return { app, headers, userId: body.user_id as string, token: body.access_token as string }
}

type Stranger = Awaited<ReturnType<typeof anonymousUser>>

async function addAddress({ headers }: Stranger) {
  const { service } = fixture()
  const email = uniqueEmail('stranger')
  const input = { user_id: 'me', type: 'email', value: email, used_for_auth: true }
  const { body } = await service.post('/contact-channels', input, headers)
  await service.post(
    `/contact-channels/me/${body.id}/send-verification-code`,
    { callback_url: `${handler}/email-verification` },
    headers,
  )
  return { email, code: codeFromEmail(await service.waitForEmail(email)) }
}

/** Signs in with a code that was e-mailed to an address, to the user of that address or a new one. */
async function signInByEmail({ app }: Stranger, email: string) {
  const { service } = fixture()
  const sentBefore = service.mailbox.filter(({ to }) => to === email).length
  const input = { email, callback_url: `${handler}/magic-link-callback` }
  await service.post('/auth/otp/send-sign-in-code', input, app.asClient)
  const code = codeFromEmail(await service.waitForEmail(email, sentBefore + 1))
  return await service.post('/auth/otp/sign-in', { code }, app.asClient)
}

/** Starts a registration, and returns the function that completes it. */
async function startPasskey({ headers }: Stranger) {
  const { service } = fixture()
  const authenticator = softwareAuthenticator()
  const { body } = await service.post('/auth/passkey/initiate-passkey-registration', {}, headers)
  const credential = authenticator.create({
    challenge: body.options_json.challenge,
    origin: 'https://app.example.com',
  })
  return (as: Headers) => service.post('/auth/passkey/register', { credential, code: body.code }, as)
}

function upgrade({ headers }: Stranger, email = uniqueEmail('hedy')) {
  return fixture().service.post('/auth/anonymous/upgrade', { email, password }, headers)
}

/** Guarantee: a person who upgrades the anonymous session that another one has prepared shares no account with them. */
test('ZR903: an upgrade removes the addresses, the passkey, provider accounts and API keys added before', async () => {
  const { service } = fixture()
  const stranger = await anonymousUser()
  const { app, headers, userId, token } = stranger
  const { email, code } = await addAddress(stranger)
  const verified = await service.post('/contact-channels/verify', { code }, headers)
  const registered = await (await startPasskey(stranger))(headers)
  const keyInput = { user_id: 'me', description: 'Script', expires_at_millis: null }
  const key = await service.post('/user-api-keys', keyInput, headers)
  const person = { sub: randomUUID() }
  const linked = await app.signIn('acme', person, { type: 'link', token })
  expect([verified, registered, key, linked].map(({ status }) => status)).toEqual([200, 200, 200, 200])

  const victim = uniqueEmail('hedy')
  const upgraded = await upgrade(stranger, victim)

  expect([upgraded.status, upgraded.body.user_id]).toEqual([200, userId])
  const channels = await service.get(`/contact-channels?user_id=${userId}`, app.serverHeaders)
  expect(channels.body.items.map(({ value }: { value: string }) => value)).toEqual([victim])
  expect((await service.get(`/users/${userId}`, app.serverHeaders)).body).toMatchObject({
    primary_email: victim,
    passkey_auth_enabled: false,
    oauth_providers: [],
  })
  const checked = await service.post('/user-api-keys/check', { api_key: key.body.value }, app.serverHeaders)
  expect(getErrorCode(checked)).toBe('API_KEY_REVOKED')
  expect((await signInByEmail(stranger, email)).body.user_id).not.toBe(userId)
  expect((await app.signIn('acme', person)).body.user_id).not.toBe(userId)
})

test('ZR903: codes requested before an upgrade add nothing afterwards', async () => {
  const { service } = fixture()
  const stranger = await anonymousUser()
  const { app, userId } = stranger
  const { code } = await addAddress(stranger)
  const register = await startPasskey(stranger)

  const { body } = await upgrade(stranger)

  const headers = { ...app.asClient, 'x-stack-access-token': body.access_token }
  const verified = await service.post('/contact-channels/verify', { code }, headers)
  expect([getErrorCode(verified), getErrorCode(await register(headers))]).toEqual([
    'VERIFICATION_CODE_NOT_FOUND',
    'VERIFICATION_CODE_NOT_FOUND',
  ])
  expect((await service.get(`/users/${userId}`, app.serverHeaders)).body.passkey_auth_enabled).toBe(false)
})

test('ZR903: a second factor set before an upgrade locks no user out', async () => {
  const { service } = fixture()
  const stranger = await anonymousUser()
  const changed = await service.patch(
    '/users/me',
    totpChange(service, new Secret({ size: 20 })),
    stranger.headers,
  )
  const email = uniqueEmail('hedy')

  const upgraded = await upgrade(stranger, email)

  const signedIn = await service.post('/auth/password/sign-in', { email, password }, stranger.app.asClient)
  expect([changed.status, upgraded.status, signedIn.status]).toEqual([200, 200, 200])
})
