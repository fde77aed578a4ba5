import { afterEach, expect, test, vi } from 'vitest'
import {
  codeFromEmail,
  signUpWithSecondFactor,
  totpCodeFor,
  uniqueEmail,
} from '../../../../../apps/account-service/src/testing.ts'
import { openApp, openSignedInApp, password, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

afterEach(() => vi.unstubAllGlobals())

function stubSessionStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

test('a user who forgot the password sets a new one with the code from the e-mail', async () => {
  const { email } = await openSignedInApp(service(), 'ada')
  const { app } = openApp(service(), {
    address: 'https://phone.example.com/handler/forgot-password?after_auth_return_to=%2Fcontacts',
  })

  expect(await app.sendForgotPasswordEmail(email)).toEqual({ status: 'ok', data: undefined })
  const mail = await service().waitForEmail(email, 2)
  const code = codeFromEmail(mail)

  expect(mail.text).toContain('/handler/password-reset?after_auth_return_to=%2Fcontacts')
  expect(await app.verifyPasswordResetCode(code)).toEqual({ status: 'ok', data: undefined })
  expect(await app.resetPassword({ code, password: 'short' })).toMatchObject({
    error: { code: 'PASSWORD_TOO_SHORT', errorCode: 'PASSWORD_TOO_SHORT', details: { min_length: 8 } },
  })
  expect(await app.resetPassword({ code, password: 'analytical engine' })).toMatchObject({ status: 'ok' })
  expect(await app.verifyPasswordResetCode(code)).toMatchObject({
    error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
  })
  expect(
    await app.signInWithCredential({ email, password: 'analytical engine', noRedirect: true }),
  ).toMatchObject({ status: 'ok' })
})

test('a request for a new password has the same result for unknown addresses', async () => {
  const { app } = openApp(service())

  expect(await app.sendForgotPasswordEmail(uniqueEmail('unknown'))).toEqual({ status: 'ok', data: undefined })
})

test('a sign-in continues on the second-factor page and returns to the page that asked for it', async () => {
  const { email, secret } = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
  const stored = stubSessionStorage()
  const { app, visited } = openApp(service(), {
    address: 'https://phone.example.com/handler/sign-in?after_auth_return_to=%2Fcontacts',
  })

  expect(await app.signInWithCredential({ email, password })).toMatchObject({
    error: { errorCode: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' },
  })
  const attemptCode = app.getMfaAttemptCode()
  const wrong = await app.signInWithMfa('recovery', attemptCode ?? '', { noRedirect: true })
  service().advance(60_000)
  const right = await app.signInWithMfa(totpCodeFor(service(), secret))

  expect(visited).toEqual(['/handler/mfa?after_auth_return_to=%2Fcontacts', '/contacts'])
  expect(attemptCode).toHaveLength(45)
  expect(wrong).toMatchObject({ error: { errorCode: 'INVALID_TOTP_CODE' } })
  expect(right).toEqual({ status: 'ok', data: { isNewUser: false } })
  expect([...stored.keys()]).toEqual([])
  expect((await app.getUser())?.primaryEmail).toBe(email)
})

test('a second factor without a sign-in attempt is rejected', async () => {
  const { app } = openApp(service())

  await expect(app.signInWithMfa('123456')).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
})

test('a command line is signed in once its user approves the login in a browser', async () => {
  const { app: browser, user } = await openSignedInApp(service(), 'grace')
  const { app: tool } = openApp(service())
  const prompted = Promise.withResolvers<[string, string]>()

  const signedIn = tool.promptCliLogin({
    appUrl: 'https://phone.example.com',
    promptLink: (...link) => prompted.resolve(link),
  })
  const [url, loginCode] = await prompted.promise
  const description = await browser.describeCliLogin(loginCode)
  const completed = await browser.completeCliLogin(loginCode)
  const result = await signedIn

  expect(url).toBe(`https://phone.example.com/handler/cli-auth-confirm?login_code=${loginCode}`)
  expect(description).toMatchObject({ status: 'ok', data: { ip: '127.0.0.1', startedAt: expect.any(Date) } })
  expect(completed).toEqual({ status: 'ok', data: undefined })
  expect(result).toEqual({ status: 'ok', data: (await user.getAuthJson()).refreshToken })
  expect(await browser.completeCliLogin(loginCode)).toMatchObject({
    status: 'error',
    error: { errorCode: 'CLI_AUTH_ERROR', message: expect.stringContaining('already been approved') },
  })
  expect(await browser.describeCliLogin(loginCode)).toMatchObject({ data: { status: 'used' } })
})

test('a command line learns that its login was rejected', async () => {
  const { app: browser } = await openSignedInApp(service(), 'grace')
  const { app: tool } = openApp(service())
  const { promise: prompted, resolve: promptLink } = Promise.withResolvers<string>()
  const signedIn = tool.promptCliLogin({
    appUrl: 'https://phone.example.com',
    promptLink: (_url, code) => promptLink(code),
    waitTimeMillis: 10,
  })

  const loginCode = await prompted
  expect(await browser.rejectCliLogin(loginCode)).toEqual({ status: 'ok', data: undefined })

  expect(await signedIn).toMatchObject({ error: { errorCode: 'CLI_AUTH_EXPIRED_ERROR' } })
  expect(await browser.describeCliLogin(loginCode)).toMatchObject({ data: { status: 'expired' } })
})

test('a command line whose login is not approved gives up after the chosen number of attempts', async () => {
  const { app } = openApp(service())
  const options = { appUrl: 'https://phone.example.com', promptLink: () => {}, waitTimeMillis: 1 }

  expect(await app.promptCliLogin({ ...options, maxAttempts: 2 })).toMatchObject({
    error: { errorCode: 'CLI_AUTH_ERROR', message: 'Timed out waiting for CLI authentication.' },
  })
})

test('a command line learns that its login has expired', async () => {
  const { app } = openApp(service())
  const promptLink = () => service().advance(61_000)

  expect(
    await app.promptCliLogin({ appUrl: 'https://phone.example.com', expiresInMillis: 60_000, promptLink }),
  ).toMatchObject({
    error: {
      errorCode: 'CLI_AUTH_EXPIRED_ERROR',
      message: 'CLI authentication request expired. Please try again.',
    },
  })
})

test('only a signed-in user can approve a command-line login', async () => {
  const { app } = openApp(service())

  await expect(app.completeCliLogin('x'.repeat(45))).rejects.toThrow('User is not signed in')
})
