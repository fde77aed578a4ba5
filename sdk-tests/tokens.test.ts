import { expect, test } from 'vitest'
import { addressOf } from '../apps/account-service/src/testing.ts'
import { signUp, whoIsOn } from './world/people.ts'
import { type World, withEveryClient } from './world/world.ts'

/** A well-formed token with an invalid signature. */
const garbled = (token: string) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`

/** Signs a user up and returns their tokens. */
async function tokensOfSomebody(world: World) {
  await using device = await world.openDevice()
  const userId = await signUp(device, addressOf('ada'))
  const tokens = await device.use(async (app) => {
    const user = await app.getUser({ or: 'throw' })
    return await user.currentSession.getTokens()
  })
  return { userId, accessToken: tokens.accessToken!, refreshToken: tokens.refreshToken! }
}

withEveryClient(
  (world) => {
    test('14.3: a back end replaces an invalid access token with the refresh token', async () => {
      const { userId, accessToken, refreshToken } = await tokensOfSomebody(world())
      const before = world().wire.exchanges.length

      const user = await world().backEnd.getUser({
        tokenStore: { accessToken: garbled(accessToken), refreshToken },
      })

      expect(user?.id).toBe(userId)
      expect(
        world()
          .wire.exchanges.slice(before)
          .map(({ knownError }) => knownError),
      ).toContain('UNPARSABLE_ACCESS_TOKEN')
    })

    test('14.3: a back end reads the signed-in user from request cookies', async () => {
      const { userId, accessToken, refreshToken } = await tokensOfSomebody(world())
      const cookie = [
        `stack-refresh-${world().settings.projectId}=${refreshToken}`,
        `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`,
      ].join('; ')
      const headers = { get: (name: string) => (name.toLowerCase() === 'cookie' ? cookie : null) }

      const user = await world().backEnd.getUser({ tokenStore: { headers } })

      expect(user?.id).toBe(userId)
    })

    test('14.3: an invalid access token without a valid refresh token means signed out, without an error', async () => {
      const { accessToken } = await tokensOfSomebody(world())

      const user = await world().backEnd.getUser({
        tokenStore: { accessToken: garbled(accessToken), refreshToken: 'nothing' },
      })

      expect(user).toBeNull()
    })
  },
  { places: ['server'] },
)

withEveryClient(
  (world) => {
    test('14.3: a page replaces an invalid access token in its cookies with the refresh token', async () => {
      await using ada = await world().openDevice()
      const userId = await signUp(ada, addressOf('ada'))
      const context = ada.page!.context()
      const cookies = await context.cookies(ada.origin)
      const kept = cookies.find(({ name }) => name === 'stack-access')!
      const [refreshToken, accessToken] = JSON.parse(decodeURIComponent(kept.value)) as [string, string]
      await context.addCookies([
        { ...kept, value: encodeURIComponent(JSON.stringify([refreshToken, garbled(accessToken)])) },
      ])
      await ada.page!.reload()
      const before = world().wire.exchanges.length

      expect(await whoIsOn(ada)).toBe(userId)
      expect(
        world()
          .wire.exchanges.slice(before)
          .map(({ knownError }) => knownError),
      ).toContain('UNPARSABLE_ACCESS_TOKEN')
    })
  },
  { places: ['browser'] },
)
