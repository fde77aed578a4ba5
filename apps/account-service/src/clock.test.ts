import { createSecrets, type DatabaseServer, type Mailer } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { verifyAudit } from './index.ts'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
  type TestService,
  totpCodeFor,
} from './testing.ts'

const minuteMs = 60_000
/** Longer than the time between two compared moments of a test. */
const marginMs = 30_000

afterEach(() => {
  vi.useRealTimers()
})

/** Guarantee (OP5): a clock change locks no user out and extends no lifetime. */
test.each([-5, 5])(
  'OP5: after a clock change of %i minutes the service works, and earlier tokens expire by the new clock',
  async (minutes) => {
    await using service = await startAccountService()
    await configureProject(service, {
      settings: { hides_known_addresses: false, links_bound_to_browser: false },
    })
    const ada = await signUp(service, 'ada@example.com')
    const linus = await signUpWithSecondFactor(service, 'linus@example.com')
    const begunAtMs = service.now().getTime()
    const code = await requestCode(service, 'grace@example.com')
    const otherCode = await requestCode(service, 'hedy@example.com')
    const short = await createSession(service, ada.userId, 15 * minuteMs)

    service.advance(minutes * minuteMs)

    expect(await fetchStatus(service, ada.headers)).toBe(200)
    const refreshed = await refresh(service, ada.refreshToken)
    expect(await fetchStatus(service, createAuthHeaders(refreshed))).toBe(200)
    expect(await fetchStatus(service, createAuthHeaders(await signIn(service, ada)))).toBe(200)
    const finished = await finish(
      service,
      (await signIn(service, linus)).body.details.attempt_code,
      totpCodeFor(service, linus.secret),
    )
    expect(await fetchStatus(service, createAuthHeaders(finished))).toBe(200)
    expect((await service.post('/auth/otp/sign-in', { code })).status).toBe(200)
    expect((await refresh(service, short.refresh_token)).status).toBe(200)
    await signUp(service, 'late@example.com')
    expect(await isPublished(service)).toBe(true)

    const advanceTo = (lifetimeMs: number) =>
      service.advance(begunAtMs + lifetimeMs - service.now().getTime())
    advanceTo(10 * minuteMs - marginMs)
    expect(await fetchStatus(service, short.headers)).toBe(200)
    advanceTo(10 * minuteMs + marginMs)
    const afterIts = await service.get('/users/me', ada.headers)
    expect([afterIts.status, getErrorCode(afterIts)]).toEqual([401, 'ACCESS_TOKEN_EXPIRED'])
    expect(getErrorCode(await service.post('/auth/otp/sign-in', { code: otherCode }))).toBe(
      'VERIFICATION_CODE_EXPIRED',
    )
    expect((await refresh(service, short.refresh_token)).status).toBe(200)
    advanceTo(15 * minuteMs + marginMs)
    expect(getErrorCode(await refresh(service, short.refresh_token))).toBe(
      'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    )
    expect((await refresh(service, ada.refreshToken)).status).toBe(200)
    expect(await problemOfAudit(service.server)).toBeNull()
  },
)

/**
 * Guarantee (OP5): servers on one database accept each other's tokens and codes, however much their clocks
 * differ.
 */
test.each([-5, 5])(
  'OP5: two servers whose clocks are %i minutes apart accept the tokens and codes of each other',
  async (minutes) => {
    await using server = await startTestDatabase()
    await using one = await startAccountService({ server, now: undefined })
    // Both services share one mailbox, whichever delivers the e-mail.
    const mailer: Mailer = {
      send: async (email) => void one.mailbox.push(email),
      async [Symbol.asyncDispose]() {},
    }
    await using other = await startAccountService({ server, mailer, now: undefined })
    await configureProject(one, { settings: { hides_known_addresses: false, links_bound_to_browser: false } })
    const linus = await signUpWithSecondFactor(one, 'linus@example.com')
    const digits = () => totpCodeFor(one, linus.secret)
    const [first, next] = [digits(), totpCodeFor(one, linus.secret, 1)]

    const ada = await signUp(one, 'ada@example.com')
    const code = await requestCode(one, 'grace@example.com')
    const login = await one.post('/auth/cli', { expires_in_millis: minuteMs })
    const attempt = (await signIn(one, linus)).body.details.attempt_code
    shiftMachineClock(minutes)
    expect(await fetchStatus(other, ada.headers)).toBe(200)
    expect((await other.post('/auth/otp/sign-in', { code })).status).toBe(200)
    expect((await other.post('/auth/cli/poll', { polling_code: login.body.polling_code })).body.status).toBe(
      'waiting',
    )
    expect(await fetchStatus(other, createAuthHeaders(await finish(other, attempt, first)))).toBe(200)
    const refreshed = await refresh(other, ada.refreshToken)
    const codeThere = await requestCode(other, 'hedy@example.com', one)
    const loginThere = await other.post('/auth/cli', { expires_in_millis: minuteMs })
    const attemptThere = (await signIn(other, linus)).body.details.attempt_code
    vi.useRealTimers()

    expect(await fetchStatus(one, createAuthHeaders(refreshed))).toBe(200)
    expect((await one.post('/auth/otp/sign-in', { code: codeThere })).status).toBe(200)
    expect(
      (await one.post('/auth/cli/poll', { polling_code: loginThere.body.polling_code })).body.status,
    ).toBe('waiting')
    expect(await fetchStatus(one, createAuthHeaders(await finish(one, attemptThere, next)))).toBe(200)
    expect(await problemOfAudit(server)).toBeNull()
  },
)

/** Changes the clock of Node on this machine; the clock of the database is unaffected. */
function shiftMachineClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs })
}

const createAuthHeaders = ({ body }: { readonly body: { readonly access_token: string } }) => ({
  'x-stack-access-token': body.access_token,
})

const fetchStatus = async (service: TestService, headers: Readonly<Record<string, string>>) =>
  (await service.get('/users/me', headers)).status

const refresh = (service: TestService, refreshToken: string) =>
  service.post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': refreshToken })

const signIn = (service: TestService, { email, password }: { email: string; password: string }) =>
  service.post('/auth/password/sign-in', { email, password })

const finish = (service: TestService, code: string, totp: string) =>
  service.post('/auth/mfa/sign-in', { type: 'totp', totp, code })

/** Requests a code and returns it from the mailbox of the service that delivers the e-mail. */
async function requestCode(service: TestService, email: string, { waitForEmail } = service): Promise<string> {
  const callback_url = 'https://phone.example.com/handler/magic-link-callback'
  await service.post('/auth/otp/send-sign-in-code', { email, callback_url })
  return codeFromEmail(await waitForEmail(email))
}

/** Creates a session by server access that expires after `lifetimeMs`. */
async function createSession(service: TestService, userId: string, lifetimeMs: number) {
  const { body } = await service.post(
    '/auth/sessions',
    { user_id: userId, expires_in_millis: lifetimeMs },
    service.serverHeaders,
  )
  return { ...body, headers: createAuthHeaders({ body }) }
}

async function isPublished(service: TestService): Promise<boolean> {
  const { body } = await service.get(`/projects/${service.phoneProjectId}/.well-known/jwks.json`)
  return body.keys.length > 0
}

/** Verifies the audit log once all entries are chained. */
async function problemOfAudit(server: DatabaseServer): Promise<string | null> {
  const secrets = createSecrets('a secret for tests that is long enough')
  const whole = async () => {
    const verdict = await verifyAudit(server, secrets)
    return verdict.unchained === 0 && verdict
  }
  return (await vi.waitUntil(whole, { timeout: 20_000, interval: 100 })).problem
}
