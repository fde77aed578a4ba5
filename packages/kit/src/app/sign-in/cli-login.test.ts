import { expect, test } from 'vitest'
import { StackClientApp } from '../../index.ts'
import { errorResponse, type ScriptedResponse, startScriptedServer } from '../../scripted-server.fixture.ts'

/** Prompts a login whose state the account service reports as given. Returns the result and the waiting times. */
async function promptLogin(states: readonly ScriptedResponse[]) {
  const delaysMs: number[] = []
  const remaining = [...states]
  await using server = await startScriptedServer(({ path }) =>
    path === '/auth/cli'
      ? { json: { login_code: 'login', polling_code: 'polling', expires_at: '2030-01-01T00:00:00Z' } }
      : (remaining.shift() ?? { status: 500 }),
  )
  const app = new StackClientApp({
    baseUrl: server.url,
    projectId: 'phone',
    tokenStore: 'memory',
    clock: {
      now: () => Date.now(),
      after(delayMs, callback) {
        delaysMs.push(delayMs)
        const timer = setTimeout(callback, 0)
        return () => clearTimeout(timer)
      },
    },
  })
  const result = await app.promptCliLogin({ appUrl: 'https://phone.example.com', promptLink: () => {} })
  return { result, delaysMs }
}

test('a command line asks again after 2 s by default', async () => {
  const { result, delaysMs } = await promptLogin([
    { json: { status: 'waiting' } },
    { json: { status: 'waiting' } },
    { json: { status: 'success', refresh_token: 'refresh' } },
  ])

  expect(result).toEqual({ status: 'ok', data: 'refresh' })
  expect(delaysMs).toEqual([2_000, 2_000])
})

test.each([
  ['another state', { json: { status: 'paused' } }],
  ['an error', errorResponse('INVALID_POLLING_CODE')],
])('%s of the login is returned as an error', async (_, state) => {
  const { result, delaysMs } = await promptLogin([state])

  expect(result).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_ERROR' } })
  expect(delaysMs).toEqual([])
})
