import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { type Fixture, withEveryClient } from './fixture/fixture.ts'
import { currentUserId, signUp } from './fixture/users.ts'

/** A well-formed token with an invalid signature. */
const withInvalidSignature = (token: string) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`

/** Signs a user up and returns their tokens. */
async function createUserTokens(fixture: Fixture) {
  await using device = await fixture.openDevice()
  const userId = await signUp(device, uniqueEmail('ada'))
  const tokens = await device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    return await user.currentSession.getTokens()
  })
  return {
    userId,
    accessToken: required(tokens.accessToken, 'the access token'),
    refreshToken: required(tokens.refreshToken, 'the refresh token'),
  }
}

withEveryClient(
  (fixture) => {
    test('14.3: a back end replaces an invalid access token with the refresh token', async () => {
      const { userId, accessToken, refreshToken } = await createUserTokens(fixture())
      const before = fixture().proxy.exchanges.length

      const user = await fixture().backEnd.getUser({
        tokenStore: { accessToken: withInvalidSignature(accessToken), refreshToken },
      })

      expect(user?.id).toBe(userId)
      expect(
        fixture()
          .proxy.exchanges.slice(before)
          .map(({ knownError }) => knownError),
      ).toContain('UNPARSABLE_ACCESS_TOKEN')
    })

    test('14.3: a back end reads the signed-in user from request cookies', async () => {
      const { userId, accessToken, refreshToken } = await createUserTokens(fixture())
      const cookie = [
        `stack-refresh-${fixture().settings.projectId}=${refreshToken}`,
        `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`,
      ].join('; ')
      const headers = { get: (name: string) => (name.toLowerCase() === 'cookie' ? cookie : null) }

      const user = await fixture().backEnd.getUser({ tokenStore: { headers } })

      expect(user?.id).toBe(userId)
    })

    test('14.3: an invalid access token without a valid refresh token means signed out, without an error', async () => {
      const { accessToken } = await createUserTokens(fixture())

      const user = await fixture().backEnd.getUser({
        tokenStore: { accessToken: withInvalidSignature(accessToken), refreshToken: 'nothing' },
      })

      expect(user).toBeNull()
    })
  },
  { places: ['server'] },
)

withEveryClient(
  (fixture) => {
    test('14.3: a page replaces an invalid access token in its cookies with the refresh token', async () => {
      await using ada = await fixture().openDevice()
      const userId = await signUp(ada, uniqueEmail('ada'))
      const context = required(ada.page, 'the page of Ada').context()
      const cookies = await context.cookies(ada.origin)
      const kept = required(
        cookies.find(({ name }) => ['stack-access', 'hexclave-access'].includes(name)),
        'the access cookie',
      )
      const [refreshToken, accessToken] = JSON.parse(decodeURIComponent(kept.value)) as [string, string]
      await context.addCookies([
        {
          ...kept,
          value: encodeURIComponent(JSON.stringify([refreshToken, withInvalidSignature(accessToken)])),
        },
      ])
      await required(ada.page, 'the page of Ada').reload()
      const before = fixture().proxy.exchanges.length

      expect(await currentUserId(ada)).toBe(userId)
      expect(
        fixture()
          .proxy.exchanges.slice(before)
          .map(({ knownError }) => knownError),
      ).toContain('UNPARSABLE_ACCESS_TOKEN')
    })
  },
  { places: ['browser'] },
)
