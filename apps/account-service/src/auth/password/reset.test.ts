import { createLog, createSecrets, openJobs } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  sdkProjectSettings,
  setUpAccountService,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
  type TestResponse,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'
import {
  newPassword,
  requestResetCode,
  resetCallback,
  resetCodeFor,
  resetPassword,
  signInWith,
  toComparableResponse,
} from './testing.ts'

const service = setUpAccountService({ settings: sdkProjectSettings })
const callback = resetCallback
const another = newPassword
const send = (email: string, callback_url = callback, at = service()) =>
  requestResetCode(at, email, callback_url)
const reset = (code: string, password = another, at = service()) => resetPassword(at, code, password)
const signIn = (email: string, password: string, at = service()) => signInWith(at, email, password)
const codeFor = (email: string, at = service()) => resetCodeFor(at, email)

async function verified(name: string) {
  const person = await signUp(service(), uniqueEmail(name))
  await service().post(
    '/contact-channels/verify',
    { code: codeFromEmail(await service().waitForEmail(person.email)) },
    person.headers,
  )
  return person
}

describe('password reset', () => {
  test('the link in the e-mail sets a new password once', async () => {
    const ada = await verified('ada')
    await send(ada.email, `${callback}?after=%2Fdial`)
    const mail = await service().waitForEmail(ada.email, 2)
    const code = codeFromEmail(mail)
    const checked = await service().post('/auth/password/reset/check-code', { code })
    const response = await reset(code.toUpperCase())
    const again = await reset(code)

    expect(mail.text).toContain(`${callback}?after=%2Fdial&code=`)
    expect(checked.body).toEqual({ is_code_valid: true })
    expect(response.body).toEqual({ success: true })
    expect([again.status, getErrorCode(again)]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED'])
    expect(getErrorCode(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
    expect((await signIn(ada.email, another)).status).toBe(200)
  })

  /** Guarantee (PW5): a reset locks out everyone who knew the old password. */
  test('PW5: ends all sessions and notifies the verified e-mail addresses (MF6)', async () => {
    const ada = await verified('ada')
    await reset(await codeFor(ada.email))
    const refreshed = await service().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })

    expect(getErrorCode(refreshed)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect((await service().waitForEmail(ada.email, 3)).text).toContain('password of your account')
  })

  test('sets a password for an account without one', async () => {
    const email = uniqueEmail('grace')
    const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
    const code = codeFromEmail(await service().waitForEmail(email), sent.body.nonce)
    await service().post('/auth/otp/sign-in', { code })
    await reset(await codeFor(email))

    expect((await signIn(email, another)).status).toBe(200)
  })

  /** Guarantee (EN1): the password reset form does not reveal who has an account. */
  test('EN1: known and unknown e-mail addresses get identical responses, including headers', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const unknownEmail = uniqueEmail('unknown')
    const [known, unknown] = [await send(ada.email), await send(unknownEmail)]

    expect(toComparableResponse(unknown)).toEqual(toComparableResponse(known))
    await service().waitForEmail(ada.email, 2)
    expect(service().mailbox.some(({ to }) => to === unknownEmail)).toBe(false)
  })

  /**
   * Guarantee (EN2): a request for a code does the same work whether there is an account or not: it stores
   * one job.
   */
  test('EN2: requesting a code only stores a job', async () => {
    await using server = await startTestDatabase()
    await using jobs = await openJobs(
      server,
      createLog({ level: 'error' }),
      createSecrets('a secret for tests that is long enough'),
    )
    // Jobs do not run here, so all stored data was written by the request.
    await using isolated = await startAccountService({ server, jobs: { ...jobs, work: async () => {} } })
    const ada = await signUp(isolated, 'ada@example.com')
    const stored = async () => {
      const { rows } = await server.pool.query(
        `select (select count(*)::int from accounts.verification_codes) as codes,
          (select count(*)::int from accounts.audit_entries) as entries,
          (select count(*)::int from jobs.job) as jobs,
          (select count(*)::int from jobs.job where name = 'send-reset-code') as resets`,
      )
      return rows[0]
    }
    const countWork = async (email: string) => {
      const before = await stored()
      expect((await send(email, callback, isolated)).status).toBe(200)
      const after = await stored()
      return Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
    }

    for (const email of [ada.email, 'unknown@example.com'])
      expect([email, await countWork(email)]).toEqual([email, { codes: 0, entries: 0, jobs: 1, resets: 1 }])
  })

  test('rejects an untrusted callback URL before any lookup', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    for (const email of [ada.email, uniqueEmail('unknown')]) {
      const response = await send(email, 'https://evil.example/')
      expect([response.status, getErrorCode(response)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
    }
  })

  test('checks the password length before consuming the code', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = await codeFor(ada.email)
    const [short, long, common] = [
      await reset(code, 'short'),
      await reset(code, 'x'.repeat(71)),
      await reset(code, 'password123'),
    ]

    expect([getErrorCode(short), short.body.details]).toEqual(['PASSWORD_TOO_SHORT', { min_length: 8 }])
    expect([getErrorCode(long), long.body.details]).toEqual(['PASSWORD_TOO_LONG', { maxLength: 70 }])
    expect(getErrorCode(common)).toBe('PASSWORD_REQUIREMENTS_NOT_MET')
    expect((await reset(code)).status).toBe(200)
  })

  test('rejects both requests if passwords are disabled', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const code = await codeFor(ada.email, isolated)
    await configureProject(isolated, { config: { credential_enabled: false } })

    for (const response of [await send(ada.email, callback, isolated), await reset(code, another, isolated)])
      expect([response.status, getErrorCode(response)]).toEqual([400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED'])
  })

  test('MF4: a reset does not bypass the second factor', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    await reset(await codeFor(linus.email))
    const response = await signIn(linus.email, another)

    expect(getErrorCode(response)).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
    const finished = await service().post('/auth/mfa/sign-in', {
      type: 'totp',
      totp: totpCodeFor(service(), linus.secret),
      code: response.body.details.attempt_code,
    })
    expect(finished.status).toBe(200)
  })
})

describe('codes sent by e-mail', () => {
  test('CO1: a code is valid for an hour and is cancelled by a later one', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const [first, second] = [await codeFor(ada.email, isolated), await codeFor(ada.email, isolated)]
    const cancelled = await reset(first, another, isolated)
    isolated.advance(60 * 60_000 - 5_000)
    const inTime = await isolated.post('/auth/password/reset/check-code', { code: second })
    isolated.advance(10_000)
    const late = await reset(second, another, isolated)

    expect([cancelled.status, getErrorCode(cancelled)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
    expect(inTime.status).toBe(200)
    expect([late.status, getErrorCode(late)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
  })

  test('CO1: e-mails are limited per address, known or not', async () => {
    let requests = 0
    const clientIp = () => `203.0.113.${requests++}`
    await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp } })
    await signUp(isolated, 'ada@example.com')
    for (const email of ['ada@example.com', 'unknown@example.com']) {
      const responses: number[] = []
      for (let sent = 0; sent < 8; sent++) responses.push((await send(email, callback, isolated)).status)
      expect(responses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    }
  })

  test('CO2: a code has 225 random bits and allows 20 attempts', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = await codeFor(ada.email)
    const check = (text: string) => service().post('/auth/password/reset/check-code', { code: text })
    const responses: TestResponse[] = []
    for (let attempt = 0; attempt < 20; attempt++) responses.push(await check(code))
    const tooOften = await check(code)

    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect([tooOften.status, getErrorCode(tooOften)]).toEqual([400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])
  })

  /** Guarantee (CO3): a code can be used once, also concurrently. */
  test('CO3: of fifty concurrent resets with one code exactly one succeeds', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = await codeFor(ada.email)
    // A code allows 20 attempts, so further ones would fail anyway.
    const responses = await Promise.all(Array.from({ length: 50 }, () => reset(code)))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('CO4: only hashes of codes are stored', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = await codeFor(ada.email)
    const { rows } = await service().server.pool.query('select * from accounts.verification_codes')

    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(code.slice(-39))
  })

  test('CO5: opening the link repeatedly, as mail scanners do, does not consume the code', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const code = await codeFor(ada.email)
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/auth/password/reset', '/auth/password/reset/check-code', '/auth/otp/sign-in'])
        expect((await service().call(method, `${path}?code=${code}`)).status).toBeGreaterThanOrEqual(404)

    expect((await reset(code)).status).toBe(200)
  })

  test('CO6: a code of another type or project is not found', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const verification = codeFromEmail(await service().waitForEmail(ada.email))
    const code = await codeFor(ada.email)
    const internal = {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': service().keys.internal.publishableClientKey,
    }
    const otherProject = await service().post('/auth/password/reset/check-code', { code }, internal)

    for (const response of [
      await reset(verification),
      await service().post('/auth/otp/sign-in', { code }),
      await service().post('/contact-channels/verify', { code }),
      otherProject,
      await reset('0'.repeat(45)),
    ])
      expect([response.status, getErrorCode(response)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect(getErrorCode(await reset('abc'))).toBe('SCHEMA_ERROR')
  })

  /** Guarantee (CO6): access to a former e-mail address does not give access to the account. */
  test.each([
    ['is replaced', { value: 'another' }],
    ['no longer signs in', { used_for_auth: false }],
  ])(
    'CO6: a reset code becomes invalid when its e-mail address %s, even if it is restored',
    async (_what, change) => {
      const ada = await verified('ada')
      const more = { user_id: 'me', type: 'email', value: uniqueEmail('ada'), used_for_auth: true }
      await service().post('/contact-channels', more, ada.headers)
      const { body } = await service().get('/contact-channels?user_id=me', ada.headers)
      const { id } = body.items.find(({ value }: { value: string }) => value === ada.email)
      const patch = (changes: object) => service().patch(`/contact-channels/me/${id}`, changes, ada.headers)
      const code = await codeFor(ada.email)

      const changed = await patch('value' in change ? { value: uniqueEmail('other') } : change)
      const whileGone = await reset(code)
      await patch({ value: ada.email, used_for_auth: true })

      expect(changed.status).toBe(200)
      for (const response of [whileGone, await reset(code)])
        expect([response.status, getErrorCode(response)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
      expect((await signIn(ada.email, ada.password)).status).toBe(200)
    },
  )

  test('CO6: a reset code becomes invalid with its e-mail address, even if another user takes the address', async () => {
    const ada = await verified('ada')
    const code = await codeFor(ada.email)
    const serverHeaders = (userId: string, body: object) =>
      service().patch(`/users/${userId}`, body, service().serverHeaders)

    await serverHeaders(ada.userId, { primary_email: uniqueEmail('other') })
    const grace = await signUp(service(), ada.email)
    const check = await service().post('/auth/password/reset/check-code', { code })

    for (const response of [check, await reset(code)])
      expect(getErrorCode(response)).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect((await signIn(grace.email, grace.password)).status).toBe(200)
  })

  test('CO6: a code created while its e-mail address was removed is checked again when used', async () => {
    const ada = await verified('ada')
    const code = await codeFor(ada.email)
    await service().server.pool.query('update accounts.contact_channels set value = $2 where user_id = $1', [
      ada.userId,
      uniqueEmail('other'),
    ])
    const check = await service().post('/auth/password/reset/check-code', { code })

    for (const response of [check, await reset(code)])
      expect(getErrorCode(response)).toBe('VERIFICATION_CODE_NOT_FOUND')
  })

  test('CO7: rejects a callback URL that has become untrusted since the code was created', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const code = await codeFor(ada.email, isolated)
    await configureProject(isolated, { config: { domains: [], allow_localhost: false } })
    const response = await reset(code, another, isolated)

    expect([response.status, getErrorCode(response)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
  })
})
