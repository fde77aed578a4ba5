import { expect, test } from 'vitest'
import { until } from '../apps/account-service/src/emails/testing.ts'
import { addressOf } from '../apps/account-service/src/testing.ts'
import { signUp } from './world/people.ts'
import { type World, withEveryClient } from './world/world.ts'

/** What a page of the project sends along. */
const asClient = ({ settings }: World) => ({
  'x-stack-project-id': settings.projectId,
  'x-stack-publishable-client-key': settings.publishableClientKey,
})

/** Begins to log a tool in; answers with the code that its user opens a page with, and what will come of it. */
async function beginLogin(world: World, tool: Awaited<ReturnType<World['openDevice']>>) {
  const begun = world.wire.of('POST', '/auth/cli').length
  const result = tool.use(
    (app, appUrl) => app.promptCliLogin({ appUrl, expiresInMillis: 600_000 }),
    world.origin,
  )
  const exchange = await until(() => world.wire.of('POST', '/auth/cli')[begun])
  const answer = JSON.parse(exchange.answered) as { polling_code: string; login_code: string }
  return { ...answer, result }
}

withEveryClient(
  (world) => {
    const poll = async (polling_code: string) =>
      (await world().service.post('/auth/cli/poll', { polling_code }, asClient(world()))).body.status
    const statuses = () =>
      world()
        .wire.of('POST', '/auth/cli/poll')
        .map(({ answered }) => JSON.parse(answered).status)

    test('14.18: a tool waits, and is logged in once', async () => {
      await using tool = await world().openDevice()
      await using telephone = await world().openDevice()
      const userId = await signUp(telephone, addressOf('ada'))
      const { refreshToken } = await telephone.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        return await user.currentSession.getTokens()
      })
      const { polling_code, login_code, result } = await beginLogin(world(), tool)
      await until(() => statuses().includes('waiting'))

      const confirmed = await world().service.post(
        '/auth/cli/complete',
        { login_code, refresh_token: refreshToken },
        asClient(world()),
      )

      expect(confirmed).toMatchObject({ status: 200, body: { success: true } })
      const login = await result
      if (login.status !== 'ok') throw new Error(`The tool was refused: ${login.error.errorCode}`)
      const refreshed = await world().service.post('/auth/sessions/current/refresh', undefined, {
        ...asClient(world()),
        'x-stack-refresh-token': login.data,
      })
      expect(refreshed.status).toBe(200)
      const me = await world().service.get('/users/me', {
        ...asClient(world()),
        'x-stack-access-token': refreshed.body.access_token,
      })
      expect(me.body.id).toBe(userId)
      expect(await poll(polling_code)).toBe('used')
    })

    test('14.18: a tool that waited for too long is told so', async () => {
      await using tool = await world().openDevice()
      const { polling_code, result } = await beginLogin(world(), tool)

      world().service.advance(11 * 60_000)

      expect(await result).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_EXPIRED_ERROR' } })
      expect(await poll(polling_code)).toBe('expired')
    })
  },
  { places: ['server'] },
)
