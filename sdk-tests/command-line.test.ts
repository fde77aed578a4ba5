import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { waitUntil } from '../apps/account-service/src/email/delivery/testing.ts'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import type { Device } from './fixture/device.ts'
import { type Fixture, withEveryClient } from './fixture/fixture.ts'
import { openProgram } from './fixture/open-device.ts'
import { signUp } from './fixture/users.ts'

/** The request headers of a page of the project. */
const asClient = ({ settings }: Fixture) => ({
  'x-stack-project-id': settings.projectId,
  'x-stack-publishable-client-key': settings.publishableClientKey,
})

/**
 * Starts a command-line login. Returns the code that its user opens a page with, and a promise of the result.
 */
async function beginLogin(fixture: Fixture, tool: Device) {
  const earlierLogins = fixture.proxy.of('POST', '/auth/cli').length
  const result = tool.use(
    (app, appUrl) => app.promptCliLogin({ appUrl, expiresInMillis: 600_000 }),
    fixture.origin,
  )
  const exchange = await waitUntil(() => fixture.proxy.of('POST', '/auth/cli')[earlierLogins])
  const response = JSON.parse(exchange.answered) as { polling_code: string; login_code: string }
  return { ...response, result }
}

withEveryClient(
  (fixture) => {
    const poll = async (polling_code: string) =>
      (await fixture().service.post('/auth/cli/poll', { polling_code }, asClient(fixture()))).body.status
    const statuses = () =>
      fixture()
        .proxy.of('POST', '/auth/cli/poll')
        .map(({ answered }) => JSON.parse(answered).status)

    test('14.18: a tool waits for approval and is logged in once', async () => {
      await using tool = await fixture().openDevice()
      await using telephone = await fixture().openDevice()
      const userId = await signUp(telephone, uniqueEmail('ada'))
      const { refreshToken } = await telephone.use(async (app) => {
        const user = await app.getUser({ or: 'throw' })
        return await user.currentSession.getTokens()
      })
      const { polling_code, login_code, result } = await beginLogin(fixture(), tool)
      await waitUntil(() => statuses().includes('waiting'))

      const confirmed = await fixture().service.post(
        '/auth/cli/complete',
        { login_code, refresh_token: refreshToken },
        asClient(fixture()),
      )

      expect(confirmed).toMatchObject({ status: 200, body: { success: true } })
      const login = await result
      if (login.status !== 'ok') throw new Error(`The tool was rejected: ${login.error.errorCode}`)
      const refreshed = await fixture().service.post('/auth/sessions/current/refresh', undefined, {
        ...asClient(fixture()),
        'x-stack-refresh-token': login.data,
      })
      expect(refreshed.status).toBe(200)
      const me = await fixture().service.get('/users/me', {
        ...asClient(fixture()),
        'x-stack-access-token': refreshed.body.access_token,
      })
      expect(me.body.id).toBe(userId)
      expect(await poll(polling_code)).toBe('used')
    })

    test('14.18: a tool receives an error when its login expires', async () => {
      await using tool = await fixture().openDevice()
      const { polling_code, result } = await beginLogin(fixture(), tool)

      fixture().service.advance(11 * 60_000)

      expect(await result).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_EXPIRED_ERROR' } })
      expect(await poll(polling_code)).toBe('expired')
    })
  },
  { places: ['server'] },
)

withEveryClient(
  (fixture) => {
    test('14.18: a signed-in user approves a tool on a page, and the tool is signed in as this user', async () => {
      const { client, settings, origin } = fixture()
      await using tool = await openProgram(client, settings, origin)
      await using ada = await fixture().openDevice()
      const userId = await signUp(ada, uniqueEmail('ada'))
      const { login_code, result } = await beginLogin(fixture(), tool)

      const page = required(ada.page, 'the page of Ada')
      await page.goto(`${origin}/handler/cli-auth-confirm?login_code=${login_code}`)
      const { allowCommandLine } = required(client.pages, 'the texts of the pages')
      await page.getByRole('button', { name: allowCommandLine, exact: true }).click()

      const login = await result
      if (login.status !== 'ok') throw new Error(`The tool was rejected: ${login.error.errorCode}`)
      const refreshed = await fixture().service.post('/auth/sessions/current/refresh', undefined, {
        ...asClient(fixture()),
        'x-stack-refresh-token': login.data,
      })
      const me = await fixture().service.get('/users/me', {
        ...asClient(fixture()),
        'x-stack-access-token': refreshed.body.access_token,
      })
      expect(me.body.id).toBe(userId)
    })
  },
  { places: ['browser'], needsPages: true },
)
