import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { createApplication } from '../../oauth/providers/testing/application.ts'
import { createFixture } from '../../oauth/providers/testing/fixture.ts'
import { codeFromEmail, getErrorCode, type Headers, totpChange, uniqueEmail } from '../../testing.ts'

const fixture = createFixture()
const password = 'correct horse battery'
const elevenMinutes = 11 * 60_000

async function anonymousUser() {
  const { service } = fixture()
  const app = await createApplication(service, {
    config: { magic_link_enabled: true },
    settings: {
      anonymous_sign_up_enabled: true,
      needs_recent_authentication: true,
      restricts_impersonation: true,
    },
  })
  const { body } = await service.call('POST', '/auth/anonymous/sign-up', undefined, app.asClient)
  const toHeaders = (token: string): Headers => ({ ...app.asClient, 'x-stack-access-token': token })
  return {
    app,
    toHeaders,
    headers: toHeaders(body.access_token),
    userId: body.user_id as string,
    refresh: async () => {
      const asSession = { ...app.asClient, 'x-stack-refresh-token': body.refresh_token as string }
      const { body: refreshed } = await service.post('/auth/sessions/current/refresh', undefined, asSession)
      return toHeaders(refreshed.access_token)
    },
  }
}

/** Adds an address to the user, verifies it, and signs in with codes to it from now on. */
async function addVerifiedAddress({ headers }: Awaited<ReturnType<typeof anonymousUser>>) {
  const { service } = fixture()
  const email = uniqueEmail('ada')
  const input = { user_id: 'me', type: 'email', value: email, used_for_auth: true }
  const { body } = await service.post('/contact-channels', input, headers)
  const callback_url = 'https://app.example.com/handler/email-verification'
  await service.post(`/contact-channels/me/${body.id}/send-verification-code`, { callback_url }, headers)
  const code = codeFromEmail(await service.waitForEmail(email))
  const verified = await service.post('/contact-channels/verify', { code }, headers)
  const changed = await service.patch('/users/me', { otp_auth_enabled: true }, headers)
  expect([verified.status, changed.status]).toEqual([200, 200])
  // The notice of the sign-in with codes.
  await service.waitForEmail(email, 2)
  return email
}

async function signInByCode(app: Awaited<ReturnType<typeof anonymousUser>>['app'], email: string) {
  const { service } = fixture()
  const sentBefore = service.mailbox.filter(({ to }) => to === email).length
  const callback_url = 'https://app.example.com/handler/magic-link-callback'
  await service.post('/auth/otp/send-sign-in-code', { email, callback_url }, app.asClient)
  const code = codeFromEmail(await service.waitForEmail(email, sentBefore + 1))
  const { body } = await service.post('/auth/otp/sign-in', { code }, app.asClient)
  return body.access_token as string
}

const upgrade = (headers: Headers, email = uniqueEmail('thief')) =>
  fixture().service.post('/auth/anonymous/upgrade', { email, password }, headers)

/** Guarantee: a stolen session replaces sign-in methods no more easily by an upgrade than one by one. */
test('ZR874: the upgrade of a user who can sign in needs a recent sign-in, and former addresses are notified', async () => {
  const { service } = fixture()
  const user = await anonymousUser()
  const email = await addVerifiedAddress(user)
  service.advance(elevenMinutes)

  const old = await upgrade(await user.refresh())

  expect([old.status, getErrorCode(old)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  const recent = await upgrade(user.toHeaders(await signInByCode(user.app, email)))
  expect([recent.status, recent.body.user_id]).toEqual([200, user.userId])
  const toEmail = () => service.mailbox.filter(({ to }) => to === email)
  await expect.poll(() => toEmail().at(-1)?.subject).toMatch(/^An e-mail address was removed/)
})

test('ZR874: a session without the second factor does not remove it by an upgrade', async () => {
  const { service } = fixture()
  const user = await anonymousUser()
  const email = await addVerifiedAddress(user)
  const stolen = await signInByCode(user.app, email)
  const set = await service.patch('/users/me', totpChange(service, new Secret({ size: 20 })), user.headers)
  expect(set.status).toBe(200)

  const upgraded = await upgrade(user.toHeaders(stolen))

  expect(getErrorCode(upgraded)).toBe('USER_AUTHENTICATION_REQUIRED')
  const { body } = await service.get(`/users/${user.userId}`, user.app.serverHeaders)
  expect([body.requires_totp_mfa, body.is_anonymous]).toEqual([true, true])
})

test('ZR874: an anonymous user without a sign-in method upgrades with an old session', async () => {
  const user = await anonymousUser()
  fixture().service.advance(elevenMinutes)

  expect((await upgrade(await user.refresh())).status).toBe(200)
})

/** Guarantee (TN5): an impersonation does not become a session of its user. */
test('ZR875: a restricted impersonation upgrades no anonymous user', async () => {
  const { service } = fixture()
  const { app, toHeaders, userId } = await anonymousUser()
  const { body } = await service.post(
    '/auth/sessions',
    { user_id: userId, is_impersonation: true },
    { ...app.serverHeaders, 'x-parley-impersonation-reason': 'A question that Ada asked' },
  )

  const upgraded = await upgrade(toHeaders(body.access_token))

  expect([upgraded.status, getErrorCode(upgraded)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
  expect((await service.get(`/users/${userId}`, app.serverHeaders)).body.is_anonymous).toBe(true)
})

test('an anonymous user upgrades with the address that signs them in already', async () => {
  const user = await anonymousUser()
  const email = await addVerifiedAddress(user)

  const upgraded = await upgrade(user.headers, email)

  expect([upgraded.status, upgraded.body.user_id]).toEqual([200, user.userId])
})
