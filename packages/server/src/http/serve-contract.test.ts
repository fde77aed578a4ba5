import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AnyEndpoint, ApiError, createEndpointDefiner } from '@parley/contract'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ApiOptions, createHttpApp, type Handlers, PlainTextError, serveContract } from './index.ts'

const endpoint = createEndpointDefiner<'public' | 'member', 'SCHEMA_ERROR'>()

const getMe = endpoint({
  method: 'GET',
  path: '/me',
  access: 'member',
  summary: 'Who am I?',
  response: z.string(),
  errors: [],
})
const getStatus = endpoint({ method: 'GET', path: '/status', access: 'public', summary: '', errors: [] })
const endpoints = [getMe, getStatus]

interface Contexts {
  readonly public: object
  readonly member: { readonly user: string }
}

const handlers = {
  'GET /me': async (_services, { user }) => user,
  'GET /status': async (_services, request) => JSON.stringify(Object.keys(request).toSorted()),
} satisfies Handlers<(typeof endpoints)[number], null, Contexts>

const api: ApiOptions<AnyEndpoint, string, Contexts> = {
  authenticate: async ({ headers }) => String(headers['x-user']),
  authorize: () => {},
  contexts: { public: () => ({}), member: (user) => ({ user }) },
  malformed: (code, message) => new ApiError(code, { status: 400, message }, undefined),
  commonErrors: [],
  onUndeclaredError: () => {},
}

/** Guarantee: a handler receives exactly what the access level of its endpoint guarantees. */
test('the handler of a public endpoint receives no user, that of another endpoint does', async () => {
  const app = createHttpApp()
  onTestFinished(() => app.close())
  serveContract(app, { endpoints, handlers, services: null, api })
  const get = (path: string) => app.inject({ url: `/api/v1${path}`, headers: { 'x-user': 'ada' } })

  expect((await get('/me')).json()).toBe('ada')
  expect((await get('/status')).json()).toEqual(['body', 'info', 'params', 'query'])
  const withUser: Handlers<typeof getStatus, null, Contexts> = {
    // @ts-expect-error A public endpoint has no user.
    'GET /status': async (_services, { user }) => String(user),
  }
  expect(withUser).toBeDefined()
})

const save = endpoint({
  method: 'POST',
  path: '/notes',
  access: 'member',
  summary: 'Save a note.',
  body: z.object({ text: z.string() }),
  response: z.string(),
  errors: [],
})

/** Guarantee: a client that holds back its body does not act with a session that has ended meanwhile. */
test('ZR98: a request whose body arrives later is authenticated again', async () => {
  const app = createHttpApp()
  onTestFinished(() => app.close())
  const authenticated = Promise.withResolvers<void>()
  let hasEnded = false
  const saved: string[] = []
  const saving: Handlers<typeof save, null, Contexts> = {
    'POST /notes': async (_services, { body }) => {
      saved.push(body.text)
      return 'saved'
    },
  }
  serveContract(app, {
    endpoints: [save],
    handlers: saving,
    services: null,
    api: {
      ...api,
      authenticate: async () => {
        if (hasEnded) throw new PlainTextError(401, 'The session has ended.')
        authenticated.resolve()
        return 'ada'
      },
    },
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const body = JSON.stringify({ text: 'held back' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sending = request({ host: '127.0.0.1', port, path: '/api/v1/notes', method: 'POST', headers })
  sending.write(body.slice(0, -1))
  await authenticated.promise
  hasEnded = true
  sending.end(body.slice(-1))
  const [response]: IncomingMessage[] = await once(sending, 'response')
  response?.resume()

  expect([response?.statusCode, saved]).toEqual([401, []])
})

/** Guarantee: no operation runs with rights that its client has lost while it waited. */
test('ZR480: a request that has waited for others of its user is authenticated again', async () => {
  const app = createHttpApp({ limits: { maxRunningPerUser: 1, maxAuthenticationAgeMs: 0 } })
  onTestFinished(() => app.close())
  const released = Promise.withResolvers<void>()
  let hasEnded = false
  let [received, authenticated] = [0, 0]
  const saved: string[] = []
  serveContract(app, {
    endpoints: [save],
    handlers: {
      'POST /notes': async (_services: null, { body }: { body: { text: string } }) => {
        saved.push(body.text)
        await released.promise
        return 'saved'
      },
    },
    services: null,
    api: {
      ...api,
      authenticate: async () => {
        if (hasEnded) throw new PlainTextError(401, 'The session has ended.')
        authenticated += 1
        return 'ada'
      },
      beforeReceiving: async () => {
        received += 1
      },
      getUserKey: (user) => user,
    },
  })
  const post = (text: string) => app.inject({ method: 'POST', url: '/api/v1/notes', payload: { text } })
  const first = post('first')
  await expect.poll(() => saved).toEqual(['first'])
  const counted = authenticated
  const second = post('second')
  await expect.poll(() => authenticated).toBeGreaterThan(counted)
  hasEnded = true
  released.resolve()

  expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 401])
  expect([saved, received]).toEqual([['first'], 2])
})

const upload = endpoint({
  method: 'POST',
  path: '/uploads',
  access: 'member',
  summary: 'Save a long text.',
  body: z.object({ text: z.string() }),
  maxBodyBytes: 200_000,
  errors: [],
})

/** Guarantee: requests beyond the rate limit cost no memory. */
test('ZR320: the rate of a request with a large body is limited before its body is read', async () => {
  const app = createHttpApp()
  onTestFinished(() => app.close())
  const limited: string[] = []
  serveContract(app, {
    endpoints: [save, upload],
    handlers: { 'POST /notes': async () => 'saved', 'POST /uploads': async () => 'saved' },
    services: null,
    api: {
      ...api,
      limitRate: async (_auth, { path }) => {
        limited.push(path)
        throw new PlainTextError(429, 'Too many requests.')
      },
    },
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const headers = { 'content-type': 'application/json', 'content-length': 150_000 }
  const sending = request({ host: '127.0.0.1', port, path: '/api/v1/uploads', method: 'POST', headers })
  sending.flushHeaders()
  const [response]: IncomingMessage[] = await once(sending, 'response')
  expect([response?.statusCode, limited]).toEqual([429, ['/uploads']])
  sending.destroy()

  const invalid = await app.inject({ method: 'POST', url: '/api/v1/notes', payload: { text: 1 } })
  expect([invalid.statusCode, limited]).toEqual([400, ['/uploads']])
})

/**
 * Guarantee: a contract with a missing or an additional handler does not compile (checked by the compiler).
 */
test('each endpoint needs a handler, and each handler an endpoint', () => {
  const app = createHttpApp()
  const { 'GET /status': getStatus, ...others } = handlers
  const additional = { ...handlers, 'GET /nothing': getStatus }

  const mistakes = [
    // @ts-expect-error GET /status has no handler.
    () => serveContract(app, { endpoints, handlers: others, services: null, api }),
    // @ts-expect-error GET /nothing is not an endpoint.
    () => serveContract(app, { endpoints, handlers: additional, services: null, api }),
  ]
  expect(mistakes).toHaveLength(2)
})
