import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import { newPassword, resetCodeFor, resetPassword, signInWith, toComparableResponse } from './testing.ts'

const service = setUpAccountService()
const another = newPassword
const reset = (code: string, password = another, at = service()) => resetPassword(at, code, password)
const signIn = (email: string, password: string, at = service()) => signInWith(at, email, password)
const codeFor = (email: string, at = service()) => resetCodeFor(at, email)

test('EN1: an unknown e-mail address, one without sign-in, and a wrong password get the same response', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const contactEmail = uniqueEmail('grace')
  await service().post(
    '/contact-channels',
    { user_id: 'me', type: 'email', value: contactEmail, used_for_auth: false },
    ada.headers,
  )
  const responses = await Promise.all(
    [ada.email, contactEmail, uniqueEmail('unknown')].map((email) => signIn(email, 'not the password')),
  )

  for (const response of responses)
    expect(toComparableResponse(response)).toEqual(toComparableResponse(required(responses[0], 'a response')))
})

/**
 * Guarantee (EN3): guessing at one account stops after ten attempts without revealing the account or locking
 * its owner out.
 */
test('EN3: after ten wrong passwords the correct one is not revealed, and other sign-in methods still work', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 1 })
  const ada = await signUp(isolated, 'ada@example.com')
  await isolated.post(
    '/contact-channels/verify',
    { code: codeFromEmail(await isolated.waitForEmail(ada.email)) },
    ada.headers,
  )
  for (let guess = 0; guess < 10; guess++) await signIn(ada.email, `guess number ${guess}`, isolated)
  const right = await signIn(ada.email, ada.password, isolated)
  const sent = await isolated.post('/auth/otp/send-sign-in-code', {
    email: ada.email,
    callback_url: 'https://phone.example.com/handler/magic-link-callback',
  })
  const code = codeFromEmail(await isolated.waitForEmail(ada.email, 2), sent.body.nonce)
  const byCode = await isolated.post('/auth/otp/sign-in', { code })
  const refreshed = await isolated.post('/auth/sessions/current/refresh', undefined, {
    'x-stack-refresh-token': ada.refreshToken,
  })

  expect([right.status, getErrorCode(right)]).toEqual([400, 'EMAIL_PASSWORD_MISMATCH'])
  expect([byCode.status, refreshed.status]).toEqual([200, 200])
})

/**
 * Guarantee (EN3): an attacker cannot lock the owner out of known devices, including those of ended sessions.
 */
test('EN3: a known device can sign in during an attack, and its own failures count', async () => {
  let ip = '198.51.100.1'
  await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp: () => ip } })
  const ada = await signUp(isolated, 'ada@example.com')
  await isolated.delete('/auth/sessions/current', ada.headers)
  const guess = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, index) => signIn(ada.email, `guess number ${index}`, isolated)),
    )
  const canSignIn = async (from: string) => {
    ip = from
    return (await signIn(ada.email, ada.password, isolated)).status === 200
  }

  ip = '203.0.113.9'
  await guess(10)
  expect(await canSignIn('203.0.113.9')).toBe(false)
  expect(await canSignIn('198.51.100.1')).toBe(true)
  expect(await canSignIn('203.0.113.9')).toBe(false)
  ip = '198.51.100.1'
  await guess(3)
  expect(await canSignIn('198.51.100.1')).toBe(false)
})

/** Guarantee (EN3): devices that used an earlier password are not known devices. */
test('EN3: changing the password un-trusts known devices', async () => {
  let ip = '203.0.113.9'
  await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp: () => ip } })
  const ada = await signUp(isolated, 'ada@example.com')
  const changed = await isolated.patch(`/users/${ada.userId}`, { password: another }, isolated.serverHeaders)
  ip = '198.51.100.1'
  const fromNewDevice = await signIn(ada.email, another, isolated)
  ip = '203.0.113.9'
  for (let guess = 0; guess < 10; guess++) await signIn(ada.email, ada.password, isolated)
  ip = '198.51.100.1'

  expect([changed.status, fromNewDevice.status]).toEqual([200, 200])
  expect((await signIn(ada.email, another, isolated)).status).toBe(200)
})

/** Guarantee (EN3): all devices together get ten wrong passwords in 15 minutes, also in a burst. */
test.each([
  [9, 'accepted'],
  [10, 'rejected'],
])('EN3: after %i concurrent wrong passwords a known device is %s', async (guesses, outcome) => {
  await using isolated = await startAccountService({ rateLimitFactor: 1 })
  const ada = await signUp(isolated, 'ada@example.com')

  await Promise.all(Array.from({ length: guesses }, () => signIn(ada.email, 'not the password', isolated)))
  const right = await signIn(ada.email, ada.password, isolated)

  expect(right.status === 200 ? 'accepted' : 'rejected').toBe(outcome)
})

/** Guarantee (EN3): no period of 15 minutes allows more guesses than one window, wherever it begins. */
test('EN3: guesses at the end of one window count in the next', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp: anyNetwork() } })
  const ada = await signUp(isolated, 'ada@example.com')
  const guess = async (times: number) => {
    for (let index = 0; index < times; index++) await signIn(ada.email, `guess number ${index}`, isolated)
  }
  const expireMinutes = (minutes: number) =>
    isolated.server.pool.query(
      "update rate_limits.attempts set ends_at = ends_at - $1::integer * interval '1 minute'",
      [minutes],
    )
  const canSignIn = async () => (await signIn(ada.email, ada.password, isolated)).status === 200

  await guess(1)
  await expireMinutes(14)
  await guess(9)
  await expireMinutes(2)
  expect(await canSignIn()).toBe(false)
  await expireMinutes(14)
  expect(await canSignIn()).toBe(true)
})

/** Guarantee (EN3): repeated failures extend the lockout, with fewer than 100 consecutive attempts. */
test('EN3: the lockout grows to a day, and after 99 consecutive failures only a password reset ends it', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp: anyNetwork() } })
  const ada = await signUp(isolated, 'ada@example.com')
  const guess = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, index) => signIn(ada.email, `guess number ${index}`, isolated)),
    )
  const expireWindow = (name: string) =>
    isolated.server.pool.query('update rate_limits.attempts set ends_at = now() where name = $1', [name])
  const shortWindow = 'password-sign-in-by-address'
  const dailyWindow = `${shortWindow}-in-a-day`
  const canSignIn = async () => (await signIn(ada.email, ada.password, isolated)).status === 200

  for (let round = 0; round < 3; round++) {
    await guess(12)
    await expireWindow(shortWindow)
  }
  expect(await canSignIn()).toBe(false)
  await expireWindow(shortWindow)
  await expireWindow(dailyWindow)
  // One attempt used the correct password during the lockout.
  for (let round = 0; round < 8; round++) {
    await guess(10)
    await expireWindow(shortWindow)
    await expireWindow(dailyWindow)
  }
  expect(await canSignIn()).toBe(false)
  await reset(await codeFor(ada.email, isolated), another, isolated)
  expect((await signIn(ada.email, another, isolated)).status).toBe(200)
})

test('EN3: a password reset ends the lockout immediately', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 1 })
  const ada = await signUp(isolated, 'ada@example.com')
  for (let guess = 0; guess < 11; guess++) await signIn(ada.email, `guess number ${guess}`, isolated)
  await reset(await codeFor(ada.email, isolated), another, isolated)

  expect((await signIn(ada.email, another, isolated)).status).toBe(200)
})

/** Guarantee (EN5): one password tried on a thousand accounts is detected despite the limits per account. */
test('EN5: password spraying is throttled for right and wrong passwords, and audited once', async () => {
  await using isolated = await startAccountService({
    rateLimitFactor: 0.1,
    http: { clientIp: anyNetwork() },
  })
  const ada = await signUp(isolated, 'ada@example.com', 'summer of twentysix')
  const responses: number[] = []
  for (let account = 0; account < 13; account++)
    responses.push((await signIn(`unknown-${account}@example.com`, 'summer of twentysix', isolated)).status)
  const right = await signIn(ada.email, 'summer of twentysix', isolated)
  const other = await signIn(ada.email, 'another password', isolated)
  const { rows } = await isolated.server.pool.query(
    "select outcome from accounts.audit_entries where action = 'password.sprayed'",
  )

  expect(responses).toEqual([...Array<number>(11).fill(400), 429, 429])
  expect([right.status, right.headers.get('retry-after')]).toEqual([429, '5'])
  expect(getErrorCode(other)).toBe('EMAIL_PASSWORD_MISMATCH')
  expect(rows).toEqual([{ outcome: 'denied' }])
})

test('EN4: network limits also apply to codes and survive a restart', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 0.1 })
  const attempts = await Promise.all(
    Array.from({ length: 10 }, () => reset('0'.repeat(45), another, isolated)),
  )
  await using restarted = await startAccountService({ rateLimitFactor: 0.1, server: isolated.server })

  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(4)
  expect((await reset('0'.repeat(45), another, restarted)).status).toBe(429)
})

/** Sends every request from another network, as a distributed attacker does. */
function anyNetwork() {
  let requests = 0
  return () => `198.51.${100 + Math.floor(++requests / 250)}.${requests % 250}`
}
