import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { defaultOptions } from '../../config.ts'
import {
  codeFromEmail,
  fastPasswordHashing,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import { createPasswordHashing } from './hashes/index.ts'

const service = setUpAccountService()
const callback = 'https://phone.example.com/handler/email-verification'
const signInPage = 'https://phone.example.com/handler/magic-link-callback'
const signIn = (email: string, password: string) =>
  service().post('/auth/password/sign-in', { email, password })

describe('sign-up', () => {
  test('returns tokens, creates a team, and sends a link that verifies the e-mail address', async () => {
    const email = uniqueEmail('ada')
    const response = await service().post('/auth/password/sign-up', {
      email: `  ${email.toUpperCase()} `,
      password: 'correct horse battery',
      verification_callback_url: `${callback}?after_auth_return_to=%2Fdial#part`,
    })
    const mail = await service().waitForEmail(email)
    const headers = { 'x-stack-access-token': response.body.access_token }
    const verified = await service().post('/contact-channels/verify', { code: codeFromEmail(mail) }, headers)
    const me = await service().get('/users/me', headers)

    expect(Object.keys(response.body).sort()).toEqual(['access_token', 'refresh_token', 'user_id'])
    expect(mail.text).toContain(`${callback}?after_auth_return_to=%2Fdial&code=`)
    expect(mail.subject).toBe('Verify your e-mail at Parley')
    expect(verified.body).toEqual({ success: true })
    expect(me.body).toMatchObject({ primary_email: email, primary_email_verified: true, has_password: true })
  })

  test('stores the name of the new user, who can also have none', async () => {
    const register = async (changes: object) => {
      const email = uniqueEmail('ada')
      const form = {
        email,
        password: 'correct horse battery',
        verification_callback_url: callback,
        ...changes,
      }
      const { body } = await service().post('/auth/password/sign-up', form)
      const me = await service().get('/users/me', { 'x-stack-access-token': body.access_token })
      return me.body.display_name
    }

    expect(await register({ display_name: 'Ada Brandt' })).toBe('Ada Brandt')
    expect([await register({ display_name: '' }), await register({})]).toEqual([null, null])
  })

  test('ignores the parameters with which public clients answer a bot challenge', async () => {
    const { post } = service()
    const challenge = { bot_challenge_token: 'token', bot_challenge_phase: 'invisible' }
    const email = uniqueEmail('ada')
    const signUpBody = { email, password: 'correct horse battery', verification_callback_url: callback }
    const codeBody = { email: uniqueEmail('grace'), callback_url: signInPage }

    expect((await post('/auth/password/sign-up', { ...signUpBody, ...challenge })).status).toBe(200)
    for (const fields of [challenge, { bot_challenge_unavailable: 'true' }])
      expect((await post('/auth/otp/send-sign-in-code', { ...codeBody, ...fields })).status).toBe(200)
    const malformed = await post('/auth/otp/send-sign-in-code', { ...codeBody, bot_challenge_phase: 'other' })
    expect(getErrorCode(malformed)).toBe('SCHEMA_ERROR')
  })

  test('sends no e-mail without a callback URL, and the address can be verified later', async () => {
    const email = uniqueEmail('ada')
    const form = { email, password: 'correct horse battery' }
    const { status, body } = await service().post('/auth/password/sign-up', form)
    const { rows: codes } = await service().server.pool.query(
      'select 1 from accounts.verification_codes where subject in (select id::text from accounts.contact_channels where user_id = $1)',
      [body.user_id],
    )

    const user = { 'x-stack-access-token': body.access_token }
    const { body: me } = await service().get('/users/me', user)
    await service().post('/contact-channels/send-verification-code', { email, callback_url: callback }, user)
    await service().waitForEmail(email)

    expect([status, codes, me.primary_email_verified]).toEqual([200, [], false])
    expect(service().mailbox.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('validates the request in the documented order', async () => {
    const email = uniqueEmail('ada')
    await signUp(service(), email)
    const attempt = (password: string, url: string) =>
      service().post('/auth/password/sign-up', { email, password, verification_callback_url: url })

    expect(getErrorCode(await attempt('short', 'https://evil.example.com'))).toBe(
      'REDIRECT_URL_NOT_WHITELISTED',
    )
    const short = await attempt('short', callback)
    expect([getErrorCode(short), short.body.details]).toEqual(['PASSWORD_TOO_SHORT', { min_length: 8 }])
    const long = await attempt('x'.repeat(71), callback)
    expect([getErrorCode(long), long.body.details]).toEqual(['PASSWORD_TOO_LONG', { maxLength: 70 }])
    const taken = await attempt('correct horse battery', callback)
    expect([taken.status, taken.body.details]).toEqual([
      409,
      { email, would_work_if_email_was_verified: false },
    ])
  })

  test('rejects disabled features', async () => {
    await using isolated = await startAccountService()
    const internal = {
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': isolated.keys.internal.publishableClientKey,
    }
    const response = await isolated.post(
      '/auth/password/sign-up',
      {
        email: 'ada@example.com',
        password: 'correct horse battery',
        verification_callback_url: 'http://accounts.example.com/handler/email-verification',
      },
      internal,
    )

    expect(getErrorCode(response)).toBe('SIGN_UP_NOT_ENABLED')
  })

  test('creates one account for concurrent sign-ups with the same e-mail address', async () => {
    const email = uniqueEmail('ada')
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        service().post('/auth/password/sign-up', {
          email,
          password: 'correct horse battery',
          verification_callback_url: callback,
        }),
      ),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      responses.filter((response) => getErrorCode(response) === 'USER_EMAIL_ALREADY_EXISTS'),
    ).toHaveLength(11)
  })

  /** Guarantee (PW2): any Unicode text up to the limit is accepted in full; longer input is rejected. */
  test('accepts passwords of 64 and 70 characters with spaces and emoji, and compares every character', async () => {
    for (const password of [' pass word 🎈 '.padEnd(64, 'ü'), `${'日本語 '.repeat(17)}xy`.slice(0, 70)]) {
      const ada = await signUp(service(), uniqueEmail('ada'), password)

      expect((await signIn(ada.email, password)).status).toBe(200)
      expect(getErrorCode(await signIn(ada.email, password.slice(0, -1)))).toBe('EMAIL_PASSWORD_MISMATCH')
      expect(getErrorCode(await signIn(ada.email, `${password}!`))).toBe('EMAIL_PASSWORD_MISMATCH')
    }
    for (const length of [71, 72, 73, 256, 60_000]) {
      const response = await service().post('/auth/password/sign-up', {
        email: uniqueEmail('ada'),
        password: 'x'.repeat(length),
        verification_callback_url: callback,
      })
      expect(getErrorCode(response)).toBe('PASSWORD_TOO_LONG')
    }
  })

  test('rejects invalid e-mail addresses', async () => {
    for (const email of ['a@b', 'a@b.c', '.a@example.com', 'a..b@example.com', 'a.@example.com', 'a', '']) {
      const response = await service().post('/auth/password/sign-up', {
        email,
        password: 'correct horse battery',
        verification_callback_url: callback,
      })
      expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
    }
  })
})

describe('sign-in', () => {
  /** Guarantee (EN1): sign-in does not reveal which e-mail addresses have an account. */
  test('a wrong password and an unknown e-mail address get the same response', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const wrongPassword = await signIn(ada.email, 'wrong')
    const unknownEmail = await signIn('unknown@example.com', 'wrong')

    expect(unknownEmail.status).toBe(wrongPassword.status)
    expect(unknownEmail.body).toEqual(wrongPassword.body)
    expect([...unknownEmail.headers.keys()]).toEqual([...wrongPassword.headers.keys()])
    expect(wrongPassword.body).toEqual({
      code: 'EMAIL_PASSWORD_MISMATCH',
      error: 'Wrong e-mail or password.',
    })
  })

  /** Guarantee: the correct password is not revealed during throttling; other sign-in methods still work. */
  test('rejects the correct password after ten wrong ones with the same error', async () => {
    await using isolated = await startAccountService({ rateLimitFactor: 1 })
    const ada = await signUp(isolated, 'ada@example.com')
    const attempt = (password: string) =>
      isolated.post('/auth/password/sign-in', { email: ada.email, password })

    const wrong = await Promise.all(Array.from({ length: 10 }, () => attempt('wrong password')))
    const right = await attempt(ada.password)

    expect(new Set(wrong.map(getErrorCode))).toEqual(new Set(['EMAIL_PASSWORD_MISMATCH']))
    expect(right.body).toEqual(required(wrong[0], 'a wrong value').body)
    expect((await isolated.get('/users/me', ada.headers)).status).toBe(200)
  })

  test('a successful sign-in resets the failure counter', async () => {
    await using isolated = await startAccountService({ rateLimitFactor: 1 })
    const ada = await signUp(isolated, 'ada@example.com')
    const attempt = (password: string) =>
      isolated.post('/auth/password/sign-in', { email: ada.email, password })

    for (let round = 0; round < 3; round++) {
      for (let mistake = 0; mistake < 5; mistake++) await attempt('wrong password')
      expect((await attempt(ada.password)).status).toBe(200)
    }
  })
})

describe('password change', () => {
  /** Guarantee (PW5): a change requires the old password and ends all other sessions immediately. */
  test('requires the old password and ends every session except the given one', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const other = (await signIn(ada.email, ada.password)).body
    const change = (old_password: string, new_password: string) =>
      service().post(
        '/auth/password/update',
        { old_password, new_password },
        { ...ada.headers, 'x-stack-refresh-token': ada.refreshToken },
      )

    expect(getErrorCode(await change('wrong', 'another good password'))).toBe(
      'PASSWORD_CONFIRMATION_MISMATCH',
    )
    expect(getErrorCode(await change('wrong', 'short'))).toBe('PASSWORD_TOO_SHORT')
    expect(getErrorCode(await change(ada.password, 'x'.repeat(71)))).toBe('PASSWORD_TOO_LONG')
    expect((await change(ada.password, 'another good password')).body).toEqual({ success: true })

    expect((await service().get('/users/me', ada.headers)).status).toBe(200)
    expect(
      getErrorCode(await service().get('/users/me', { 'x-stack-access-token': other.access_token })),
    ).toBe('ACCESS_TOKEN_EXPIRED')
    expect(getErrorCode(await signIn(ada.email, ada.password))).toBe('EMAIL_PASSWORD_MISMATCH')
    expect((await signIn(ada.email, 'another good password')).status).toBe(200)
  })

  /** Guarantee: changing a leaked password locks the attacker out, also when both act concurrently. */
  test('PW5: a concurrent sign-in with the old password creates no session that survives the change', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signUp(service(), uniqueEmail(`race-${index}`))),
    )
    const outcomes = await Promise.all(
      users.map(async ({ email, password, headers }) => {
        const change = { old_password: password, new_password: 'another good password' }
        const [changed, ...signedIn] = await Promise.all([
          service().post('/auth/password/update', change, headers),
          ...Array.from({ length: 5 }, () => signIn(email, password)),
        ])
        expect(changed.status).toBe(200)
        return signedIn
      }),
    )
    const sessions = outcomes.flat().filter(({ status }) => status === 200)
    const uses = await Promise.all(
      sessions.map(({ body }) => service().get('/users/me', { 'x-stack-access-token': body.access_token })),
    )

    expect(uses.map((use) => getErrorCode(use))).toEqual(sessions.map(() => 'ACCESS_TOKEN_EXPIRED'))
  })

  test('ends all sessions if no refresh token is given', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const body = { old_password: ada.password, new_password: 'another good password' }

    // The session of another user is not retained.
    await service().post('/auth/password/update', body, {
      ...ada.headers,
      'x-stack-refresh-token': grace.refreshToken,
    })

    expect(getErrorCode(await service().get('/users/me', ada.headers))).toBe('ACCESS_TOKEN_EXPIRED')
    expect((await service().get('/users/me', grace.headers)).status).toBe(200)
  })

  test('a user without a password can set one once, but not update it', async () => {
    const email = uniqueEmail('hedy')
    const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: signInPage })
    const { body } = await service().post('/auth/otp/sign-in', {
      code: codeFromEmail(await service().waitForEmail(email), sent.body.nonce),
    })
    const headers = { 'x-stack-access-token': body.access_token }
    const set = (password: string) => service().post('/auth/password/set', { password }, headers)

    const update = await service().post(
      '/auth/password/update',
      { old_password: 'none', new_password: 'another good password' },
      headers,
    )
    expect(getErrorCode(update)).toBe('USER_DOES_NOT_HAVE_PASSWORD')
    expect(getErrorCode(await set('short'))).toBe('PASSWORD_TOO_SHORT')

    const concurrent = await Promise.all([set('first good password'), set('second good password')])
    expect(concurrent.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await set('third good password')).status).toBe(400)
    expect((await service().get('/users/me', headers)).status).toBe(200)
  })
})

describe('password hashing', () => {
  const client = { projectId: 'phone', networks: [], disconnected: null }
  const findOwnerId = async (projectId: string) => projectId

  /**
   * Guarantee (PW1): Argon2id with at least 19 MiB, two passes and one lane; the parameters are in the hash.
   */
  test('uses Argon2id at the recommended cost in production', async () => {
    const passwords = await createPasswordHashing(defaultOptions.passwordCost, {
      ...defaultOptions.passwordQueue,
      findOwnerId,
    })

    const hash = await passwords.hash('correct horse battery', client)

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const compare = async (password: string, compared: string | null) => {
      const { matches, isWeak } = await passwords.matches(password, compared, client, async () => {})
      return { matches, isWeak }
    }
    expect(await compare('correct horse battery', hash)).toEqual({ matches: true, isWeak: false })
    expect(await compare('correct horse', hash)).toEqual({ matches: false, isWeak: false })
    expect(await compare('a password of no user', null)).toEqual({ matches: false, isWeak: false })
  })

  /** Guarantee (PW1): a sign-in replaces a hash that was made at a lower cost. */
  test('upgrades a weak hash at the next sign-in', async () => {
    const stronger = { memoryCost: 128, timeCost: 2, parallelism: 1 }
    await using isolated = await startAccountService({ options: { passwordCost: stronger } })
    const ada = await signUp(isolated, 'ada@example.com')
    const weak = await createPasswordHashing(fastPasswordHashing.passwordCost, {
      ...fastPasswordHashing.passwordQueue,
      findOwnerId,
    })
    await isolated.server.pool.query('update accounts.user_passwords set hash = $1 where user_id = $2', [
      await weak.hash(ada.password, client),
      ada.userId,
    ])

    const signedIn = await isolated.post('/auth/password/sign-in', {
      email: ada.email,
      password: ada.password,
    })

    const { rows } = await isolated.server.pool.query('select hash from accounts.user_passwords')
    expect(signedIn.status).toBe(200)
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=128,t=2,p=1\$/)
    expect(
      (await isolated.post('/auth/password/sign-in', { email: ada.email, password: ada.password })).status,
    ).toBe(200)
  })

  /** Guarantee (PW6): hashing uses a bounded queue; a full queue returns Retry-After 1. */
  test('returns 429 with Retry-After 1 if the queue is full, and serves the queued requests', async () => {
    const slow = { ...defaultOptions.passwordCost, timeCost: 20 }
    await using isolated = await startAccountService({
      options: { passwordCost: slow, passwordQueue: { running: 1, waiting: 5 } },
    })
    const ada = await signUp(isolated, 'ada@example.com')

    const responses = await Promise.all(
      Array.from({ length: 60 }, () =>
        isolated.post('/auth/password/sign-in', { email: ada.email, password: ada.password }),
      ),
    )

    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true)
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(6)
    expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })

  /** Guarantee (PW6): hashing runs on other threads and does not block the event loop. */
  test('does not block the event loop', async () => {
    const passwords = await createPasswordHashing(defaultOptions.passwordCost, {
      running: 1,
      waiting: 10,
      findOwnerId,
    })
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 1)

    await Promise.all(Array.from({ length: 5 }, () => passwords.hash('correct horse battery', client)))
    clearInterval(timer)

    expect(ticks).toBeGreaterThan(2)
  })
})
