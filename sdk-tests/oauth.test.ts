import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asPerson,
  type OpenidProvider,
  type Person,
  providerClient,
  startOpenidProvider,
} from '../apps/account-service/src/oauth/providers/testing/openid-provider.ts'
import { codeFromEmail, uniqueEmail } from '../apps/account-service/src/testing.ts'
import type { Device } from './fixture/device.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { enableSecondFactor, rejectedThenAccepted, submitSecondFactor } from './fixture/second-factor.ts'
import { currentUserId, signOut, signUp } from './fixture/users.ts'

const personNamed = (name: string, email = uniqueEmail(name)): Person => ({
  sub: `${name}-${randomUUID()}`,
  email,
  email_verified: true,
  name,
})

withEveryClient(
  (fixture) => {
    let provider: OpenidProvider
    beforeAll(async () => {
      provider = await startOpenidProvider({
        redirectUris: [`${fixture().proxy.origin}/api/v1/auth/oauth/callback/acme`],
      })
      const { status, body } = await fixture().service.patch(
        '/internal/settings',
        { oidc_issuers: [{ id: 'acme', issuer: provider.issuer, ...providerClient }] },
        fixture().project.asAdmin,
      )
      if (status !== 200) throw new Error(JSON.stringify(body))
    })
    afterAll(() => provider[Symbol.asyncDispose]())

    /** Sets the user who signs in at the provider. */
    const setPersonAtProvider = (device: Device, person: Person | null) =>
      required(device.page, 'the page of the device')
        .context()
        .addCookies(
          Object.entries(asPerson(person)).map(([name, value]) => ({ name, value, url: provider.issuer })),
        )
    const signInAndOpen = (device: Device, path: string) =>
      device.leave((app) => app.signInWithOAuth('acme'), path)
    const readErrorPage = (device: Device) => {
      const { errorCode, message, details } = Object.fromEntries(
        new URL(required(device.page, 'the page of the device').url()).searchParams,
      )
      expect(message).not.toBe('')
      return { errorCode, details: JSON.parse(details ?? '') }
    }
    const merge = async (oauthAccountMergeStrategy: 'link_method' | 'raise_error' | 'allow_duplicates') =>
      await (await fixture().admin.getProject()).update({ config: { oauthAccountMergeStrategy } })
    /** Creates a user with a verified e-mail address and a password. */
    const signUpVerified = async (device: Device, email: string) => {
      const userId = await signUp(device, email)
      const code = codeFromEmail(await fixture().service.waitForEmail(email))
      await device.use((app, input) => app.verifyEmail(input), code)
      return userId
    }
    /** Links the provider account to the signed-in user and returns to the same page. */
    const link = (device: Device, path: string, scopes: string[] = []) =>
      device.leave(
        async (app, input) => {
          const user = await app.getUser({ or: 'throw' })
          await user.getConnectedAccount('acme' as 'github', { or: 'redirect', scopes: input })
        },
        path,
        scopes,
      )
    const isConnected = (device: Device, scopes: string[] = []) =>
      device.use(async (app, input) => {
        const user = await app.getUser({ or: 'throw' })
        return (await user.getConnectedAccount('acme' as 'github', { scopes: input })) !== null
      }, scopes)

    test('14.8: a user signs up with a provider and signs in the next time', async () => {
      await using ada = await fixture().openDevice()
      const person = personNamed('ada')
      await setPersonAtProvider(ada, person)

      await signInAndOpen(ada, '/welcome')
      const userId = await currentUserId(ada)
      expect(await ada.use(async (app) => (await app.getUser())?.primaryEmail)).toBe(person.email)
      await signOut(ada)
      await signInAndOpen(ada, '/inside')

      expect(userId).not.toBeNull()
      expect(await currentUserId(ada)).toBe(userId)
    })

    test('14.8: an error of the provider leads to the error page', async () => {
      await using ada = await fixture().openDevice()
      await setPersonAtProvider(ada, null)

      await signInAndOpen(ada, '/handler/error')

      expect(readErrorPage(ada)).toEqual({ errorCode: 'OAUTH_PROVIDER_ACCESS_DENIED', details: {} })
      expect(await currentUserId(ada)).toBeNull()
    })

    test('14.8: an expired authorization request leads to the error page', async () => {
      await using ada = await fixture().openDevice()
      await setPersonAtProvider(ada, personNamed('ada'))
      provider.provider.once('interaction.started', () => fixture().service.advance(61 * 60_000))

      await signInAndOpen(ada, '/handler/error')

      expect(readErrorPage(ada).errorCode).toBe('OUTER_OAUTH_TIMEOUT')
    })

    test('14.8: a known e-mail address is linked, rejected or duplicated, as the project is configured', async () => {
      const email = uniqueEmail('ada')
      await using ada = await fixture().openDevice()
      const userId = await signUpVerified(ada, email)
      await signOut(ada)

      await merge('raise_error')
      await setPersonAtProvider(ada, personNamed('ada', email))
      await signInAndOpen(ada, '/handler/error')
      expect(readErrorPage(ada)).toMatchObject({
        errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
        details: { type: 'email', contact_channel_value: email },
      })

      await merge('allow_duplicates')
      await setPersonAtProvider(ada, personNamed('ada', email))
      await signInAndOpen(ada, '/welcome')
      expect(await currentUserId(ada)).not.toBe(userId)
      await signOut(ada)

      await merge('link_method')
      await setPersonAtProvider(ada, personNamed('ada', email))
      await signInAndOpen(ada, '/inside')
      expect(await currentUserId(ada)).toBe(userId)
    })

    test('14.8: an account is linked, returns its token, and is linked again for more scopes', async () => {
      await using ada = await fixture().openDevice()
      const person = personNamed('ada')
      const userId = await signUp(ada, uniqueEmail('ada'))
      await setPersonAtProvider(ada, person)
      expect(await isConnected(ada)).toBe(false)

      await required(ada.page, 'the page of Ada').goto(`${ada.origin}/settings`)
      await link(ada, '/handler/oauth-callback')
      await required(ada.page, 'the page of Ada').waitForURL('**/settings')
      expect(await currentUserId(ada)).toBe(userId)
      expect(await isConnected(ada)).toBe(true)
      const token = await ada.use(async (app, _given, required) => {
        const user = await app.getUser({ or: 'throw' })
        const account = await user.getConnectedAccount('acme' as 'github', { or: 'throw' })
        return (await required(account, 'the connected account').getAccessToken()).accessToken
      })
      const response = await fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
      expect(await response.json()).toMatchObject({ sub: person.sub })

      expect(await isConnected(ada, ['calendar'])).toBe(false)
      expect(fixture().proxy.exchanges.map(({ knownError }) => knownError)).toContain(
        'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
      )
      await link(ada, '/handler/oauth-callback', ['calendar'])
      await required(ada.page, 'the page of Ada').waitForURL('**/settings')
      expect(await isConnected(ada, ['calendar'])).toBe(true)
    })

    test('14.8: an expired provider token is refreshed', async () => {
      await using ada = await fixture().openDevice()
      const person = personNamed('ada')
      await setPersonAtProvider(ada, person)
      await signInAndOpen(ada, '/welcome')
      const tokenNow = async () => {
        await required(ada.page, 'the page of Ada').goto(`${ada.origin}/settings`)
        return await ada.use(async (app, _given, required) => {
          const user = await app.getUser({ or: 'throw' })
          const account = await user.getConnectedAccount('acme' as 'github', { or: 'throw' })
          return (await required(account, 'the connected account').getAccessToken()).accessToken
        })
      }

      const [first, same] = [await tokenNow(), await tokenNow()]
      fixture().service.advance(2 * 60 * 60_000)
      const later = await tokenNow()

      expect(same).toBe(first)
      expect(later).not.toBe(first)
      const response = await fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${later}` } })
      expect(await response.json()).toMatchObject({ sub: person.sub })
    })

    test('14.8: an account of another user is not linked', async () => {
      await using ada = await fixture().openDevice()
      await using grace = await fixture().openDevice()
      const person = personNamed('ada')
      await setPersonAtProvider(ada, person)
      await signInAndOpen(ada, '/welcome')
      await signUp(grace, uniqueEmail('grace'))
      await setPersonAtProvider(grace, person)

      await link(grace, '/handler/error')

      expect(readErrorPage(grace).errorCode).toBe('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
    })

    test('14.7: provider sign-in requires the second factor', async () => {
      await using ada = await fixture().openDevice()
      await setPersonAtProvider(ada, personNamed('ada'))
      await signInAndOpen(ada, '/welcome')
      const userId = await currentUserId(ada)
      const secret = await enableSecondFactor(ada)
      await signOut(ada)

      await signInAndOpen(ada, '/handler/mfa')
      expect(await currentUserId(ada)).toBeNull()

      expect(await submitSecondFactor(fixture(), ada, secret)).toEqual(rejectedThenAccepted)
      expect(await currentUserId(ada)).toBe(userId)
    })
  },
  { places: ['browser'], service: () => ({ options: { outboundNetworks: ['127.0.0.0/8'] } }) },
)
