import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyEndpoint } from '@parley/contract'
import type { Clock } from '@parley/primitives'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ApiError,
  createClient,
  createTransport,
  NetworkError,
  TooManyRequestsError,
  type TransportOptions,
  UnexpectedResponseError,
  unwrap,
} from './index.ts'

const endpoints = {
  'GET /things/{thing}': {
    method: 'GET',
    path: '/things/{thing}',
    access: 'client',
    summary: 'Returns a thing.',
    query: z.object({ size: z.number().optional() }),
    response: z.object({ name: z.string() }),
    errors: ['THING_NOT_FOUND'],
  },
  'POST /things': {
    method: 'POST',
    path: '/things',
    access: 'client',
    summary: 'Creates a thing.',
    body: z.object({ name: z.string() }),
    response: z.object({ id: z.string() }),
    errors: [],
  },
} as const satisfies Record<string, AnyEndpoint>

interface Errors {
  THING_NOT_FOUND: { thing: string }
}

type Respond = (request: IncomingMessage & { text: string }, response: ServerResponse) => void
interface Received {
  readonly line: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

const disposals: (() => void)[] = []
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose()
})

/** Serves the given responses in order; the last one repeats. */
async function startServer(...responses: Respond[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      received.push({ line: `${request.method} ${request.url}`, headers: request.headers, text })
      const respond = responses[Math.min(received.length, responses.length) - 1]
      respond?.(Object.assign(request, { text }), response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  disposals.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

/** Advances the clock immediately and records the requested delays. */
function createInstantClock(): Clock & { readonly delays: number[] } {
  const delays: number[] = []
  return {
    delays,
    now: () => 0,
    after(delayMs, callback) {
      delays.push(delayMs)
      queueMicrotask(callback)
      return () => {}
    },
  }
}

function startClient(baseUrl: string, options: Partial<TransportOptions> = {}) {
  const clock = createInstantClock()
  const transport = createTransport({
    service: 'test service',
    baseUrl,
    authorize: async () => ({ headers: {} }),
    readError: (response, body) =>
      typeof body?.code === 'string'
        ? new ApiError({
            code: body.code,
            status: response.status,
            message: body.code,
            details: body.details,
          })
        : null,
    clock,
    random: () => 0.5,
    ...options,
  })
  const client = createClient<typeof endpoints, Errors>({
    transport,
    declares: (name, code) =>
      (endpoints[name as keyof typeof endpoints].errors as readonly string[]).includes(code),
  })
  return { client, clock }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const brokenConnection: Respond = (request) => request.socket.destroy()

describe('a request', () => {
  test('carries its parameters, query and body as its endpoint declares', async () => {
    const { baseUrl, received } = await startServer(json(200, { name: 'a' }))
    const { client } = startClient(`${baseUrl}/`)
    await client('GET /things/{thing}', { params: { thing: 'a/b' }, query: { size: 2 } })
    await client('GET /things/{thing}', { params: { thing: 'c' }, query: {} })
    await client('POST /things', { body: { name: 'x' } })
    expect(received.map(({ line, text }) => `${line} ${text}`)).toEqual([
      'GET /api/v1/things/a%2Fb?size=2 ',
      'GET /api/v1/things/c ',
      'POST /api/v1/things {"name":"x"}',
    ])
    expect(received[2]?.headers['content-type']).toBe('application/json')
  })

  test('without a required parameter does not compile', () => {
    const { client } = startClient('http://127.0.0.1:1')
    // @ts-expect-error: `params` is missing.
    const missing = () => client('GET /things/{thing}', { query: {} })
    // @ts-expect-error: the endpoint does not exist.
    const unknown = () => client('GET /nothing', {})
    expect([missing, unknown]).toHaveLength(2)
  })

  test('that is aborted rejects with the reason and is not repeated', async () => {
    const controller = new AbortController()
    const { baseUrl, received } = await startServer(() => controller.abort(new Error('left the page')))
    const { client } = startClient(baseUrl)
    const input = { params: { thing: 'a' }, query: {} }
    await expect(client('GET /things/{thing}', input, { signal: controller.signal })).rejects.toThrow(
      'left the page',
    )
    expect(received).toHaveLength(1)
  })
})

describe('a response', () => {
  test('with data is returned as a value', async () => {
    const { baseUrl } = await startServer(json(200, { id: '1' }))
    const { client } = startClient(baseUrl)
    const result = await client('POST /things', { body: { name: 'x' } })
    expect(result).toEqual({ status: 'ok', data: { id: '1' } })
    expect(unwrap(result)).toEqual({ id: '1' })
  })

  test('with a declared error is returned as a value, which unwrap throws', async () => {
    const { baseUrl } = await startServer(json(404, { code: 'THING_NOT_FOUND', details: { thing: 'a' } }))
    const { client } = startClient(baseUrl)
    const result = await client('GET /things/{thing}', { params: { thing: 'a' }, query: {} })
    if (result.status === 'ok') throw new Error('Expected an error.')
    expect(result.error.details.thing).toBe('a')
    expect(result.error).toMatchObject({ code: 'THING_NOT_FOUND', status: 404 })
    expect(() => unwrap(result)).toThrow(result.error)
  })

  test('with an error that its endpoint does not declare is thrown', async () => {
    const { baseUrl } = await startServer(json(404, { code: 'THING_NOT_FOUND', details: {} }))
    const { client } = startClient(baseUrl)
    await expect(client('POST /things', { body: { name: 'x' } })).rejects.toBeInstanceOf(ApiError)
  })

  test.each([
    ['a failure without a code', json(500, { oops: true }), 'The test service responded with status 500.'],
    [
      'text that claims to be JSON',
      ((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')) satisfies Respond,
      'The response of the test service is not JSON.',
    ],
  ])('that is %s is an UnexpectedResponseError with its text', async (_, respond, message) => {
    const { baseUrl } = await startServer(respond)
    const { client } = startClient(baseUrl)
    const error = await client('POST /things', { body: { name: 'x' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnexpectedResponseError)
    expect(error).toMatchObject({ message, text: expect.stringMatching(/oops|<html>/) })
  })
})

describe('retries', () => {
  test('an idempotent request is repeated after a network failure, with growing delays', async () => {
    const { baseUrl, received } = await startServer(
      brokenConnection,
      brokenConnection,
      json(200, { name: 'a' }),
    )
    const { client, clock } = startClient(baseUrl)
    unwrap(await client('GET /things/{thing}', { params: { thing: 'a' }, query: {} }))
    expect(received).toHaveLength(3)
    expect(clock.delays).toEqual([1000, 2000])
  })

  test('a request that is not idempotent is sent once, and the error contains the results of the probes', async () => {
    const { baseUrl, received } = await startServer(brokenConnection, json(200, {}))
    const { client } = startClient(baseUrl)
    const error = await client('POST /things', { body: { name: 'x' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({
      message: 'The test service cannot be reached. Check your connection and try again.',
      diagnostics: { method: 'POST', isOnline: true, health: { kind: 'responded', status: 200 } },
    })
    expect(received.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1)
  })

  test('the report of a failed request does not contain its query', async () => {
    const { baseUrl } = await startServer(brokenConnection)
    const { client } = startClient(baseUrl)
    const input = { params: { thing: 'a' }, query: { size: 2 } }
    await expect(client('GET /things/{thing}', input)).rejects.toMatchObject({
      diagnostics: { url: `${baseUrl}/api/v1/things/a` },
    })
  })

  test('five attempts are made, then the failure is thrown', async () => {
    const { baseUrl, received } = await startServer(brokenConnection)
    const { client } = startClient(baseUrl, { isOnline: () => false })
    await expect(client('GET /things/{thing}', { params: { thing: 'a' }, query: {} })).rejects.toThrow(
      'offline',
    )
    expect(received).toHaveLength(5)
  })

  test('a transport with fewer attempts gives up earlier', async () => {
    const { baseUrl, received } = await startServer(brokenConnection)
    const { client, clock } = startClient(baseUrl, { isOnline: () => false, maxAttempts: 2 })
    await expect(client('GET /things/{thing}', { params: { thing: 'a' }, query: {} })).rejects.toThrow(
      'offline',
    )
    expect(received).toHaveLength(2)
    expect(clock.delays).toHaveLength(1)
  })

  test('429 is repeated after the seconds that it asks for, also when the method is not idempotent', async () => {
    const { baseUrl, received } = await startServer(
      json(429, {}, { 'retry-after': '3' }),
      json(200, { id: '1' }),
    )
    const { client, clock } = startClient(baseUrl)
    unwrap(await client('POST /things', { body: { name: 'x' } }))
    expect(received).toHaveLength(2)
    expect(clock.delays).toEqual([3000])
  })

  test('429 that asks for more than ten seconds is thrown immediately', async () => {
    const { baseUrl, received } = await startServer(json(429, {}, { 'retry-after': '11' }))
    const { client } = startClient(baseUrl)
    const error = await client('POST /things', { body: { name: 'x' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TooManyRequestsError)
    expect(error).toMatchObject({ retryAfterMs: 11_000 })
    expect(received).toHaveLength(1)
  })

  test('429 that is no rate limit is returned as an error like others', async () => {
    const { baseUrl, received } = await startServer(json(429, { code: 'THING_NOT_FOUND', details: {} }))
    const { client } = startClient(baseUrl, { isRateLimit: (error) => error?.code !== 'THING_NOT_FOUND' })

    const result = await client('GET /things/{thing}', { params: { thing: 'a' }, query: {} })

    expect(result).toMatchObject({ status: 'error', error: { code: 'THING_NOT_FOUND' } })
    expect(received).toHaveLength(1)
  })

  test('a request whose credentials were rejected is authorized again and repeated', async () => {
    const { baseUrl, received } = await startServer(
      json(401, { code: 'TOKEN_EXPIRED' }),
      json(200, { id: '1' }),
    )
    const tokens = ['old', 'new']
    const { client } = startClient(baseUrl, {
      authorize: async () => ({
        headers: { 'x-token': tokens.shift() ?? '' },
        isRefused: (code) => code === 'TOKEN_EXPIRED',
      }),
    })
    unwrap(await client('POST /things', { body: { name: 'x' } }))
    expect(received.map(({ headers }) => headers['x-token'])).toEqual(['old', 'new'])
  })
})
