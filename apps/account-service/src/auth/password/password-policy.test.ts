import { hash } from '@node-rs/bcrypt'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import {
  codeFromEmail,
  getErrorCode,
  setUpAccountService,
  setUpConfiguredService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import { signInWith } from './testing.ts'

const service = setUpAccountService()
const callback = 'https://phone.example.com/handler/email-verification'
const signInPage = 'https://phone.example.com/handler/magic-link-callback'
const signIn = (email: string, password: string, at = service()) => signInWith(at, email, password)

const signUpWithPassword = (password: string, email = uniqueEmail('ada')) =>
  service().post('/auth/password/sign-up', { email, password, verification_callback_url: callback })

/** Guarantee (PW4): common passwords are rejected without a network request. */
test('PW4: rejects leaked passwords with a message, regardless of case and form', async () => {
  for (const password of [
    'password',
    'Password123',
    ' 12345678 ',
    'QWERTYUIOP',
    'iloveyou',
    'ｐａｓｓｗｏｒｄ',
  ]) {
    const response = await signUpWithPassword(password)
    expect([password, getErrorCode(response), response.body.details.message]).toEqual([
      password,
      'PASSWORD_REQUIREMENTS_NOT_MET',
      expect.stringContaining('too common'),
    ])
  }
})

test('PW4: rejects passwords derived from the product, the project or the user', async () => {
  for (const [password, email] of [
    ['parleyparley', uniqueEmail('ada')],
    ['Parley2026!', uniqueEmail('ada')],
    ['lovelace-1815', 'lovelace@example.com'],
    ['adalovelace!!', 'ada.lovelace@example.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
  ] as const)
    expect([password, getErrorCode(await signUpWithPassword(password, email))]).toEqual([
      password,
      'PASSWORD_REQUIREMENTS_NOT_MET',
    ])
  expect((await signUpWithPassword('parley of the seven seas')).status).toBe(200)
})

/** Guarantee (PW4): our own applications reject what is guessed first, also where no list contains it. */
test('PW4: rejects one repeated character, white space and the e-mail address, with a separate error', async () => {
  for (const [password, email] of [
    ['aaaaaaaa', uniqueEmail('ada')],
    ['a a a a a', uniqueEmail('ada')],
    ['ｚｚｚｚzzzz', uniqueEmail('ada')],
    ['\u{1f511}'.repeat(8), uniqueEmail('ada')],
    ['        ', uniqueEmail('ada')],
    ['\t\u00a0\u2003\u200b\t\t\t\t', uniqueEmail('ada')],
    ['a.b-c.d-e', 'a.b-c.d-e@example.com'],
    ['A.B-C.D-F ', 'a.b-c.d-f@example.com'],
  ] as const)
    expect([password, getErrorCode(await signUpWithPassword(password, email))]).toEqual([
      password,
      'PASSWORD_TOO_SIMPLE',
    ])
})

test('PW4: a project of the SDK accepts them', async () => {
  await using sdk = await startAccountService({ settings: { rejects_simple_passwords: false } })
  const response = await sdk.post('/auth/password/sign-up', {
    email: uniqueEmail('ada'),
    password: 'aaaaaaaa',
    verification_callback_url: callback,
  })

  expect(response.status).toBe(200)
})

test('PW4: the first administrator has the same policy', async () => {
  await using isolated = await startAccountService()
  const response = await fetch(`${isolated.origin}/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: isolated.setUpLink?.split('#')[1],
      display_name: 'Ada',
      email: uniqueEmail('ada'),
      password: 'aaaaaaaa',
    }),
  })

  expect([response.status, getErrorCode(response)]).toEqual([400, 'PASSWORD_TOO_SIMPLE'])
})

test('PW4: the same policy applies to setting and changing a password', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const update = await service().post(
    '/auth/password/update',
    { old_password: ada.password, new_password: 'letmein123' },
    ada.headers,
  )
  const email = uniqueEmail('grace')
  const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url: signInPage })
  const { body } = await service().post('/auth/otp/sign-in', {
    code: codeFromEmail(await service().waitForEmail(email), sent.body.nonce),
  })
  const set = await service().post(
    '/auth/password/set',
    { password: 'password1' },
    { 'x-stack-access-token': body.access_token },
  )

  expect([getErrorCode(update), getErrorCode(set)]).toEqual([
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_REQUIREMENTS_NOT_MET',
  ])
})

describe('with a minimum of 15 characters', () => {
  const strict = setUpConfiguredService({ settings: { password_minimum: 15 } })

  test('PW3: rejects shorter passwords and has no composition rules', async () => {
    const form = (password: string) => ({
      email: uniqueEmail('ada'),
      password,
      verification_callback_url: callback,
    })
    const short = await strict().post('/auth/password/sign-up', form('only fourteen!'))
    const long = await strict().post('/auth/password/sign-up', form('onlylowerletter'))

    expect([short.status, getErrorCode(short), short.body.details]).toEqual([
      400,
      'PASSWORD_TOO_SHORT',
      { min_length: 15 },
    ])
    expect(long.status).toBe(200)
  })

  test('clients read the length limits', async () => {
    const { body } = await strict().get('/projects/current')

    expect(body.config).toMatchObject({ password_min_length: 15, password_max_length: 70 })
  })
})

test('PW1: an imported bcrypt hash signs in and is upgraded to Argon2id', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))

  const stored = async () =>
    required(
      (
        await service().server.pool.query<{ hash: string }>(
          'select hash from accounts.user_passwords where user_id = $1',
          [ada.userId],
        )
      ).rows[0],
      'a row',
    ).hash
  for (const prefix of ['$2a$', '$2b$', '$2y$']) {
    const imported = (await hash('correct horse staple', { cost: 10 })).replace(/^\$2.\$/, prefix)
    await service().server.pool.query('update accounts.user_passwords set hash = $2 where user_id = $1', [
      ada.userId,
      imported,
    ])

    expect(getErrorCode(await signIn(ada.email, 'correct horse stapler'))).toBe('EMAIL_PASSWORD_MISMATCH')
    expect(await stored()).toBe(imported)
    expect((await signIn(ada.email, 'correct horse staple')).status).toBe(200)
    expect(await stored()).toMatch(/^\$argon2id\$/)
    expect((await signIn(ada.email, 'correct horse staple')).status).toBe(200)
  }
})
