import { createHmac } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { Secret } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { runConcurrently } from '../../platform/audit/testing.ts'
import {
  codeFromEmail,
  configureProject,
  getErrorCode,
  setSecondFactor,
  setUpAccountService,
  setUpConfiguredService,
  signUp,
  signUpWithSecondFactor,
  startAccountService,
  type TestResponse,
  type TestService,
  totpChange,
  totpCodeFor,
  uniqueEmail,
} from '../../testing.ts'

type Person = Awaited<ReturnType<typeof signUpWithSecondFactor>>

const service = setUpAccountService()

const beginSignIn = async (at: TestService, { email, password }: Person): Promise<string> => {
  const response = await at.post('/auth/password/sign-in', { email, password })
  expect([response.status, getErrorCode(response)]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'])
  return response.body.details.attempt_code
}
const finishSignIn = (at: TestService, code: string, totp: string) =>
  at.post('/auth/mfa/sign-in', { type: 'totp', totp, code })
const signInAgain = async (at: TestService, linus: Person, totp: string) =>
  await finishSignIn(at, await beginSignIn(at, linus), totp)
const createRecoveryCodes = async (at: TestService, { headers }: Person): Promise<string[]> =>
  (await at.post('/auth/mfa/recovery-codes', {}, headers)).body.recovery_codes
const newPassword = 'another good password'
const changePassword = (at: TestService, { password, headers }: Pick<Person, 'password' | 'headers'>) =>
  at.post('/auth/password/update', { old_password: password, new_password: newPassword }, headers)
const codes = (responses: readonly TestResponse[]) =>
  responses.map((response) => getErrorCode(response) ?? response.status)

describe('sign-in with a second factor', () => {
  test('the password returns an attempt code, and the TOTP code a session', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const code = await beginSignIn(service(), linus)
    const response = await finishSignIn(service(), code, totpCodeFor(service(), linus.secret))
    const me = await service().get('/users/me', { 'x-stack-access-token': response.body.access_token })

    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
    expect(Object.keys(response.body).sort()).toEqual([
      'access_token',
      'is_new_user',
      'refresh_token',
      'user_id',
    ])
    expect([response.body.user_id, response.body.is_new_user]).toEqual([linus.userId, false])
    expect([me.body.id, me.body.requires_totp_mfa]).toEqual([linus.userId, true])
  })

  test('wrong codes do not consume the attempt; a correct one does', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const earlier = await beginSignIn(service(), linus)
    const code = await beginSignIn(service(), linus)
    const right = totpCodeFor(service(), linus.secret)

    for (const wrong of ['12345', '', 'abcdef', '１２３４５６']) {
      const refused = await finishSignIn(service(), code, wrong)
      expect([refused.status, getErrorCode(refused), refused.body.details]).toEqual([
        400,
        'INVALID_TOTP_CODE',
        undefined,
      ])
    }
    expect(getErrorCode(await finishSignIn(service(), earlier, right))).toBe('VERIFICATION_CODE_EXPIRED')
    expect((await finishSignIn(service(), code, right)).status).toBe(200)
    const again = await finishSignIn(service(), code, right)
    expect([again.status, getErrorCode(again)]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED'])
  })

  test('invalid attempt codes have distinct errors', async () => {
    await using isolated = await startAccountService()
    const linus = await signUpWithSecondFactor(isolated, 'linus@example.com')
    const code = await beginSignIn(isolated, linus)
    const unknown = await finishSignIn(isolated, '0'.repeat(45), '123456')
    const short = await finishSignIn(isolated, 'abc', '123456')
    const otherType = await isolated.post('/auth/mfa/sign-in', { type: 'sms', totp: '123456', code })
    isolated.advance(5 * 60_000 + 1)
    const late = await finishSignIn(isolated, code, totpCodeFor(isolated, linus.secret))

    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect([getErrorCode(short), getErrorCode(otherType)]).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
    expect([late.status, getErrorCode(late)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
  })

  /** Guarantee (MF1): an observed TOTP code cannot be replayed. */
  test('MF1: a TOTP time step is accepted once, also concurrently', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const digits = totpCodeFor(service(), linus.secret)
    const code = await beginSignIn(service(), linus)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => finishSignIn(service(), code, digits)),
    )
    const later = await signInAgain(service(), linus, digits)
    const earlier = await signInAgain(service(), linus, totpCodeFor(service(), linus.secret, -1))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(codes([later, earlier])).toEqual(['INVALID_TOTP_CODE', 'INVALID_TOTP_CODE'])
  })

  test('MF1: accepts only the current and adjacent time steps of the server clock', async () => {
    for (const [stepOffset, expected] of [
      [-3, 'INVALID_TOTP_CODE'],
      [3, 'INVALID_TOTP_CODE'],
      [0, 200],
    ] as const) {
      const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
      const response = await signInAgain(service(), linus, totpCodeFor(service(), linus.secret, stepOffset))
      expect([stepOffset, getErrorCode(response) ?? response.status]).toEqual([stepOffset, expected])
    }
    await using isolated = await startAccountService()
    const grace = await signUpWithSecondFactor(isolated, 'grace@example.com')
    const digits = totpCodeFor(isolated, grace.secret)
    isolated.advance(30_000)
    expect((await signInAgain(isolated, grace, digits)).status).toBe(200)
    isolated.advance(90_000)
    expect(getErrorCode(await signInAgain(isolated, grace, digits))).toBe('INVALID_TOTP_CODE')
  })

  /** Guarantee (MF2): an attempt code cannot be used for brute force. */
  test('MF2: rejects the sixth attempt with one attempt code, right or wrong', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const code = await beginSignIn(service(), linus)
    const responses: TestResponse[] = []
    for (let tried = 0; tried < 5; tried++) responses.push(await finishSignIn(service(), code, 'no'))
    const right = await finishSignIn(service(), code, totpCodeFor(service(), linus.secret))

    expect(new Set(codes(responses))).toEqual(new Set(['INVALID_TOTP_CODE']))
    expect([right.status, getErrorCode(right)]).toEqual([400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])
  })

  test('MF2: after ten wrong codes of a user a correct one is rejected with the same error', async () => {
    await using isolated = await startAccountService({ rateLimitFactor: 1 })
    const linus = await signUpWithSecondFactor(isolated, 'linus@example.com')
    for (let attempt = 0; attempt < 2; attempt++) {
      const code = await beginSignIn(isolated, linus)
      for (let tried = 0; tried < 5; tried++)
        expect(getErrorCode(await finishSignIn(isolated, code, 'no'))).toBe('INVALID_TOTP_CODE')
    }

    const right = await signInAgain(isolated, linus, totpCodeFor(isolated, linus.secret))
    expect(getErrorCode(right)).toBe('INVALID_TOTP_CODE')
  })

  /** Guarantee (CO1): a new code cancels earlier ones for the same subject, also concurrently. */
  test('CO1: of codes created concurrently for one user exactly one stays valid', async () => {
    await using isolated = await startAccountService()
    const { pool } = isolated.server
    const linus = await signUpWithSecondFactor(isolated, uniqueEmail('linus'))
    const isWaiting = async (count: number) => {
      const { rowCount } = await pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rowCount === count
    }
    // Each of them inserts its code and then an audit entry, so all codes are inserted before the first one
    // commits.
    const blocking = await pool.connect()
    await blocking.query('begin; lock table accounts.audit_entries in share row exclusive mode')
    const creating = Array.from({ length: 5 }, () => beginSignIn(isolated, linus))
    await waitUntil('all sign-ins wait', () => isWaiting(5))
    await blocking.query('commit')
    blocking.release()

    const responses: TestResponse[] = []
    for (const code of await Promise.all(creating)) responses.push(await finishSignIn(isolated, code, 'no'))

    expect(codes(responses).sort()).toEqual([
      'INVALID_TOTP_CODE',
      ...Array.from({ length: 4 }, () => 'VERIFICATION_CODE_EXPIRED'),
    ])
  })

  /** Guarantee (PW5): knowing only the old password is not enough to complete a sign-in. */
  test('PW5: changing the password invalidates MFA attempts started with the old one', async () => {
    const at = service()
    const receiveLink = (email: string, page: string) =>
      vi.waitUntil(() => at.mailbox.find(({ to, text }) => to === email && text.includes(page)), {
        timeout: 20_000,
        interval: 20,
      })
    const verify = async ({ email }: { email: string }) =>
      at.post('/contact-channels/verify', { code: codeFromEmail(await receiveLink(email, 'code=')) })
    const changes: readonly ((linus: Person) => Promise<TestResponse>)[] = [
      async ({ email }) => {
        const callback_url = 'https://phone.example.com/handler/password-reset'
        await at.post('/auth/password/send-reset-code', { email, callback_url })
        const mail = await receiveLink(email, callback_url)
        return await at.post('/auth/password/reset', { code: codeFromEmail(mail), password: newPassword })
      },
      ({ password, headers }) => changePassword(at, { password, headers }),
      ({ userId }) => at.patch(`/users/${userId}`, { password: newPassword }, at.serverHeaders),
      ({ userId }) => at.patch(`/users/${userId}`, { password: null }, at.serverHeaders),
    ]

    for (const change of changes) {
      const linus = await signUpWithSecondFactor(at, uniqueEmail('linus'))
      await verify(linus)
      const code = await beginSignIn(at, linus)
      expect((await change(linus)).status).toBe(200)
      const response = await finishSignIn(at, code, totpCodeFor(at, linus.secret))
      expect([response.status, getErrorCode(response)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
    }
  })

  /** Guarantee (PW5): also concurrently. */
  test('PW5: an MFA attempt completed during a password change leaves no session', async () => {
    const at = service()
    const alive = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const linus = await signUpWithSecondFactor(at, uniqueEmail('linus'))
        const code = await beginSignIn(at, linus)
        const [changed, { body }] = await Promise.all([
          changePassword(at, linus),
          finishSignIn(at, code, totpCodeFor(at, linus.secret)),
        ])
        expect(changed.status).toBe(200)
        if (!body.refresh_token) return false
        const headers = { 'x-stack-refresh-token': body.refresh_token }
        return (await at.post('/auth/sessions/current/refresh', undefined, headers)).status === 200
      }),
    )

    expect(alive).toEqual(alive.map(() => false))
  })

  /** Guarantee (SE2): a database dump does not allow generating TOTP codes. */
  test('SE2: the secret is stored encrypted and bound to its user', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const { rows } = await service().server.pool.query<{ sealed_secret: string }>(
      'select sealed_secret from accounts.user_totp where user_id = $1',
      [linus.userId],
    )
    const stored = required(rows[0], 'a row').sealed_secret
    const secret = Buffer.from(linus.secret.bytes)

    for (const text of [secret.toString('base64'), secret.toString('hex'), linus.secret.base32])
      expect(stored).not.toContain(text)
  })

  test('rejects an invalid TOTP secret', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    for (const totp_secret_base64 of ['', 'not base64!', 'a'.repeat(2000), 7])
      expect(getErrorCode(await service().patch('/users/me', { totp_secret_base64 }, ada.headers))).toBe(
        'SCHEMA_ERROR',
      )
  })

  test('null disables the second factor', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const response = await service().patch('/users/me', { totp_secret_base64: null }, linus.headers)

    expect(response.body.requires_totp_mfa).toBe(false)
    expect(
      (await service().post('/auth/password/sign-in', { email: linus.email, password: linus.password }))
        .status,
    ).toBe(200)
  })
})

describe('recovery codes', () => {
  /** Guarantee (MF3): each of ten recovery codes replaces the TOTP code once. */
  test('MF3: a recovery code works once, also concurrently, regardless of formatting', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const recovery = await createRecoveryCodes(service(), linus)
    const code = await beginSignIn(service(), linus)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        finishSignIn(service(), code, required(recovery[0], 'a recovery code')),
      ),
    )
    const again = await signInAgain(service(), linus, required(recovery[0], 'a recovery code'))
    const reformatted = await signInAgain(
      service(),
      linus,
      ` ${required(recovery[1], 'a second recovery code').toUpperCase().replaceAll('-', ' ')}`,
    )
    const left = await service().get('/auth/mfa/recovery-codes', linus.headers)

    expect(recovery).toHaveLength(10)
    expect(new Set(recovery).size).toBe(10)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(getErrorCode(again)).toBe('INVALID_TOTP_CODE')
    expect(reformatted.status).toBe(200)
    expect(left.body).toEqual({ remaining: 8 })
  })

  test('ZR42: of different recovery codes sent concurrently for one sign-in, only the one that succeeds is spent', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const recovery = await createRecoveryCodes(service(), linus)
    const code = await beginSignIn(service(), linus)
    const responses = await Promise.all(
      recovery.slice(0, 4).map((recoveryCode) => finishSignIn(service(), code, recoveryCode)),
    )
    const left = await service().get('/auth/mfa/recovery-codes', linus.headers)

    expect(codes(responses).filter((result) => result === 200)).toHaveLength(1)
    expect(left.body).toEqual({ remaining: 9 })
  })

  test('MF3: new recovery codes replace the earlier ones, and only hashes are stored', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const earlier = await createRecoveryCodes(service(), linus)
    const later = await createRecoveryCodes(service(), linus)
    const { rows } = await service().server.pool.query(
      'select code_hash from accounts.recovery_codes where user_id = $1',
      [linus.userId],
    )

    expect(getErrorCode(await signInAgain(service(), linus, required(earlier[0], 'an earlier row')))).toBe(
      'INVALID_TOTP_CODE',
    )
    expect((await signInAgain(service(), linus, required(later[0], 'a later row'))).status).toBe(200)
    expect(rows).toHaveLength(10)
    const dump = JSON.stringify(rows)
    for (const text of later) expect(dump).not.toContain(text.replaceAll('-', ''))
  })

  test('MF3: a recovery code does not work for another user', async () => {
    const [linus, grace] = await Promise.all([
      signUpWithSecondFactor(service(), uniqueEmail('linus')),
      signUpWithSecondFactor(service(), uniqueEmail('grace')),
    ])
    const [code] = await createRecoveryCodes(service(), grace)

    expect(getErrorCode(await signInAgain(service(), linus, required(code, 'the code')))).toBe(
      'INVALID_TOTP_CODE',
    )
  })

  /** Guarantee (MF3): write access to the database is not enough to sign in with a recovery code. */
  test('MF3: a stored hash is bound to its user and to the key of the service', async () => {
    const [linus, grace] = await Promise.all([
      signUpWithSecondFactor(service(), uniqueEmail('linus')),
      signUpWithSecondFactor(service(), uniqueEmail('grace')),
    ])
    const [moved, forged] = await createRecoveryCodes(service(), grace)
    const text = required(forged, 'a forged code').replaceAll('-', '')
    const unkeyed = ['recovery codes', ''].flatMap((key) =>
      [`${linus.userId} ${text}`, text].map((input) => createHmac('sha256', key).update(input).digest('hex')),
    )
    const { pool } = service().server
    await pool.query('update accounts.recovery_codes set user_id = $1 where user_id = $2', [
      linus.userId,
      grace.userId,
    ])
    await pool.query(
      `insert into accounts.recovery_codes (user_id, code_hash, created_at)
       select $1, unnest($2::text[]), now()`,
      [linus.userId, unkeyed],
    )

    for (const code of [moved, forged])
      expect(getErrorCode(await signInAgain(service(), linus, required(code, 'the code')))).toBe(
        'INVALID_TOTP_CODE',
      )
  })

  test('recovery codes require a second factor and are deleted with it', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const without = await service().post('/auth/mfa/recovery-codes', {}, ada.headers)
    const anonymous = await service().post('/auth/mfa/recovery-codes', {})
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    await createRecoveryCodes(service(), linus)
    await service().patch('/users/me', { totp_secret_base64: null }, linus.headers)

    expect([without.status, without.body]).toEqual([400, expect.stringContaining('second factor')])
    expect(getErrorCode(anonymous)).toBe('SCHEMA_ERROR')
    expect((await service().get('/auth/mfa/recovery-codes', linus.headers)).body).toEqual({ remaining: 0 })
  })

  /** Guarantee (ZR15): a user who has lost the device and the recovery codes replaces both in one step. */
  test('ZR15: recovery codes of a replaced second factor are not accepted', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const [first] = await createRecoveryCodes(service(), linus)
    const secret = new Secret({ size: 20 })
    await service().patch('/users/me', totpChange(service(), secret), linus.headers)
    const left = await service().get('/auth/mfa/recovery-codes', linus.headers)
    const withOldCode = await signInAgain(service(), linus, required(first, 'a recovery code'))
    const withNewFactor = await signInAgain(service(), linus, totpCodeFor(service(), secret, 1))

    expect(left.body).toEqual({ remaining: 0 })
    expect(getErrorCode(withOldCode)).toBe('INVALID_TOTP_CODE')
    expect(withNewFactor.status).toBe(200)
  })

  test('ZR15: recovery codes made while the second factor is removed do not remain', async () => {
    const linus = await signUpWithSecondFactor(service(), uniqueEmail('linus'))
    const [removed, created] = await runConcurrently(
      service(),
      () => service().patch('/users/me', { totp_secret_base64: null }, linus.headers),
      () => service().post('/auth/mfa/recovery-codes', {}, linus.headers),
    )
    const left = await service().get('/auth/mfa/recovery-codes', linus.headers)

    expect([removed, created].map((response) => response?.status)).toEqual([200, 400])
    expect(left.body).toEqual({ remaining: 0 })
  })
})

describe('changes of the second factor', () => {
  /** Guarantee (MF6): users are notified of every change of their sign-in methods. */
  test('MF6: every change of the second factor and use of a recovery code is notified by e-mail', async () => {
    const at = service()
    const email = uniqueEmail('linus')
    const verify = async () => {
      const mail = await at.waitForEmail(email)
      await at.post('/contact-channels/verify', { code: /code=([0-9a-z]{45})/.exec(mail.text)?.[1] })
    }
    const person = await signUp(at, email)
    await verify()
    const { secret } = await enableTotp(at, person)
    const linus = { ...person, secret }
    await at.waitForEmail(email, 2)
    await createRecoveryCodes(at, linus)
    await at.waitForEmail(email, 3)
    const [recovery] = await createRecoveryCodes(at, linus)
    await at.waitForEmail(email, 4)
    await signInAgain(at, linus, required(recovery, 'the recovery codes'))
    await at.waitForEmail(email, 5)
    await at.patch('/users/me', { totp_secret_base64: null }, linus.headers)
    await at.waitForEmail(email, 6)

    const mails = at.mailbox.filter(({ to }) => to === email).slice(1)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A second factor is now required (Parley)',
      'Recovery codes were generated (Parley)',
      'Recovery codes were replaced (Parley)',
      'A recovery code was used (Parley)',
      'The second factor was removed (Parley)',
    ])
    // Only where there were some.
    expect(mails.map(({ text }) => text.includes('Earlier codes'))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
  })
})

async function enableTotp(at: TestService, person: Awaited<ReturnType<typeof signUp>>) {
  const { secret } = await signUpWithSecondFactor(at, uniqueEmail('spare'))
  await setSecondFactor(at, person.userId, secret)
  return { secret }
}

describe('with recent authentication required', () => {
  const strict = setUpConfiguredService({ settings: { needs_recent_authentication: true } })

  /** Guarantee (MF5): a stolen session cannot remove the second factor. */
  test('MF5: disabling the second factor and creating recovery codes require a sign-in within ten minutes', async () => {
    const linus = await signUpWithSecondFactor(strict(), uniqueEmail('linus'))
    strict().advance(11 * 60_000)
    const { body } = await strict().post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': linus.refreshToken,
    })
    const old = { 'x-stack-access-token': body.access_token }
    const off = await strict().patch('/users/me', { totp_secret_base64: null }, old)
    const created = await strict().post('/auth/mfa/recovery-codes', {}, old)
    const renewed = await signInAgain(strict(), linus, totpCodeFor(strict(), linus.secret))
    const recent = { 'x-stack-access-token': renewed.body.access_token }

    for (const response of [off, created])
      expect([response.status, getErrorCode(response), response.body.details]).toEqual([
        401,
        'USER_AUTHENTICATION_REQUIRED',
        undefined,
      ])
    expect((await strict().post('/auth/mfa/recovery-codes', {}, recent)).status).toBe(200)
    expect((await strict().patch('/users/me', { totp_secret_base64: null }, recent)).status).toBe(200)
  })

  test('MF5: other changes do not require it, and none do if the project does not', async () => {
    await using lax = await startAccountService()
    await configureProject(lax, { settings: { needs_recent_authentication: false } })
    const linus = await signUpWithSecondFactor(lax, 'linus@example.com')
    lax.advance(11 * 60_000)
    const { body } = await lax.post('/auth/sessions/current/refresh', undefined, {
      'x-stack-refresh-token': linus.refreshToken,
    })
    const old = { 'x-stack-access-token': body.access_token }

    expect((await lax.patch('/users/me', { display_name: 'Linus' }, old)).status).toBe(200)
    expect((await lax.patch('/users/me', { totp_secret_base64: null }, old)).status).toBe(200)
  })
})
