import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  setUpConfiguredService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'

/** A project with default settings. */
const service = setUpConfiguredService({
  settings: { hides_known_addresses: false, links_bound_to_browser: false },
})
const callback = 'https://phone.example.com/handler/magic-link-callback'

async function sendTo(email: string, headers: Headers = {}) {
  return await service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback }, headers)
}
const signIn = (code: string) => service().post('/auth/otp/sign-in', { code })
const check = (code: string) => service().post('/auth/otp/sign-in/check-code', { code })

/** Requests a code for a new e-mail address. */
async function requestCode(name = 'ada') {
  const email = uniqueEmail(name)
  const { body } = await sendTo(email)
  return { email, nonce: body.nonce as string, code: codeFromEmail(await service().waitForEmail(email)) }
}

describe('sign-in by e-mail', () => {
  test('the link signs up a new user with a verified e-mail address and a team', async () => {
    const { email, code } = await requestCode()

    const response = await signIn(code)
    const me = await service().get('/users/me', { 'x-stack-access-token': response.body.access_token })

    expect(response.body).toMatchObject({ is_new_user: true, user_id: me.body.id })
    expect(me.body).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      otp_auth_enabled: true,
      auth_with_email: true,
      has_password: false,
    })
    // The readable part of the address.
    expect(me.body.selected_team.display_name).not.toContain('@')
  })

  test('the typed characters and the nonce form the code, case-insensitively; the second sign-in is not a new user', async () => {
    const { email, code } = await requestCode()
    await signIn(code)
    const { body } = await sendTo(email)
    const mail = await service().waitForEmail(email, 2)
    const typed = /^ {4}([0-9A-Z]{6})$/m.exec(mail.text)?.[1] ?? ''

    const response = await signIn(`${typed}${body.nonce}`)

    expect(body.nonce).toHaveLength(39)
    expect(mail.subject).toBe(`Sign in to Parley: your code is ${typed}`)
    expect(response.body.is_new_user).toBe(false)
  })

  test('the e-mail uses the language of the user, as text and HTML', async () => {
    const expected: [string, string][] = [
      ['de-AT,de;q=0.9', 'Anmelden bei Parley: Ihr Code ist'],
      ['es-ES', 'Inicia sesión en Parley: tu código es'],
      ['es-MX', 'Inicia sesión en Parley: tu código es'],
      ['fr', 'Ouvrez une session dans Parley : votre code est'],
      ['ja, en;q=0.5', 'Sign in to Parley: your code is'],
    ]
    for (const [language, subject] of expected) {
      const email = uniqueEmail('grace')
      await sendTo(email, { 'accept-language': language })
      const mail = await service().waitForEmail(email)

      expect(mail.subject).toContain(subject)
      expect(mail.html).toContain(`lang="${mail.locale}"`)
      expect(mail.html).toContain(codeFromEmail(mail))
    }
  })

  test('an unverified e-mail address cannot sign in', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))

    const response = await sendTo(ada.email)

    expect([response.status, response.body.details]).toEqual([
      409,
      { email: ada.email, would_work_if_email_was_verified: true },
    ])
  })

  test('enables the method for an account with a verified e-mail address', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    await service().post(
      '/contact-channels/verify',
      { code: codeFromEmail(await service().waitForEmail(ada.email)) },
      ada.headers,
    )

    await sendTo(ada.email)
    const response = await signIn(codeFromEmail(await service().waitForEmail(ada.email, 2)))

    expect(response.body).toMatchObject({ user_id: ada.userId, is_new_user: false })
    expect((await service().get('/users/me', ada.headers)).body.otp_auth_enabled).toBe(true)
  })

  test('returns errors if magic links or sign-up are disabled', async () => {
    await using isolated = await startAccountService()
    const internal = {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': isolated.keys.internal.publishableClientKey,
    }
    const response = await isolated.post(
      '/auth/otp/send-sign-in-code',
      { email: 'ada@example.com', callback_url: 'http://accounts.example.com/handler/magic-link-callback' },
      internal,
    )

    expect([response.status, getErrorCode(response)]).toEqual([403, null])
    expect(response.body).toContain('not enabled')
  })
})

describe('codes', () => {
  test('a code works once, and each failure has its own error', async () => {
    const { code } = await requestCode()

    expect((await check(code)).body).toEqual({ is_code_valid: true })
    expect((await signIn(code.toUpperCase())).status).toBe(200)
    expect(getErrorCode(await signIn(code))).toBe('VERIFICATION_CODE_ALREADY_USED')
    expect(getErrorCode(await check(code))).toBe('VERIFICATION_CODE_ALREADY_USED')
    expect(getErrorCode(await signIn('0'.repeat(45)))).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect(getErrorCode(await signIn('0'.repeat(44)))).toBe('SCHEMA_ERROR')
    expect(getErrorCode(await service().post('/auth/otp/sign-in/check-code', { code, password: 'x' }))).toBe(
      'SCHEMA_ERROR',
    )
  })

  /** Guarantee (CO1): sign-in codes are valid for ten minutes, verification codes for an hour. */
  test('codes expire', async () => {
    await using isolated = await startAccountService()
    const ada = await signUp(isolated, 'ada@example.com')
    const sent = await isolated.post('/auth/otp/send-sign-in-code', {
      email: 'grace@example.com',
      callback_url: callback,
    })
    const toVerify = codeFromEmail(await isolated.waitForEmail(ada.email))
    const toSignIn = codeFromEmail(await isolated.waitForEmail('grace@example.com'), sent.body.nonce)
    const checkBoth = async () => [
      getErrorCode(await isolated.post('/auth/otp/sign-in/check-code', { code: toSignIn })),
      getErrorCode(await isolated.post('/contact-channels/verify/check-code', { code: toVerify })),
    ]

    isolated.advance(9 * 60_000)
    expect(await checkBoth()).toEqual([null, null])
    isolated.advance(2 * 60_000)
    expect(await checkBoth()).toEqual(['VERIFICATION_CODE_EXPIRED', null])
    isolated.advance(50 * 60_000)
    expect(await checkBoth()).toEqual(['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_EXPIRED'])
  })

  /** Guarantee (CO1): a later code cancels the earlier one. */
  test('a second request cancels the first code', async () => {
    const { email, code } = await requestCode()
    await sendTo(email)
    const second = codeFromEmail(await service().waitForEmail(email, 2))

    expect(second).not.toBe(code)
    expect(getErrorCode(await signIn(code))).toBe('VERIFICATION_CODE_EXPIRED')
    expect((await signIn(second)).status).toBe(200)
  })

  /** Guarantee (CO1, EN4): e-mails with codes are limited per address, known or not. */
  test('limits e-mails per address, with a short Retry-After', async () => {
    let requests = 0
    const clientIp = () => `203.0.113.${requests++}`
    await using isolated = await startAccountService({ rateLimitFactor: 1, http: { clientIp } })
    const send = () =>
      isolated.post('/auth/otp/send-sign-in-code', { email: 'ada@example.com', callback_url: callback })

    const responses = await Promise.all(Array.from({ length: 10 }, send))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(6)
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(4)
    for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5)
  })

  /** Guarantee (CO2): guesses of the six characters are limited to 20 in total. */
  test('rejects the 21st attempt, counted over all guesses with the same nonce', async () => {
    const { code, nonce } = await requestCode()
    const guesses = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(6, '0')}${nonce}`)

    for (const guess of guesses) expect(getErrorCode(await check(guess))).toBe('VERIFICATION_CODE_NOT_FOUND')

    expect(getErrorCode(await signIn(code))).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  })

  /** Guarantee (CO3): of fifty parallel redemptions of one code exactly one succeeds. */
  test('of fifty concurrent redemptions of one code exactly one succeeds', async () => {
    const first = await requestCode()
    await signIn(first.code)
    await sendTo(first.email)
    const code = codeFromEmail(await service().waitForEmail(first.email, 2))

    // The row is locked until all requests wait for it, so that none starts after another has finished.
    const { pool } = service().server
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select id from accounts.verification_codes for update')
    const attempts = Array.from({ length: 50 }, () =>
      service().post('/auth/otp/sign-in', { code }, service().serverHeaders),
    )
    for (let waiting = 0; waiting < 10; ) {
      await holder.query('select pg_stat_clear_snapshot()')
      const { rows } = await holder.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0].count
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await holder.query('commit')
    holder.release()
    const responses = await Promise.all(attempts)

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const refusals = responses.filter(({ status }) => status !== 200).map(getErrorCode)
    expect(refusals).toContain('VERIFICATION_CODE_ALREADY_USED')
    for (const refusal of refusals)
      expect(refusal).toMatch(/^VERIFICATION_CODE_(ALREADY_USED|MAX_ATTEMPTS_REACHED)$/)
  })

  /** Guarantee (CO6): a code is valid only for its type and project. */
  test('a code of another type or project is not found', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const toVerify = codeFromEmail(await service().waitForEmail(ada.email))
    const { code } = await requestCode()
    const inInternal = {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': service().keys.internal.publishableClientKey,
    }

    expect(getErrorCode(await signIn(toVerify))).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect(getErrorCode(await service().post('/contact-channels/verify', { code }))).toBe(
      'VERIFICATION_CODE_NOT_FOUND',
    )
    expect(getErrorCode(await service().post('/auth/otp/sign-in', { code }, inInternal))).toBe(
      'VERIFICATION_CODE_NOT_FOUND',
    )
  })

  /** Guarantee (CO5): opening the link by GET or HEAD does not consume the code. */
  test('a mail scanner that opens the link does not consume the code', async () => {
    const { code } = await requestCode()

    for (const method of ['GET', 'HEAD'])
      for (const path of ['/auth/otp/sign-in', '/auth/otp/sign-in/check-code', '/contact-channels/verify'])
        expect((await service().call(method, `${path}?code=${code}`)).status).toBe(405)

    expect((await signIn(code)).status).toBe(200)
  })

  /** Guarantee (CO7): the callback URL must be trusted when the code is created and when it is used. */
  test('removing a trusted domain invalidates its links', async () => {
    await using isolated = await startAccountService()
    const send = (callback_url: string) =>
      isolated.post('/auth/otp/send-sign-in-code', { email: 'ada@example.com', callback_url })

    for (const url of [
      'https://evil.example.com/',
      'https://phone.example.com.evil.example.com/',
      'http://localhost/',
    ])
      expect(getErrorCode(await send(url))).toBe('REDIRECT_URL_NOT_WHITELISTED')
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no url', '//phone.example.com'])
      expect(getErrorCode(await send(url))).toBe('SCHEMA_ERROR')
    const sent = await send(callback)
    const code = codeFromEmail(await isolated.waitForEmail('ada@example.com'), sent.body.nonce)
    await isolated.server.pool.query(
      `update accounts.projects set config = (config::jsonb || '{"domains": []}')::json where id = $1`,
      [isolated.phoneProjectId],
    )

    expect(getErrorCode(await isolated.post('/auth/otp/sign-in', { code }))).toBe(
      'REDIRECT_URL_NOT_WHITELISTED',
    )
  })
})
