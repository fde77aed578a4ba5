import { hash } from '@node-rs/bcrypt'
import { createLog, createSecrets, openJobs } from '@parley/server'
import { startTestDatabase } from '@parley/server/testing'
import { describe, expect, test, vi } from 'vitest'
import {
  type Answered,
  addressOf,
  codeIn,
  codeOf,
  configure,
  digitsOf,
  serviceConfigured,
  serviceOfThisFile,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
} from '../testing.ts'

const service = serviceOfThisFile()
const callback = 'https://phone.example.com/handler/password-reset'
const another = 'another good password'

const send = (email: string, callback_url = callback, at = service()) =>
  at.post('/auth/password/send-reset-code', { email, callback_url })
const reset = (code: string, password = another, at = service()) =>
  at.post('/auth/password/reset', { code, password })
const signIn = (email: string, password: string, at = service()) =>
  at.post('/auth/password/sign-in', { email, password })

/** All of an answer but the moment and the name of its request, which differ for everybody. */
const seen = ({ status, body, headers }: Answered) => [
  status,
  body,
  [...headers].map(([name, value]) => (/^(date|x-stack-request-id)$/.test(name) ? [name] : [name, value])),
]

/** Asks for a code and takes it out of the mail that then comes. */
async function codeFor(email: string, at = service()): Promise<string> {
  const resets = () =>
    at.mailbox.filter(({ to, text }) => to === email && text.includes('/handler/password-reset'))
  const before = resets().length
  expect((await send(email, callback, at)).status).toBe(200)
  return codeIn(await vi.waitUntil(() => resets()[before], { timeout: 20_000, interval: 20 }))
}

async function verified(name: string) {
  const person = await signUp(service(), addressOf(name))
  await service().post('/contact-channels/verify', { code: codeIn(await service().mailTo(person.email)) })
  return person
}

describe('resetting a password', () => {
  test('the link of the mail sets another one, for once', async () => {
    const ada = await verified('ada')
    await send(ada.email, `${callback}?after=%2Fdial`)
    const mail = await service().mailTo(ada.email, 2)
    const code = codeIn(mail)
    const checked = await service().post('/auth/password/reset/check-code', { code })
    const answer = await reset(code.toUpperCase())
    const again = await reset(code)

    expect(mail.text).toContain(`${callback}?after=%2Fdial&code=`)
    expect(checked.body).toEqual({ is_code_valid: true })
    expect(answer.body).toEqual({ success: true })
    expect([again.status, codeOf(again)]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED'])
    expect(codeOf(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
    expect((await signIn(ada.email, another)).status).toBe(200)
  })

  /** Guarantee (PW5): who has lost a password to somebody gets rid of them with it. */
  test('PW5: all sessions end, and the verified addresses are told (MF6)', async () => {
    const ada = await verified('ada')
    await reset(await codeFor(ada.email))
    const refreshed = await service().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })

    expect(codeOf(refreshed)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect((await service().mailTo(ada.email, 3)).text).toContain('password of your account')
  })

  test('an account without a password gets one', async () => {
    const email = addressOf('grace')
    const asked = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
    const code = codeIn(await service().mailTo(email), asked.body.nonce)
    await service().post('/auth/otp/sign-in', { code })
    await reset(await codeFor(email))

    expect((await signIn(email, another)).status).toBe(200)
  })

  /** Guarantee (EN1): the form for forgotten passwords tells nobody who has an account. */
  test('EN1: known and unknown addresses are answered alike, to the value of the last header', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const nobody = addressOf('nobody')
    const [known, unknown] = [await send(ada.email), await send(nobody)]

    expect(seen(unknown)).toEqual(seen(known))
    await service().mailTo(ada.email, 2)
    expect(service().mailbox.some(({ to }) => to === nobody)).toBe(false)
  })

  /** Guarantee (EN2): a request for a code does the same work whether there is an account or not: it stores one job. */
  test('EN2: asking for a code touches no code, only the job that looks for the account', async () => {
    await using server = await startTestDatabase()
    await using jobs = await openJobs(
      server,
      createLog({ level: 'error' }),
      createSecrets('a secret of tests, long enough to be taken'),
    )
    // Nobody works on jobs here, so that what is there after a request was written by the request.
    await using own = await startAccountService({ server, jobs: { ...jobs, work: async () => {} } })
    const ada = await signUp(own, 'ada@example.com')
    const stored = async () => {
      const { rows } = await server.pool.query(
        `select (select count(*)::int from accounts.verification_codes) as codes,
          (select count(*)::int from accounts.audit_entries) as entries,
          (select count(*)::int from jobs.job) as jobs,
          (select count(*)::int from jobs.job where name = 'send-reset-code') as resets`,
      )
      return rows[0]
    }
    const workOf = async (email: string) => {
      const before = await stored()
      expect((await send(email, callback, own)).status).toBe(200)
      const after = await stored()
      return Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
    }

    for (const email of [ada.email, 'nobody@example.com'])
      expect([email, await workOf(email)]).toEqual([email, { codes: 0, entries: 0, jobs: 1, resets: 1 }])
  })

  test('an address that is not trusted is refused before anything is looked up', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    for (const email of [ada.email, addressOf('nobody')]) {
      const answer = await send(email, 'https://evil.example/')
      expect([answer.status, codeOf(answer)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
    }
  })

  test('the length is judged before the code is used up', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const code = await codeFor(ada.email)
    const [short, long, common] = [
      await reset(code, 'short'),
      await reset(code, 'x'.repeat(71)),
      await reset(code, 'password123'),
    ]

    expect([codeOf(short), short.body.details]).toEqual(['PASSWORD_TOO_SHORT', { min_length: 8 }])
    expect([codeOf(long), long.body.details]).toEqual(['PASSWORD_TOO_LONG', { maxLength: 70 }])
    expect(codeOf(common)).toBe('SCHEMA_ERROR')
    expect((await reset(code)).status).toBe(200)
  })

  test('where passwords are off neither half works', async () => {
    await using own = await startAccountService()
    const ada = await signUp(own, 'ada@example.com')
    const code = await codeFor(ada.email, own)
    await configure(own, { config: { credential_enabled: false } })

    for (const answer of [await send(ada.email, callback, own), await reset(code, another, own)])
      expect([answer.status, codeOf(answer)]).toEqual([400, 'PASSWORD_AUTHENTICATION_NOT_ENABLED'])
  })

  test('MF4: after a reset a second factor is still asked for', async () => {
    const linus = await signUpWithSecondFactor(service(), addressOf('linus'))
    await reset(await codeFor(linus.email))
    const answer = await signIn(linus.email, another)

    expect(codeOf(answer)).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
    const finished = await service().post('/auth/mfa/sign-in', {
      type: 'totp',
      totp: digitsOf(service(), linus.secret),
      code: answer.body.details.attempt_code,
    })
    expect(finished.status).toBe(200)
  })
})

describe('codes of mails', () => {
  test('CO1: a code lives an hour, a later one cancels it', async () => {
    await using own = await startAccountService()
    const ada = await signUp(own, 'ada@example.com')
    const [first, second] = [await codeFor(ada.email, own), await codeFor(ada.email, own)]
    const cancelled = await reset(first, another, own)
    own.advance(60 * 60_000 - 5_000)
    const inTime = await own.post('/auth/password/reset/check-code', { code: second })
    own.advance(10_000)
    const late = await reset(second, another, own)

    expect([cancelled.status, codeOf(cancelled)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
    expect(inTime.status).toBe(200)
    expect([late.status, codeOf(late)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
  })

  test('CO1: sending is limited for each address, known or not', async () => {
    await using own = await startAccountService({ rateLimitFactor: 1 })
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      if (email.startsWith('ada')) await signUp(own, email)
      const answers: number[] = []
      for (let sent = 0; sent < 8; sent++) answers.push((await send(email, callback, own)).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    }
  })

  test('CO2: a code is 225 random bits, and twenty tries of it are enough', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const code = await codeFor(ada.email)
    const check = (text: string) => service().post('/auth/password/reset/check-code', { code: text })
    const answers: Answered[] = []
    for (let tried = 0; tried < 20; tried++) answers.push(await check(code))
    const tooOften = await check(code)

    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect([tooOften.status, codeOf(tooOften)]).toEqual([400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])
  })

  /** Guarantee (CO3): a code that two hold is used by one. */
  test('CO3: of fifty resets with one code one succeeds', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const code = await codeFor(ada.email)
    // Twenty tries are what a code allows, so that of more the others are refused all the same.
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(code)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('CO4: only hashes of codes are stored', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const code = await codeFor(ada.email)
    const { rows } = await service().server.pool.query('select * from accounts.verification_codes')

    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(code.slice(-39))
  })

  test('CO5: opening the link any number of times, as mail scanners do, uses nothing up', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const code = await codeFor(ada.email)
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/auth/password/reset', '/auth/password/reset/check-code', '/auth/otp/sign-in'])
        expect((await service().call(method, `${path}?code=${code}`)).status).toBeGreaterThanOrEqual(404)

    expect((await reset(code)).status).toBe(200)
  })

  test('CO6: a code of another kind, or of another project, is not found', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const verification = codeIn(await service().mailTo(ada.email))
    const code = await codeFor(ada.email)
    const internal = {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': service().keys.internal.publishableClientKey,
    }
    const elsewhere = await service().post('/auth/password/reset/check-code', { code }, internal)

    for (const answer of [
      await reset(verification),
      await service().post('/auth/otp/sign-in', { code }),
      await service().post('/contact-channels/verify', { code }),
      elsewhere,
      await reset('0'.repeat(45)),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect(codeOf(await reset('abc'))).toBe('SCHEMA_ERROR')
  })

  /** Guarantee (CO6): who reads the mail of a former address does not take the account. */
  test.each([
    ['is replaced', { value: 'another' }],
    ['signs nobody in any more', { used_for_auth: false }],
  ])('CO6: a reset code ends when its address %s, also where it comes back', async (_what, change) => {
    const ada = await verified('ada')
    const more = { user_id: 'me', type: 'email', value: addressOf('ada'), used_for_auth: true }
    await service().post('/contact-channels', more, ada.headers)
    const { body } = await service().get('/contact-channels?user_id=me', ada.headers)
    const { id } = body.items.find(({ value }: { value: string }) => value === ada.email)
    const patch = (changes: object) => service().patch(`/contact-channels/me/${id}`, changes, ada.headers)
    const code = await codeFor(ada.email)

    const changed = await patch('value' in change ? { value: addressOf('other') } : change)
    const whileGone = await reset(code)
    await patch({ value: ada.email, used_for_auth: true })

    expect(changed.status).toBe(200)
    for (const answer of [whileGone, await reset(code)])
      expect([answer.status, codeOf(answer)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect((await signIn(ada.email, ada.password)).status).toBe(200)
  })

  test('CO6: a reset code ends with its address, whoever has the address then', async () => {
    const ada = await verified('ada')
    const code = await codeFor(ada.email)
    const asServer = (userId: string, body: object) =>
      service().patch(`/users/${userId}`, body, service().asServer)

    await asServer(ada.userId, { primary_email: addressOf('other') })
    const grace = await signUp(service(), ada.email)
    const check = await service().post('/auth/password/reset/check-code', { code })

    for (const answer of [check, await reset(code)])
      expect(codeOf(answer)).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect((await signIn(grace.email, grace.password)).status).toBe(200)
  })

  test('CO6: a code that was made while its address went is judged when it is used', async () => {
    const ada = await verified('ada')
    const code = await codeFor(ada.email)
    await service().server.pool.query('update accounts.contact_channels set value = $2 where user_id = $1', [
      ada.userId,
      addressOf('other'),
    ])
    const check = await service().post('/auth/password/reset/check-code', { code })

    for (const answer of [check, await reset(code)])
      expect(codeOf(answer)).toBe('VERIFICATION_CODE_NOT_FOUND')
  })

  test('CO7: a callback that is no longer trusted when the code is used is refused', async () => {
    await using own = await startAccountService()
    const ada = await signUp(own, 'ada@example.com')
    const code = await codeFor(ada.email, own)
    await configure(own, { config: { domains: [], allow_localhost: false } })
    const answer = await reset(code, another, own)

    expect([answer.status, codeOf(answer)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
  })
})

describe('passwords that are chosen', () => {
  const choose = (password: string, email = addressOf('ada')) =>
    service().post('/auth/password/sign-up', { email, password, verification_callback_url: callback })

  /** Guarantee (PW4): what is guessed first is not accepted, without asking anybody. */
  test('PW4: passwords of leaks are refused in words, however they are written', async () => {
    for (const password of [
      'password',
      'Password123',
      ' 12345678 ',
      'QWERTYUIOP',
      'iloveyou',
      'ｐａｓｓｗｏｒｄ',
    ]) {
      const answer = await choose(password)
      expect([password, codeOf(answer), answer.body.details.message]).toEqual([
        password,
        'SCHEMA_ERROR',
        expect.stringContaining('guessed first'),
      ])
    }
  })

  test('PW4: the product, the project and the person are no passwords', async () => {
    for (const [password, email] of [
      ['parleyparley', addressOf('ada')],
      ['Parley2026!', addressOf('ada')],
      ['lovelace-1815', 'lovelace@example.com'],
      ['adalovelace!!', 'ada.lovelace@example.com'],
      ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ] as const)
      expect([password, codeOf(await choose(password, email))]).toEqual([password, 'SCHEMA_ERROR'])
    expect((await choose('parley of the seven seas')).status).toBe(200)
  })

  test('PW4: changing and setting one are judged alike', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const update = await service().post(
      '/auth/password/update',
      { old_password: ada.password, new_password: 'letmein123' },
      ada.headers,
    )
    const email = addressOf('grace')
    const asked = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
    const { body } = await service().post('/auth/otp/sign-in', {
      code: codeIn(await service().mailTo(email), asked.body.nonce),
    })
    const set = await service().post(
      '/auth/password/set',
      { password: 'password1' },
      { 'x-stack-access-token': body.access_token },
    )

    expect([codeOf(update), codeOf(set)]).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
  })

  describe('where the project wants fifteen characters', () => {
    const strict = serviceConfigured({ settings: { password_minimum: 15 } })

    test('PW3: fewer are too short, and nothing else is asked of them', async () => {
      const form = (password: string) => ({
        email: addressOf('ada'),
        password,
        verification_callback_url: callback,
      })
      const short = await strict().post('/auth/password/sign-up', form('only fourteen!'))
      const long = await strict().post('/auth/password/sign-up', form('onlylowerletter'))

      expect([short.status, codeOf(short), short.body.details]).toEqual([
        400,
        'PASSWORD_TOO_SHORT',
        { min_length: 15 },
      ])
      expect(long.status).toBe(200)
    })
  })

  test('PW1: a bcrypt hash that was brought along signs in, and is Argon2id afterwards', async () => {
    const ada = await signUp(service(), addressOf('ada'))

    const stored = async () =>
      (
        await service().server.pool.query<{ hash: string }>(
          'select hash from accounts.user_passwords where user_id = $1',
          [ada.userId],
        )
      ).rows[0]!.hash
    for (const prefix of ['$2a$', '$2b$', '$2y$']) {
      const imported = (await hash('correct horse staple', { cost: 10 })).replace(/^\$2.\$/, prefix)
      await service().server.pool.query('update accounts.user_passwords set hash = $2 where user_id = $1', [
        ada.userId,
        imported,
      ])

      expect(codeOf(await signIn(ada.email, 'correct horse stapler'))).toBe('EMAIL_PASSWORD_MISMATCH')
      expect(await stored()).toBe(imported)
      expect((await signIn(ada.email, 'correct horse staple')).status).toBe(200)
      expect(await stored()).toMatch(/^\$argon2id\$/)
      expect((await signIn(ada.email, 'correct horse staple')).status).toBe(200)
    }
  })
})

describe('guessing', () => {
  test('EN1: an unknown address, one that signs nobody in, and a wrong password are answered alike', async () => {
    const ada = await signUp(service(), addressOf('ada'))
    const noted = addressOf('grace')
    await service().post(
      '/contact-channels',
      { user_id: 'me', type: 'email', value: noted, used_for_auth: false },
      ada.headers,
    )
    const answers = await Promise.all(
      [ada.email, noted, addressOf('nobody')].map((email) => signIn(email, 'not the password')),
    )

    for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0]!))
  })

  /** Guarantee (EN3): guessing at one account ends after ten, without its owner being told by the answer or kept out. */
  test('EN3: after ten wrong passwords a right one is not revealed, and other ways in stay open', async () => {
    await using own = await startAccountService({ rateLimitFactor: 1 })
    const ada = await signUp(own, 'ada@example.com')
    await own.post('/contact-channels/verify', { code: codeIn(await own.mailTo(ada.email)) })
    for (let guess = 0; guess < 10; guess++) await signIn(ada.email, `guess number ${guess}`, own)
    const right = await signIn(ada.email, ada.password, own)
    const asked = await own.post('/auth/otp/send-sign-in-code', {
      email: ada.email,
      callback_url: callback,
    })
    const code = codeIn(await own.mailTo(ada.email, 2), asked.body.nonce)
    const byCode = await own.post('/auth/otp/sign-in', { code })
    const refreshed = await own.post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': ada.refreshToken,
    })

    expect([right.status, codeOf(right)]).toEqual([400, 'EMAIL_PASSWORD_MISMATCH'])
    expect([byCode.status, refreshed.status]).toEqual([200, 200])
  })

  /** Guarantee (EN3): who keeps guessing waits longer each time, and gets fewer than a hundred in a row. */
  test('EN3: the wait grows to a day, and after ninety-nine in a row only a reset helps', async () => {
    await using own = await startAccountService({ rateLimitFactor: 1, http: { clientAddress: anyNetwork() } })
    const ada = await signUp(own, 'ada@example.com')
    const guess = (times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, index) => signIn(ada.email, `guess number ${index}`, own)),
      )
    const passed = (name: string) =>
      own.server.pool.query('update rate_limits.attempts set ends_at = now() where name = $1', [name])
    const quarter = 'password-sign-in-by-address'
    const day = `${quarter}-in-a-day`
    const isLetIn = async () => (await signIn(ada.email, ada.password, own)).status === 200

    for (let round = 0; round < 3; round++) {
      await guess(12)
      await passed(quarter)
    }
    expect(await isLetIn()).toBe(false)
    await passed(quarter)
    await passed(day)
    // One guess was the right password, while it was refused.
    for (let round = 0; round < 8; round++) {
      await guess(10)
      await passed(quarter)
      await passed(day)
    }
    expect(await isLetIn()).toBe(false)
    await reset(await codeFor(ada.email, own), another, own)
    expect((await signIn(ada.email, another, own)).status).toBe(200)
  })

  test('EN3: whoever resets the password is let in again at once', async () => {
    await using own = await startAccountService({ rateLimitFactor: 1 })
    const ada = await signUp(own, 'ada@example.com')
    for (let guess = 0; guess < 11; guess++) await signIn(ada.email, `guess number ${guess}`, own)
    await reset(await codeFor(ada.email, own), another, own)

    expect((await signIn(ada.email, another, own)).status).toBe(200)
  })

  /** Guarantee (EN5): one password for a thousand accounts does not pass below the limit of each. */
  test('EN5: a password that is tried over many accounts is throttled, right or wrong, and written down once', async () => {
    await using own = await startAccountService({
      rateLimitFactor: 0.1,
      http: { clientAddress: anyNetwork() },
    })
    const ada = await signUp(own, 'ada@example.com', 'summer of twentysix')
    const answers: number[] = []
    for (let account = 0; account < 13; account++)
      answers.push((await signIn(`nobody-${account}@example.com`, 'summer of twentysix', own)).status)
    const right = await signIn(ada.email, 'summer of twentysix', own)
    const other = await signIn(ada.email, 'another password', own)
    const { rows } = await own.server.pool.query(
      "select outcome from accounts.audit_entries where action = 'password.sprayed'",
    )

    expect(answers).toEqual([...Array<number>(11).fill(400), 429, 429])
    expect([right.status, right.headers.get('retry-after')]).toEqual([429, '5'])
    expect(codeOf(other)).toBe('EMAIL_PASSWORD_MISMATCH')
    expect(rows).toEqual([{ outcome: 'denied' }])
  })

  test('EN4: the limits of a network hold for codes too, and outlive the process', async () => {
    await using own = await startAccountService({ rateLimitFactor: 0.1 })
    const attempts = await Promise.all(Array.from({ length: 10 }, () => reset('0'.repeat(45), another, own)))
    await using restarted = await startAccountService({ rateLimitFactor: 0.1, server: own.server })

    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(4)
    expect((await reset('0'.repeat(45), another, restarted)).status).toBe(429)
  })
})

/** Every request comes from another network, as those of an attacker with many machines do. */
function anyNetwork() {
  let requests = 0
  return () => `198.51.${100 + Math.floor(++requests / 250)}.${requests % 250}`
}
