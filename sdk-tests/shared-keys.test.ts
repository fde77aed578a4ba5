import { expect, test } from 'vitest'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { withEveryClient } from './fixture/fixture.ts'
import { signUp } from './fixture/users.ts'

withEveryClient(
  (fixture) => {
    test('14.8: shared server credentials return no provider tokens, and the client reports the reason', async () => {
      await using ada = await fixture().openDevice()
      await signUp(ada, uniqueEmail('ada'))

      const asking = ada.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        const account = await user.getConnectedAccount('google')
        return await account?.getAccessToken()
      })

      await expect(asking).rejects.toMatchObject({
        errorCode: 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
      })
    })
  },
  {
    config: { oauth_providers: [{ id: 'google', type: 'shared' }] },
    service: () => ({
      options: {
        sharedProviders: { google: { clientId: 'of the operator', clientSecret: 'secret of the operator' } },
      },
    }),
  },
)
