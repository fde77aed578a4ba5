import type { AnyEndpoint } from '@parley/contract'
import { accountEndpoints } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  sdkProjectSettings,
  setUpConfiguredService,
  signUp,
  type TestResponse,
  type TestService,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import { softwareAuthenticator } from '../passkeys/testing/software-authenticator.ts'

interface Person {
  readonly email: string
  readonly password: string
  readonly userId: string
  readonly refreshToken: string
  readonly headers: Headers
}

/** Outcome of a sign-in method: a session, a second-factor request, or a plain-text error. */
type Outcome = 'session' | 'second factor' | 'refused'

interface SignInMethod {
  readonly name: string
  /** The endpoint that returns the outcome. */
  readonly endpoint: string
  /** Preparation, while the user can still sign in without a second factor. */
  prepare?(at: TestService, person: Person): Promise<unknown>
  signIn(at: TestService, person: Person, prepared: never): Promise<TestResponse>
  /**
   * Expected for a user with a second factor: with default settings, and with the second factor on every
   * sign-in method.
   */
  readonly withSecondFactor: readonly [Outcome, Outcome]
}

const callback = 'https://phone.example.com/handler'
const origin = 'https://phone.example.com'
const reason = { 'x-parley-impersonation-reason': 'A support question' }

async function mailWith(
  at: TestService,
  email: string,
  requestMail: () => Promise<TestResponse>,
): Promise<string> {
  const before = at.mailbox.filter(({ to, subject }) => to === email && !/Verify/.test(subject)).length
  const sent = await requestMail()
  expect(sent.status).toBe(200)
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
    const mail = at.mailbox.filter(({ to, subject }) => to === email && !/Verify/.test(subject))[before]
    if (mail?.text.includes('code=')) return codeFromEmail(mail, sent.body.nonce)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`No code was sent to ${email}.`)
}

const byPassword = (at: TestService, email: string, password: string) =>
  at.post('/auth/password/sign-in', { email, password })

const signInMethods: readonly SignInMethod[] = [
  {
    name: 'password',
    endpoint: 'POST /auth/password/sign-in',
    signIn: (at, { email, password }) => byPassword(at, email, password),
    withSecondFactor: ['second factor', 'second factor'],
  },
  {
    name: 'password after a reset',
    endpoint: 'POST /auth/password/sign-in',
    async signIn(at, { email }) {
      const code = await mailWith(at, email, () =>
        at.post('/auth/password/send-reset-code', { email, callback_url: `${callback}/password-reset` }),
      )
      await at.post('/auth/password/reset', { code, password: 'another good password' })
      return await byPassword(at, email, 'another good password')
    },
    withSecondFactor: ['second factor', 'second factor'],
  },
  {
    name: 'code by e-mail',
    endpoint: 'POST /auth/otp/sign-in',
    async signIn(at, { email }) {
      const code = await mailWith(at, email, () =>
        at.post('/auth/otp/send-sign-in-code', {
          email,
          callback_url: `${callback}/magic-link-callback`,
        }),
      )
      return await at.post('/auth/otp/sign-in', { code })
    },
    withSecondFactor: ['second factor', 'second factor'],
  },
  {
    name: 'passkey',
    endpoint: 'POST /auth/passkey/sign-in',
    async prepare(at, { headers }) {
      const authenticator = softwareAuthenticator()
      const { body } = await at.post('/auth/passkey/initiate-passkey-registration', {}, headers)
      const credential = authenticator.create({ challenge: body.options_json.challenge, origin })
      expect((await at.post('/auth/passkey/register', { credential, code: body.code }, headers)).status).toBe(
        200,
      )
      return authenticator
    },
    async signIn(at, _person, authenticator: ReturnType<typeof softwareAuthenticator>) {
      const { body } = await at.post('/auth/passkey/initiate-passkey-authentication', {})
      const authentication_response = authenticator.get({ challenge: body.options_json.challenge, origin })
      return await at.post('/auth/passkey/sign-in', { authentication_response, code: body.code })
    },
    withSecondFactor: ['second factor', 'second factor'],
  },
  {
    name: 'anonymous upgrade',
    endpoint: 'POST /auth/anonymous/upgrade',
    async prepare(at) {
      const { body } = await at.call('POST', '/auth/anonymous/sign-up')
      return { 'x-stack-access-token': body.access_token }
    },
    async signIn(at, person, hedy: Headers) {
      // Here the second factor belongs to the anonymous user.
      if (secrets.has(person.userId)) await enableTotp(at, hedy)
      const form = { email: uniqueEmail('hedy'), password: 'correct horse battery' }
      const body = { ...form, verification_callback_url: `${callback}/email-verification` }
      return await at.post('/auth/anonymous/upgrade', body, hedy)
    },
    // The upgrade removes the second factor: an earlier user of the session may have set it (ZR903).
    withSecondFactor: ['session', 'session'],
  },
  {
    name: 'anonymous sign-up',
    endpoint: 'POST /auth/anonymous/sign-up',
    signIn: (at) => at.call('POST', '/auth/anonymous/sign-up'),
    // The new user has no second factor, whatever others have.
    withSecondFactor: ['session', 'session'],
  },
  {
    name: 'sign-up',
    endpoint: 'POST /auth/password/sign-up',
    signIn: (at) =>
      at.post('/auth/password/sign-up', {
        email: uniqueEmail('grace'),
        password: 'correct horse battery',
        verification_callback_url: `${callback}/email-verification`,
      }),
    withSecondFactor: ['session', 'session'],
  },
  {
    name: 'session of a back end',
    endpoint: 'POST /auth/sessions',
    signIn: (at, { userId }) => at.post('/auth/sessions', { user_id: userId }, at.serverHeaders),
    withSecondFactor: ['session', 'second factor'],
  },
  {
    name: 'impersonation',
    endpoint: 'POST /auth/sessions',
    signIn: (at, { userId }) =>
      at.post(
        '/auth/sessions',
        { user_id: userId, is_impersonation: true },
        { ...at.serverHeaders, ...reason },
      ),
    withSecondFactor: ['session', 'second factor'],
  },
  {
    name: 'command line, approved by a session without the second factor',
    endpoint: 'POST /auth/cli/poll',
    signIn: (at, { refreshToken }) => byCommandLine(at, refreshToken),
    withSecondFactor: ['session', 'refused'],
  },
  {
    name: 'command line, approved by a session with the second factor',
    endpoint: 'POST /auth/cli/poll',
    async signIn(at, person) {
      const response = await byPassword(at, person.email, person.password)
      if (response.status === 200) return await byCommandLine(at, response.body.refresh_token)
      return await byCommandLine(at, (await finish(at, person, response)).body.refresh_token)
    },
    withSecondFactor: ['session', 'session'],
  },
  {
    name: 'command line, approved with the access token of a session without the second factor',
    endpoint: 'POST /auth/cli/poll',
    async signIn(at, { refreshToken }) {
      const token = { 'x-stack-refresh-token': refreshToken }
      const { body } = await at.post('/auth/sessions/current/rotate', undefined, token)
      return await byCommandLine(at, undefined, { 'x-stack-access-token': body.access_token })
    },
    withSecondFactor: ['session', 'refused'],
  },
]

/**
 * These endpoints also return refresh tokens. The first completes every row here; the second exchanges a code
 * of the OAuth flow; the third continues a session.
 */
const otherEndpoints = [
  'POST /auth/mfa/sign-in',
  'POST /auth/oauth/token',
  'POST /auth/sessions/current/rotate',
]

async function byCommandLine(
  at: TestService,
  refresh_token: string | undefined,
  headers: Headers = {},
): Promise<TestResponse> {
  const { body } = await at.post('/auth/cli', {})
  const approved = await at.post(
    '/auth/cli/complete',
    { login_code: body.login_code, refresh_token },
    headers,
  )
  return approved.status === 200
    ? await at.post('/auth/cli/poll', { polling_code: body.polling_code })
    : approved
}

const secrets = new Map<string, Awaited<ReturnType<typeof enableTotp>>>()

async function enableTotp(at: TestService, headers: Headers) {
  const secret = new Secret({ size: 20 })
  const totp_secret_base64 = Buffer.from(secret.bytes).toString('base64')
  expect((await at.patch('/users/me', { totp_secret_base64 }, headers)).status).toBe(200)
  return secret
}

const finish = (at: TestService, { userId }: Person, { body }: TestResponse) =>
  at.post('/auth/mfa/sign-in', {
    type: 'totp',
    totp: totpCodeFor(at, required(secrets.get(userId), 'the secret of the user')),
    code: body.details.attempt_code,
  })

function classifyOutcome(response: TestResponse): Outcome {
  if (getErrorCode(response) === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') return 'second factor'
  return typeof response.body?.refresh_token === 'string' ? 'session' : 'refused'
}

async function signInWith(at: TestService, method: SignInMethod, hasSecondFactor: boolean): Promise<Outcome> {
  const person = await signUp(at, uniqueEmail('linus'))
  await at.post('/contact-channels/verify', { code: codeFromEmail(await at.waitForEmail(person.email)) })
  const prepared = await method.prepare?.(at, person)
  if (hasSecondFactor) {
    const before = at.mailbox.length
    secrets.set(person.userId, await enableTotp(at, person.headers))
    await at.waitForEmail(
      person.email,
      at.mailbox.slice(0, before).filter(({ to }) => to === person.email).length + 1,
    )
  }
  return classifyOutcome(await method.signIn(at, person, prepared as never))
}

const open = {
  config: { passkey_enabled: true },
  settings: {
    ...sdkProjectSettings,
    anonymous_sign_up_enabled: true,
    passkeys_verify_user: false,
  },
}
const sdkProject = setUpConfiguredService({
  ...open,
  settings: { ...open.settings, second_factor_on_every_way_in: false, restricts_impersonation: false },
})
const strictProject = setUpConfiguredService({
  ...open,
  settings: { ...open.settings, second_factor_on_every_way_in: true },
})

/** Guarantee (MF4): no sign-in method bypasses the second factor unless this table lists it. */
describe('MF4: every sign-in method requires the second factor as configured', () => {
  for (const method of signInMethods)
    for (const [index, service] of [sdkProject, strictProject].entries()) {
      const project = index === 0 ? 'a project of the SDK' : 'a project that wants it everywhere'
      const expected = required(method.withSecondFactor[index], 'a request')

      test(`MF4: ${method.name}, in ${project}: ${expected} with a second factor, a session without`, async () => {
        expect(await signInWith(service(), method, true)).toBe(expected)
        expect(await signInWith(service(), method, false)).toBe('session')
      })
    }

  test('MF4: the table covers every endpoint that returns a refresh token', () => {
    const endpoints: readonly AnyEndpoint[] = accountEndpoints
    const signInEndpoints = endpoints
      .filter(({ response }) => response && returnsRefreshToken(response))
      .map(({ method, path }) => `${method} ${path}`)
    const covered = new Set([...signInMethods.map(({ endpoint }) => endpoint), ...otherEndpoints])

    expect(signInEndpoints.length).toBeGreaterThan(8)
    expect(signInEndpoints.filter((endpoint) => !covered.has(endpoint))).toEqual([])
  })
})

function returnsRefreshToken(response: z.ZodType): boolean {
  if (response instanceof z.ZodUnion)
    return response.options.some((option) => returnsRefreshToken(option as z.ZodType))
  return response instanceof z.ZodObject && 'refresh_token' in response.shape
}
