import { expect, test } from 'vitest'
import { until } from '../apps/account-service/src/emails/testing.ts'
import { addressOf } from '../apps/account-service/src/testing.ts'
import type { Device } from './world/device.ts'
import { openProgram } from './world/open-device.ts'
import { signUp } from './world/people.ts'
import { type World, withEveryClient } from './world/world.ts'

/** The request headers of a page of the project. */
const asClient = ({ settings }: World) => ({
  'x-stack-project-id': settings.projectId,
  'x-stack-publishable-client-key': settings.publishableClientKey,
})

/** Starts a command-line login. Returns the code that its user opens a page with, and a promise of the result. */
async function beginLogin(world: World, tool: Device) {
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

    test('14.18: a tool waits for approval and is logged in once', async () => {
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
      if (login.status !== 'ok') throw new Error(`The tool was rejected: ${login.error.errorCode}`)
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

    test('14.18: a tool receives an error when its login expires', async () => {
      await using tool = await world().openDevice()
      const { polling_code, result } = await beginLogin(world(), tool)

      world().service.advance(11 * 60_000)

      expect(await result).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_EXPIRED_ERROR' } })
      expect(await poll(polling_code)).toBe('expired')
    })
  },
  { places: ['server'] },
)

withEveryClient(
  (world) => {
    test('14.18: a signed-in user approves a tool on a page, and the tool is signed in as this user', async () => {
      const { client, settings, origin } = world()
      await using tool = await openProgram(client, settings, origin)
      await using ada = await world().openDevice()
      const userId = await signUp(ada, addressOf('ada'))
      const { login_code, result } = await beginLogin(world(), tool)

      await ada.page!.goto(`${origin}/handler/cli-auth-confirm?login_code=${login_code}`)
      await ada.page!.getByRole('button', { name: 'Authorize' }).click()

      const login = await result
      if (login.status !== 'ok') throw new Error(`The tool was rejected: ${login.error.errorCode}`)
      const refreshed = await world().service.post('/auth/sessions/current/refresh', undefined, {
        ...asClient(world()),
        'x-stack-refresh-token': login.data,
      })
      const me = await world().service.get('/users/me', {
        ...asClient(world()),
        'x-stack-access-token': refreshed.body.access_token,
      })
      expect(me.body.id).toBe(userId)
    })
  },
  { places: ['browser'], needsPages: true },
)
