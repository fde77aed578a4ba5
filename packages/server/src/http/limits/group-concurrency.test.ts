import { request } from 'node:http'
import { type AnyEndpoint, ApiError, createEndpointDefiner } from '@parley/contract'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, PlainTextError, serveContract } from '../index.ts'

const endpoint = createEndpointDefiner<'member', 'SCHEMA_ERROR'>()
const save = endpoint({
  method: 'POST',
  path: '/notes',
  access: 'member',
  summary: 'Save a note.',
  response: z.string(),
  errors: [],
})

/** Starts a service whose operations end when the test releases them. One operation of each bakery runs at a time. */
async function start() {
  const app = createHttpApp({ limits: { maxRunningPerGroup: 1 } })
  onTestFinished(() => app.close())
  const running: { readonly user: string; release(): void }[] = []
  const received: string[] = []
  serveContract(app, {
    endpoints: [save],
    handlers: {
      'POST /notes': async (_services: null, { user }: { user: string }) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        running.push({ user, release: resolve })
        await promise
        return 'saved'
      },
    },
    services: null,
    api: {
      authenticate: async ({ headers }): Promise<string> => {
        if (!headers.authorization) throw new PlainTextError(401, 'Sign in.')
        return headers.authorization
      },
      authorize: () => {},
      getUserKey: (user: string) => user,
      getGroupKey: (user: string) => {
        received.push(user)
        return user.split(' ')[1] ?? null
      },
      contexts: { member: (user: string) => ({ user }) },
      malformed: (code: string, message: string) => new ApiError(code, { status: 400, message }, undefined),
      commonErrors: [],
      onUndeclaredError: (_endpoint: AnyEndpoint) => {},
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  return {
    running,
    received,
    async post(user: string) {
      const sent = request({ port, method: 'POST', path: '/api/v1/notes', headers: { authorization: user } })
      const { promise: status, resolve } = Promise.withResolvers<number | undefined>()
      sent
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', () => resolve(0))
      sent.end()
      await expect.poll(() => received).toContain(user)
      return { status, disconnect: () => sent.destroy() }
    },
  }
}

/** Guarantee: the users of a stranger's project do not delay those of another one, however many they are. */
test('ZR644: few operations of a group run at a time, and its users take turns', async () => {
  const { running, post } = await start()
  const users = ['Ada bakery', 'Grace bakery', 'Linus dairy', 'Hedy']

  const responses = await Promise.all(users.map(post))

  await expect
    .poll(() => running.map(({ user }) => user).toSorted())
    .toEqual(['Ada bakery', 'Hedy', 'Linus dairy'])
  for (let index = 0; index < users.length; index += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(index)
    running[index]?.release()
  }
  expect(await Promise.all(responses.map(({ status }) => status))).toEqual([200, 200, 200, 200])
})

/** Guarantee: no operation runs whose result its client cannot receive, such as a new refresh token. */
test('ZR645: a request that waits does not run after its client has disconnected', async () => {
  const { running, post } = await start()
  const first = await post('Ada bakery')
  await expect.poll(() => running.length).toBe(1)
  const lost = await post('Grace bakery')
  lost.disconnect()
  await lost.status
  const last = await post('Linus bakery')

  running[0]?.release()
  await expect.poll(() => running.length).toBe(2)
  running[1]?.release()

  expect([await first.status, await last.status]).toEqual([200, 200])
  expect(running.map(({ user }) => user)).toEqual(['Ada bakery', 'Linus bakery'])
})
