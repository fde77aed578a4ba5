import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  createTestClock,
  errorResponse,
  type RequestScript,
  startScriptedServer,
} from '../scripted-server.fixture.ts'
import { clientVersion, createAccountTransport, type TokenSource } from './account-transport.ts'

const readableRefreshToken = ({ refreshToken }: { refreshToken: string }) => refreshToken

interface Options {
  random?: () => number
  tokens?: TokenSource
}

async function startTransport(script: RequestScript, { random = Math.random, tokens }: Options = {}) {
  const server = await startScriptedServer(script)
  const clock = createTestClock()
  const online = { now: true }
  const options = {
    baseUrl: `${server.url}/`,
    projectId: 'phone',
    publishableClientKey: 'pck_ada',
    clock,
    random,
    isOnline: () => online.now,
  }
  const transport = createAccountTransport(options, tokens ?? null)
  return { server, clock, online, transport, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const get = { method: 'GET', path: '/projects/current' }
const post = {
  method: 'POST',
  path: '/teams',
  body: { kind: 'json', value: { display_name: 'Ada' } },
} as const

test('every request has the headers of the wire contract', async () => {
  let present: { accessToken: string; refreshToken: string } | null = {
    accessToken: 'access',
    refreshToken: 'refresh',
  }
  const tokens = { getValidTokens: async () => present, readableRefreshToken, markAccessTokenExpired() {} }
  await using stage = await startTransport(() => ({ json: {} }), { tokens })

  await stage.transport.send(post)
  present = null
  await stage.transport.send(post)

  const [first, second] = stage.server.requests
  expect(first?.headers).toMatchObject({
    'x-stack-override-error-status': 'true',
    'x-stack-project-id': 'phone',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': 'pck_ada',
    'x-stack-client-version': clientVersion,
    'x-stack-access-token': 'access',
    'x-stack-refresh-token': 'refresh',
    'ngrok-skip-browser-warning': 'true',
    'content-type': 'application/json',
  })
  expect(first?.headers['x-stack-random-nonce']).not.toBe(second?.headers['x-stack-random-nonce'])
  expect(second?.headers).not.toHaveProperty('x-stack-access-token')
})

test('a request carries no cookies of the application, and its response is not cached', async () => {
  const sent: (RequestInit | undefined)[] = []
  const transport = createAccountTransport(
    {
      baseUrl: 'https://accounts.example.com',
      projectId: 'phone',
      fetch: async (_input, init) => {
        sent.push(init)
        return Response.json({})
      },
    },
    null,
  )

  await transport.send(post)

  expect(sent).toMatchObject([{ credentials: 'omit', cache: 'no-store' }])
})

test('the client version contains the package name and version', async () => {
  const { name, version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))

  expect(clientVersion).toBe(`js ${name}@${version}`)
})

test('the path / is sent without a trailing slash, and queries are encoded', async () => {
  await using stage = await startTransport(() => ({ text: 'project phone' }))

  const response = await stage.transport.send({ method: 'GET', path: '/' })
  await stage.transport.send({ ...get, query: { user_id: 'a&b', team_id: undefined, recursive: true } })

  expect(response).toEqual({ status: 'ok', httpStatus: 200, data: 'project phone' })
  expect(stage.server.requests.map(({ path }) => path)).toEqual([
    '',
    '/projects/current?user_id=a%26b&recursive=true',
  ])
})

test('a known error sent with status 200 has its actual status and details', async () => {
  await using stage = await startTransport(() => errorResponse('PASSWORD_TOO_SHORT', { min_length: 8 }))

  const response = await stage.transport.send(post)

  expect(response).toMatchObject({
    status: 'error',
    error: { code: 'PASSWORD_TOO_SHORT', status: 400, details: { min_length: 8 } },
  })
})

test('an unknown error code becomes UNSUPPORTED_ERROR with status 500', async () => {
  await using stage = await startTransport(() => ({
    headers: { 'x-stack-actual-status': '418', 'x-stack-known-error': 'TEAPOT' },
    json: { code: 'TEAPOT', error: 'I am one.' },
  }))

  const response = await stage.transport.send(get)

  expect(response).toMatchObject({
    status: 'error',
    error: { code: 'UNSUPPORTED_ERROR', status: 500, details: { originalErrorCode: 'TEAPOT' } },
  })
})

test('a response with different error codes in header and body is unexpected', async () => {
  await using stage = await startTransport(() => ({
    headers: { 'x-stack-actual-status': '400', 'x-stack-known-error': 'SCHEMA_ERROR' },
    json: { code: 'USER_NOT_FOUND', error: 'No.' },
  }))

  await expect(stage.transport.send(get)).rejects.toThrow(
    'The header has the error code SCHEMA_ERROR, the body USER_NOT_FOUND.',
  )
})

test('a failure without a code is thrown with its status, text and request id', async () => {
  await using stage = await startTransport(() => ({
    headers: { 'x-stack-actual-status': '403', 'x-stack-request-id': 'abcdefgh' },
    text: 'Magic links are off.',
  }))

  await expect(stage.transport.send(get)).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    status: 403,
    text: 'Magic links are off.',
    requestId: 'abcdefgh',
  })
})

test('an idempotent request survives four lost connections with increasing delays', async () => {
  let left = 4
  await using stage = await startTransport(() => (left-- > 0 ? 'drop' : { json: { id: 'phone' } }))

  const response = await stage.transport.send(get)

  expect(response).toMatchObject({ status: 'ok', data: { id: 'phone' } })
  expect(stage.clock.slept).toHaveLength(4)
  for (const [attempt, waitedMs] of stage.clock.slept.entries()) {
    expect(waitedMs).toBeGreaterThanOrEqual(500 * 2 ** attempt)
    expect(waitedMs).toBeLessThan(1_500 * 2 ** attempt)
  }
})

test('an idempotent request fails after five lost connections', async () => {
  await using stage = await startTransport(({ path }) =>
    path === '/projects/current' ? 'drop' : { text: 'ok' },
  )

  await expect(stage.transport.send(get)).rejects.toThrow('The account service cannot be reached.')

  expect(stage.server.requests.filter(({ path }) => path === '/projects/current')).toHaveLength(5)
})

/** A request that may have been processed is not repeated. */
test('a non-idempotent request is sent once, and its error has diagnostics', async () => {
  await using stage = await startTransport(({ method, path }) => {
    if (method === 'POST') return 'drop'
    return path === '/health' ? { json: { status: 'ok' } } : { status: 500, text: 'down' }
  })

  await expect(stage.transport.send(post)).rejects.toMatchObject({
    name: 'NetworkError',
    diagnostics: {
      method: 'POST',
      url: `${stage.server.url}/api/v1/teams`,
      isOnline: true,
      health: { kind: 'responded', status: 200 },
      api: { kind: 'responded', status: 500 },
    },
  })

  expect(stage.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('the error says that the browser is offline', async () => {
  await using stage = await startTransport(() => 'drop')
  stage.online.now = false

  await expect(stage.transport.send(post)).rejects.toThrow(
    'You are offline. Please check your internet connection and try again.',
  )
})

test('429 is retried after Retry-After', async () => {
  let left = 2
  await using stage = await startTransport(() =>
    left-- > 0
      ? { headers: { 'x-stack-actual-status': '429', 'retry-after': '7' }, text: 'Slow down.' }
      : { json: {} },
  )

  const response = await stage.transport.send(post)

  expect(response.status).toBe('ok')
  expect(stage.clock.slept).toEqual([7_000, 7_000])
})

test('429 with a Retry-After above the limit throws immediately', async () => {
  await using stage = await startTransport(() => ({ status: 429, headers: { 'retry-after': '900' } }))

  await expect(stage.transport.send(post)).rejects.toMatchObject({
    name: 'TooManyRequestsError',
    retryAfterMs: 900_000,
  })

  expect(stage.clock.slept).toEqual([])
})

test('repeated 429 responses throw after five attempts', async () => {
  const maxSpread = () => 0.999
  await using stage = await startTransport(() => ({ status: 429 }), { random: maxSpread })

  await expect(stage.transport.send(post)).rejects.toMatchObject({ name: 'TooManyRequestsError' })

  expect(stage.server.requests).toHaveLength(5)
})

test('508 is retried only if a loop was detected', async () => {
  let left = 1
  await using looping = await startTransport(() =>
    left-- > 0 ? { status: 508, text: 'Error: INFINITE_LOOP_DETECTED' } : { json: {} },
  )
  await using broken = await startTransport(() => ({ status: 508, text: 'Another loop.' }))

  expect((await looping.transport.send(post)).status).toBe('ok')
  await expect(broken.transport.send(post)).rejects.toMatchObject({ status: 508 })

  expect(looping.server.requests).toHaveLength(2)
  expect(broken.server.requests).toHaveLength(1)
})

test.each(['ACCESS_TOKEN_EXPIRED', 'UNPARSABLE_ACCESS_TOKEN', 'INVALID_PROJECT_FOR_ACCESS_TOKEN'] as const)(
  '%s refreshes the token and repeats the request',
  async (code) => {
    const rejected: string[] = []
    const tokens = {
      getValidTokens: async () => ({
        accessToken: rejected.length === 0 ? 'first' : 'second',
        refreshToken: 'r',
      }),
      readableRefreshToken,
      markAccessTokenExpired: (token: string) => rejected.push(token),
    }
    await using stage = await startTransport(
      ({ headers }) =>
        headers['x-stack-access-token'] === 'second' ? { json: { done: true } } : errorResponse(code, {}),
      { tokens },
    )

    const response = await stage.transport.send(post)

    expect(response).toMatchObject({ status: 'ok', data: { done: true } })
    expect(rejected).toEqual(['first'])
    expect(stage.server.requests.map(({ body }) => body)).toEqual([
      '{"display_name":"Ada"}',
      '{"display_name":"Ada"}',
    ])
  },
)
