import { required } from '@parley/primitives'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeFromEmail, uniqueEmail } from '../apps/account-service/src/testing.ts'
import type { Device } from './fixture/device.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { enableSecondFactor, rejectedThenAccepted, submitSecondFactor } from './fixture/second-factor.ts'
import { currentUserId, password, signOut, signUp } from './fixture/users.ts'

/** Adds a virtual authenticator without user interaction to a browser. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const registerPasskey = (device: Device) =>
  device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    return await user.registerPasskey()
  })

withEveryClient(
  (fixture) => {
    test('14.6: a passkey is registered and used to sign in', async () => {
      await using ada = await fixture().openDevice()
      await addVirtualAuthenticator(required(ada.page, 'the page of Ada'))
      const userId = await signUp(ada, uniqueEmail('ada'))

      expect(await registerPasskey(ada)).toMatchObject({ status: 'ok' })
      expect(await ada.use(async (app) => (await app.getUser())?.passkeyAuthEnabled)).toBe(true)
      await signOut(ada)
      expect(await currentUserId(ada)).toBeNull()
      await ada.leave((app) => app.signInWithPasskey(), '/inside')

      expect(await currentUserId(ada)).toBe(userId)
    })

    test('14.6: an unknown passkey is rejected with a reason', async () => {
      await using ada = await fixture().openDevice()
      await addVirtualAuthenticator(required(ada.page, 'the page of Ada'))
      await signUp(ada, uniqueEmail('ada'))
      await registerPasskey(ada)
      await ada.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        await user.update({ passkeyAuthEnabled: false })
      })
      await signOut(ada)

      expect(await ada.use((app) => app.signInWithPasskey())).toMatchObject({
        status: 'error',
        error: { errorCode: 'PASSKEY_AUTHENTICATION_FAILED' },
      })
    })

    test('14.7: password sign-in requires the second factor', async () => {
      await using ada = await fixture().openDevice()
      const email = uniqueEmail('ada')
      const userId = await signUp(ada, email)
      const secret = await enableSecondFactor(ada)
      await signOut(ada)

      await ada.leave((app, input) => app.signInWithCredential(input), '/handler/mfa', { email, password })

      expect(await currentUserId(ada)).toBeNull()
      expect(await submitSecondFactor(fixture(), ada, secret)).toEqual(rejectedThenAccepted)
      expect(await currentUserId(ada)).toBe(userId)
      expect(await ada.use(async (app) => (await app.getUser())?.isMultiFactorRequired)).toBe(true)
    })

    test('14.7: code sign-in requires the second factor', async () => {
      await using ada = await fixture().openDevice()
      const email = uniqueEmail('ada')
      const userId = await signUp(ada, email)
      expect(
        await ada.use(
          (app, code) => app.verifyEmail(code),
          codeFromEmail(await fixture().service.waitForEmail(email)),
        ),
      ).toMatchObject({ status: 'ok' })
      const secret = await enableSecondFactor(ada)
      await signOut(ada)
      const before = fixture().service.mailbox.filter(({ to }) => to === email).length
      await ada.use((app, input) => app.sendMagicLinkEmail(input.email, { callbackUrl: input.callbackUrl }), {
        email,
        callbackUrl: `${ada.origin}/handler/magic-link-callback`,
      })
      const code = codeFromEmail(await fixture().service.waitForEmail(email, before + 1))

      await ada.leave((app, input) => app.signInWithMagicLink(input), '/handler/mfa', code)

      expect(await submitSecondFactor(fixture(), ada, secret)).toEqual(rejectedThenAccepted)
      expect(await currentUserId(ada)).toBe(userId)
    })

    test('14.7: passkey sign-in requires the second factor', async () => {
      await using ada = await fixture().openDevice()
      await addVirtualAuthenticator(required(ada.page, 'the page of Ada'))
      const userId = await signUp(ada, uniqueEmail('ada'))
      await registerPasskey(ada)
      const secret = await enableSecondFactor(ada)
      await signOut(ada)

      await ada.leave((app) => app.signInWithPasskey(), '/handler/mfa')

      expect(await submitSecondFactor(fixture(), ada, secret)).toEqual(rejectedThenAccepted)
      expect(await currentUserId(ada)).toBe(userId)
    })

    test('14.7: a disabled second factor is not required', async () => {
      await using ada = await fixture().openDevice()
      const email = uniqueEmail('ada')
      await signUp(ada, email)
      await enableSecondFactor(ada)
      await ada.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        await user.update({ totpMultiFactorSecret: null })
      })
      await signOut(ada)

      await ada.leave((app, input) => app.signInWithCredential(input), '/inside', { email, password })
      expect(await currentUserId(ada)).not.toBeNull()
    })
  },
  { places: ['browser'] },
)
