import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../apps/account-service/src/testing.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { currentUserId, password, signIn, signOut, signUp } from './fixture/users.ts'

const minuteMs = 60_000

/** Longer than the lifetime of an access token. */
const pastExpiryMs = 11 * minuteMs

/** Guarantee (OP8): applications on the public clients change only the base URL and the keys. */
withEveryClient((fixture) => {
  test('14.1: reads the project, signs up, verifies by e-mail, signs out and signs in', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const callback = `${ada.origin}/handler/email-verification?after_auth_return_to=%2Fhome`

    const project = await ada.use(async (app) => {
      const { id, config } = await app.getProject()
      return { id, config }
    })
    const signedUp = await ada.use((app, input) => app.signUpWithCredential({ ...input, noRedirect: true }), {
      email,
      password,
      verificationCallbackUrl: callback,
    })
    const mail = await fixture().service.waitForEmail(email)
    const isVerified = () => ada.use(async (app) => (await app.getUser())?.primaryEmailVerified)

    expect(project).toMatchObject({
      id: fixture().settings.projectId,
      config: { signUpEnabled: true, credentialEnabled: true, magicLinkEnabled: true, passkeyEnabled: true },
    })
    expect(signedUp.status).toBe('ok')
    expect(mail.text).toContain(`${callback}&code=`)
    expect(await isVerified()).toBe(false)
    expect(await ada.use((app, code) => app.verifyEmail(code), codeFromEmail(mail))).toMatchObject({
      status: 'ok',
    })
    expect(await isVerified()).toBe(true)

    await signOut(ada)
    expect(await currentUserId(ada)).toBeNull()
    expect(await signIn(ada, email, 'not this one')).toBe('EMAIL_PASSWORD_MISMATCH')
    expect(await signIn(ada, email)).toBe('ok')
    expect(await currentUserId(ada)).not.toBeNull()
  })

  test('14.1: sign-up errors arrive as results', async () => {
    await using ada = await fixture().openDevice()
    await using grace = await fixture().openDevice()
    const email = uniqueEmail('ada')
    await signUp(ada, email)
    const signUpWith = (chosen: string, address = uniqueEmail('grace')) =>
      grace.use((app, input) => app.signUpWithCredential({ ...input, noRedirect: true }), {
        email: address,
        password: chosen,
        verificationCallbackUrl: `${grace.origin}/handler/email-verification`,
      })

    expect(await signUpWith(password, email)).toMatchObject({
      error: { errorCode: 'USER_EMAIL_ALREADY_EXISTS' },
    })
    expect(await signUpWith('short')).toMatchObject({
      error: { errorCode: 'PASSWORD_TOO_SHORT', details: { min_length: 8 } },
    })
    expect(await signUpWith('long enough '.repeat(10))).toMatchObject({
      error: { errorCode: 'PASSWORD_TOO_LONG', details: { maxLength: 70 } },
    })
  })

  test('14.1: a revoked refresh token signs out', async () => {
    await using ada = await fixture().openDevice()
    const userId = await signUp(ada, uniqueEmail('ada'))
    await fixture().service.patch(
      `/users/${userId}`,
      { password: 'another horse battery' },
      fixture().project.asServer,
    )

    fixture().service.advance(pastExpiryMs)

    expect(await currentUserId(ada)).toBeNull()
    expect(fixture().proxy.exchanges.at(-1)).toMatchObject({ knownError: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
  })

  test('14.2: an expired access token is refreshed transparently', async () => {
    await using ada = await fixture().openDevice()
    const userId = await signUp(ada, uniqueEmail('ada'))

    fixture().service.advance(pastExpiryMs)

    expect(await currentUserId(ada)).toBe(userId)
    await ada.use(async (app) => void (await (await app.getUser())?.setDisplayName('Ada')))
    expect(await ada.use(async (app) => (await app.getUser())?.displayName)).toBe('Ada')
    expect(fixture().proxy.exchanges.map(({ knownError }) => knownError)).toContain('ACCESS_TOKEN_EXPIRED')
  })

  test('14.4: a magic link and a typed code sign in', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const send = () =>
      ada.use((app, input) => app.sendMagicLinkEmail(input.email, { callbackUrl: input.callbackUrl }), {
        email,
        callbackUrl: `${ada.origin}/handler/magic-link-callback`,
      })
    const enter = (code: string) =>
      ada.use((app, input) => app.signInWithMagicLink(input, { noRedirect: true }), code)

    await send()
    const link = codeFromEmail(await fixture().service.waitForEmail(email))
    expect(await enter(link)).toMatchObject({ status: 'ok' })
    const userId = await currentUserId(ada)
    expect(userId).not.toBeNull()

    const sent = await send()
    const mail = await fixture().service.waitForEmail(email, 2)
    const typed = codeFromEmail(mail).slice(0, 6).toUpperCase()
    expect(mail.text).toContain(typed)
    if (sent.status !== 'ok') throw new Error('No code was sent.')
    expect(await enter(typed + sent.data.nonce)).toMatchObject({ status: 'ok' })
    expect(await currentUserId(ada)).toBe(userId)
  })

  test('14.4: errors for wrong, used and expired codes, and for the 21st attempt, arrive as results', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const codeSent = async (count: number) => {
      await ada.use((app, input) => app.sendMagicLinkEmail(input.email, { callbackUrl: input.callbackUrl }), {
        email,
        callbackUrl: `${ada.origin}/handler/magic-link-callback`,
      })
      return codeFromEmail(await fixture().service.waitForEmail(email, count))
    }
    const enter = async (code: string) => {
      const result = await ada.use((app, input) => app.signInWithMagicLink(input, { noRedirect: true }), code)
      return result.status === 'ok' ? 'ok' : result.error.errorCode
    }

    const used = await codeSent(1)
    expect(await enter(used)).toBe('ok')
    expect(await enter(used)).toBe('VERIFICATION_CODE_ALREADY_USED')
    expect(await enter('0'.repeat(45))).toBe('VERIFICATION_CODE_NOT_FOUND')

    const guessed = await codeSent(2)
    const guesses = Array.from({ length: 20 }, (_, index) => `zzzz${10 + index}${guessed.slice(6)}`)
    for (const guess of guesses) expect(await enter(guess)).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect(await enter(guessed)).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')

    const late = await codeSent(3)
    fixture().service.advance(8 * 24 * 60 * minuteMs)
    expect(await enter(late)).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test('14.5: a password reset ends every session', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    await signUp(ada, email)
    await ada.use(
      (app, input) => app.sendForgotPasswordEmail(input.email, { callbackUrl: input.callbackUrl }),
      {
        email,
        callbackUrl: `${ada.origin}/handler/password-reset`,
      },
    )
    const code = codeFromEmail(await fixture().service.waitForEmail(email, 2))
    const reset = (chosen: string) =>
      ada.use((app, input) => app.resetPassword(input), { code, password: chosen })

    expect(await ada.use((app, input) => app.verifyPasswordResetCode(input), code)).toMatchObject({
      status: 'ok',
    })
    expect(await reset('another horse battery')).toMatchObject({ status: 'ok' })
    expect(await reset('a third horse battery')).toMatchObject({
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
    fixture().service.advance(pastExpiryMs)
    expect(await currentUserId(ada)).toBeNull()
    expect(await signIn(ada, email)).toBe('EMAIL_PASSWORD_MISMATCH')
    expect(await signIn(ada, email, 'another horse battery')).toBe('ok')
  })

  test('14.5: a password change ends all other sessions', async () => {
    await using ada = await fixture().openDevice()
    await using telephone = await fixture().openDevice()
    const email = uniqueEmail('ada')
    const userId = await signUp(ada, email)
    await signIn(telephone, email)
    const change = (oldPassword: string, newPassword: string) =>
      ada.use(async (app, input) => (await (await app.getUser())?.updatePassword(input)) ?? null, {
        oldPassword,
        newPassword,
      })

    expect(await change('not this one', 'another horse battery')).toMatchObject({
      errorCode: 'PASSWORD_CONFIRMATION_MISMATCH',
    })
    expect(await change(password, 'short')).toMatchObject({ errorCode: 'PASSWORD_TOO_SHORT' })
    expect(await change(password, 'another horse battery')).toBeNull()
    fixture().service.advance(pastExpiryMs)
    expect(await currentUserId(ada)).toBe(userId)
    expect(await currentUserId(telephone)).toBeNull()
  })

  test('14.5: a user without a password sets one', async () => {
    await using ada = await fixture().openDevice()
    const email = uniqueEmail('ada')
    await ada.use((app, input) => app.sendMagicLinkEmail(input.email, { callbackUrl: input.callbackUrl }), {
      email,
      callbackUrl: `${ada.origin}/handler/magic-link-callback`,
    })
    const code = codeFromEmail(await fixture().service.waitForEmail(email))
    await ada.use((app, input) => app.signInWithMagicLink(input, { noRedirect: true }), code)
    const set = (chosen: string) =>
      ada.use(async (app, input) => (await (await app.getUser())?.setPassword(input)) ?? null, {
        password: chosen,
      })

    expect(await set('short')).toMatchObject({ errorCode: 'PASSWORD_TOO_SHORT' })
    expect(await set('another horse battery')).toBeNull()
    expect(await ada.use(async (app) => (await app.getUser())?.hasPassword)).toBe(true)
    expect(await signIn(ada, email, 'another horse battery')).toBe('ok')
  })
})
