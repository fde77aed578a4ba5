import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type AnyEndpoint, ApiError, createEndpointDefiner } from '@parley/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  type ApiOptions,
  CustomResponse,
  createHttpApp,
  type Handlers,
  type HttpAppOptions,
  listRoutes,
  PlainTextError,
  serveContract,
  tooManyRequests,
} from './index.ts'

const table = {
  SCHEMA_ERROR: { status: 400, message: 'Malformed.' },
  BODY_PARSING_ERROR: { status: 400, message: 'Unreadable.' },
  NOT_YOURS: { status: 403, message: 'This is not yours.' },
  SLOW_DOWN: { status: 429, message: 'Slow down.' },
  UNHEARD_OF: { status: 400, message: 'Not declared.' },
}
type Code = keyof typeof table
const createError = (code: Code, details?: object) => new ApiError(code, table[code], details)
const endpoint = createEndpointDefiner<'public' | 'member', Code>()

const writeNote = endpoint({
  method: 'POST',
  path: '/notes/{note}',
  access: 'public',
  summary: 'Write a note.',
  params: z.object({ note: z.string() }),
  query: z.object({ loud: z.enum(['true', 'false']).optional() }),
  body: z.object({ text: z.string(), pages: z.number().optional(), secret: z.string().max(5).optional() }),
  response: z.object({ text: z.string() }),
  serverSchema: { response: z.object({ text: z.string(), owner: z.string() }) },
  maxBodyBytes: 10_000,
  status: 201,
  errors: ['NOT_YOURS', 'SLOW_DOWN'],
  plainTextErrors: [404],
})
const readNote = endpoint({
  method: 'GET',
  path: '/notes/{note}',
  access: 'public',
  summary: 'Read a note as text.',
  errors: [],
})

const endpoints = [writeNote, readNote]
const longText = 'a'.repeat(16 * 1024)

const handlers = {
  'POST /notes/{note}': async (_services, { body }) => {
    if (body.text === 'not yours') throw createError('NOT_YOURS')
    if (body.text === 'slow') throw createError('SLOW_DOWN', { retryAfterSeconds: 2 })
    if (body.text === 'limited') throw tooManyRequests(1.2)
    if (body.text === 'unheard') throw createError('UNHEARD_OF')
    if (body.text === 'gone') throw new PlainTextError(404, 'No such note.')
    if (body.text === 'long') return { text: longText, owner: 'ada' }
    if (body.text === 'bug') throw new Error('a secret inside')
    return { text: body.text, owner: 'ada', hash: 'never shown' }
  },
  'GET /notes/{note}': async () => new CustomResponse({ body: 'a note', headers: { 'x-note': '1' } }),
} satisfies Handlers<(typeof endpoints)[number], null, { public: object }>

/** Returns how the API of the test treats requests. */
function createApi(undeclared: string[] = []): ApiOptions<AnyEndpoint, boolean, { public: object }> {
  return {
    authenticate: async ({ headers }) => headers['x-stack-access-type'] === 'server',
    authorize: () => {},
    contexts: { public: () => ({}) },
    usesServerSchema: (isServer) => isServer,
    malformed: (code, message) => createError(code, { message }),
    commonErrors: ['SCHEMA_ERROR', 'BODY_PARSING_ERROR'],
    onUndeclaredError: (_endpoint, refusal) => undeclared.push(refusal.message),
  }
}

/** Starts a small service on a real port. */
async function startTestApi(options: HttpAppOptions = {}) {
  const undeclared: string[] = []
  const app = createHttpApp(options)
  onTestFinished(() => app.close())
  serveContract(app, { endpoints, handlers, services: null, api: createApi(undeclared) })

  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const post = (body: unknown, headers: Record<string, string> = {}, path = '/api/v1/notes/1') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { origin, post, undeclared, app }
}

/** Sends bytes to a server and returns the response that precedes the end of the connection. */
async function sendBytes(origin: string, bytes: string): Promise<Response> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.end(bytes)
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ])
  return new Response(body.join('\r\n\r\n'), { status: Number(statusLine.split(' ')[1]), headers })
}

describe('responses', () => {
  /** Guarantee: a response contains only the fields that its endpoint declares for this access type. */
  test('a response is reduced to the schema of the client', async () => {
    const { post } = await startTestApi()

    const asClient = await post({ text: 'hello' })
    const asServer = await post({ text: 'hello' }, { 'x-stack-access-type': 'server' })

    expect(asClient.status).toBe(201)
    expect(await asClient.json()).toEqual({ text: 'hello' })
    expect(await asServer.json()).toEqual({ text: 'hello', owner: 'ada' })
  })

  test('ZR87: a response is indented for a browser only while it is short', async () => {
    const { post } = await startTestApi()
    const getBody = async (text: string) => await (await post({ text }, { accept: 'text/html' })).text()

    expect(await getBody('hello')).toBe('{\n  "text": "hello"\n}')
    expect(await getBody('long')).toBe(JSON.stringify({ text: longText }))
  })

  test('every response has a request id, security headers and no-store', async () => {
    const { post, origin } = await startTestApi()

    for (const response of [await post({ text: 'a' }), await post('{'), await fetch(`${origin}/nothing`)]) {
      expect(response.headers.get('x-stack-request-id')).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
      expect(response.headers.get('cache-control')).toBe('no-store, max-age=0')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('every response has exactly the security headers of this list, also one to a request that is rejected before routing', async () => {
    const { post, origin } = await startTestApi()

    const tooLong = `${origin}/api/v1/notes/${'a'.repeat(3_000)}`
    const responses = [
      await post({ text: 'a' }),
      await fetch(`${origin}/nothing`),
      await fetch(tooLong),
      await fetch(`${origin}/%zz`),
    ]

    for (const { headers } of responses) {
      const names = [...headers.keys()].filter(
        (name) =>
          !/^(access-control-|content-(type|length)$|connection$|date$|keep-alive$|x-stack-|x-hexclave-)/.test(
            name,
          ),
      )
      expect(Object.fromEntries(names.map((name) => [name, headers.get(name)]))).toEqual({
        'cache-control': 'no-store, max-age=0',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  /** Guarantee (SR20, BR2): a browser that has used an https origin never uses it without. */
  test.each([
    ['host', 'max-age=31536000'],
    ['host-and-subdomains', 'max-age=31536000; includeSubDomains'],
    [null, null],
  ] as const)(
    'SR20: with strict transport for %s every response says %s',
    async (strictTransport, expected) => {
      const { post, origin } = await startTestApi({ strictTransport })

      const responses = [
        await post({ text: 'a' }),
        await post('{'),
        await fetch(`${origin}/nothing`),
        await fetch(`${origin}/%zz`),
        await sendBytes(origin, 'no request\r\n\r\n'),
      ]

      expect(responses.map(({ status }) => status)).toEqual([201, 400, 404, 400, 400])
      for (const { headers } of responses) {
        expect(headers.get('strict-transport-security')).toBe(expected)
        expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('x-frame-options')).toBe('DENY')
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      }
    },
  )

  test('an ApiError has its code in header and body, and Retry-After if it has a wait', async () => {
    const { post } = await startTestApi()

    const forbidden = await post({ text: 'not yours' })
    const slow = await post({ text: 'slow' })
    const limited = await post({ text: 'limited' })

    expect(forbidden.status).toBe(403)
    expect(forbidden.headers.get('x-stack-known-error')).toBe('NOT_YOURS')
    expect(await forbidden.json()).toEqual({ code: 'NOT_YOURS', error: 'This is not yours.' })
    expect(slow.headers.get('retry-after')).toBe('2')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('the status override returns 200 and the real status in a header', async () => {
    const { post, origin } = await startTestApi()
    const override = { 'x-stack-override-error-status': 'true' }

    const forbidden = await post({ text: 'not yours' }, override)
    const missing = await fetch(`${origin}/api/v1/nothing`, { headers: override })
    const fine = await post({ text: 'a' }, override)

    expect([forbidden.status, forbidden.headers.get('x-stack-actual-status')]).toEqual([200, '403'])
    expect([missing.status, missing.headers.get('x-stack-actual-status')]).toEqual([200, '404'])
    expect([fine.status, fine.headers.get('x-stack-actual-status')]).toEqual([201, null])
  })

  test('x-hexclave- names the same headers as x-stack-, which take precedence', async () => {
    const { post, origin } = await startTestApi()
    const override = { 'x-hexclave-override-error-status': 'true' }

    const forbidden = await post({ text: 'not yours' }, override)
    const malformed = await fetch(`${origin}/api/v1/%zz`, { headers: override })
    const asServer = await post({ text: 'a' }, { 'x-hexclave-access-type': 'server' })
    const asClient = await post(
      { text: 'a' },
      { 'x-hexclave-access-type': 'server', 'x-stack-access-type': 'client' },
    )

    expect(forbidden.status).toBe(200)
    for (const name of ['actual-status', 'known-error', 'request-id']) {
      const value = forbidden.headers.get(`x-stack-${name}`)
      expect(value).not.toBeNull()
      expect(forbidden.headers.get(`x-hexclave-${name}`)).toBe(value)
      const exposed = forbidden.headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(expect.arrayContaining([`x-stack-${name}`, `x-hexclave-${name}`]))
    }
    expect(malformed.headers.get('x-hexclave-request-id')).toBe(malformed.headers.get('x-stack-request-id'))
    expect(await asServer.json()).toEqual({ text: 'a', owner: 'ada' })
    expect(await asClient.json()).toEqual({ text: 'a' })
  })

  /** Guarantee: internal errors reveal no details. */
  test('an unexpected error returns 500 with a neutral message and the request id', async () => {
    const { post } = await startTestApi()

    const response = await post({ text: 'bug' })

    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain(response.headers.get('x-stack-request-id'))
    expect(text).not.toContain('secret')
  })

  test('an undeclared error is reported and still returned', async () => {
    const { post, undeclared } = await startTestApi()

    const response = await post({ text: 'unheard' })
    await post({ text: 'gone' })

    expect(response.headers.get('x-stack-known-error')).toBe('UNHEARD_OF')
    expect(undeclared).toEqual(['Not declared.'])
  })

  test('a response that is not JSON is sent unchanged', async () => {
    const { origin } = await startTestApi()

    const response = await fetch(`${origin}/api/v1/notes/1`)

    expect(response.headers.get('x-note')).toBe('1')
    expect(await response.text()).toBe('a note')
  })
})

describe('requests', () => {
  test('all problems of a request are reported together, without its values', async () => {
    const { post } = await startTestApi()

    const response = await post(
      { text: 7, pages: '3', secret: 'hunter2 and more', extra: 1 },
      {},
      '/api/v1/notes/1?loud=yes&more=1',
    )

    const { code, details, error } = (await response.json()) as {
      code: string
      details: { message: string }
      error: string
    }
    expect(code).toBe('SCHEMA_ERROR')
    expect(error).toBe(details.message)
    expect(details.message).not.toContain('hunter2')
    expect(details.message.split('\n')).toEqual([
      'The request POST /api/v1/notes/{note} is malformed:',
      '  - query.loud: must be "true" or "false"',
      '  - query: has unknown keys: more',
      '  - body.text: must be a string',
      '  - body.pages: must be a number',
      '  - body.secret: must be at most 5 characters long',
      '  - body: has unknown keys: extra',
    ])
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'])(
    'JSON sent as %s is rejected with the expected content type and without its values',
    async (type) => {
      const { post } = await startTestApi()

      const response = await post({ text: 'a=b & c', secret: 'hunter2 and more' }, { 'content-type': type })

      const { code, error } = (await response.json()) as { code: string; error: string }
      expect([response.status, code]).toEqual([400, 'SCHEMA_ERROR'])
      expect(error.split('\n').slice(1)).toEqual([
        '  - body: is JSON with another content type. Send it with content-type: application/json',
      ])
    },
  )

  test('bytes that are no request get a response also after an earlier response on the same connection', async () => {
    const { origin } = await startTestApi()
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [first] = await once(socket, 'data')

    socket.end('no request\r\n\r\n')

    expect(String(first)).toMatch(/^HTTP\/1\.1 404 /)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  })

  test('an unparsable body and an invalid body have different error codes', async () => {
    const { post, origin } = await startTestApi()
    const getErrorCode = async (response: Response) => response.headers.get('x-stack-known-error')

    expect(await getErrorCode(await post('{'))).toBe('BODY_PARSING_ERROR')
    expect(await getErrorCode(await post(''))).toBe('BODY_PARSING_ERROR')
    expect(await getErrorCode(await post('<a/>', { 'content-type': 'application/xml' }))).toBe(
      'BODY_PARSING_ERROR',
    )
    expect(await getErrorCode(await post('x', { 'content-type': ';;;' }))).toBe('BODY_PARSING_ERROR')
    const invalidText = new Uint8Array([0x22, 0xff, 0x22])
    const unreadable = await fetch(`${origin}/api/v1/notes/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: invalidText,
    })
    expect(await getErrorCode(unreadable)).toBe('BODY_PARSING_ERROR')
    expect(await getErrorCode(await post('plain', { 'content-type': 'text/plain' }))).toBe('SCHEMA_ERROR')
    const nothing = await fetch(`${origin}/api/v1/notes/1`, { method: 'POST' })
    expect(await getErrorCode(nothing)).toBe('SCHEMA_ERROR')
    const asForm = await post('text=hello', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(await asForm.json()).toEqual({ text: 'hello' })
  })

  test('a body beyond the size limit is rejected with a plain-text error', async () => {
    const { post } = await startTestApi()

    const response = await post({ text: 'x'.repeat(20_000) })

    expect(response.status).toBe(413)
    expect(await response.text()).toBe('The body of the request is too large.')
  })

  test('invalid URLs are rejected with a plain-text error', async () => {
    const { origin } = await startTestApi()

    expect((await fetch(`${origin}/api/v1/notes/%E0%A4%A`)).status).toBe(400)
    expect((await fetch(`${origin}/api/v1/notes/${'a'.repeat(5000)}`)).status).toBeLessThan(500)
  })
})

describe('routing', () => {
  test('the alias, a trailing slash and HEAD reach the same endpoint', async () => {
    const { origin } = await startTestApi()

    for (const path of ['/api/latest/notes/1', '/api/v1/notes/1/', '/api/latest/notes/1?x=1'])
      expect(await (await fetch(origin + path)).text()).toBe('a note')
    expect((await fetch(`${origin}/api/v1/notes/1`, { method: 'HEAD' })).status).toBe(200)
  })

  test('an unknown path returns 404, an unknown method 405', async () => {
    const { origin } = await startTestApi()

    expect((await fetch(`${origin}/api/v1/nothing`)).status).toBe(404)
    const wrongMethod = await fetch(`${origin}/api/v1/notes/1`, { method: 'DELETE' })
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST, GET'])
    expect((await fetch(`${origin}/api/v1/notes/1`, { method: 'PROPFIND' })).status).toBe(405)
  })

  test('a preflight request to any API path is allowed without authentication', async () => {
    const { origin } = await startTestApi()

    const response = await fetch(`${origin}/api/v1/anything`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-stack-made-up, x-hexclave-made-up, evil' },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ')
    for (const name of ['made-up', 'project-id', 'secret-server-key', 'allow-anonymous-user'])
      expect(allowed).toEqual(expect.arrayContaining([`x-stack-${name}`, `x-hexclave-${name}`]))
    expect(allowed).not.toContain('evil')
  })

  /** Guarantee (BR1): a page of another origin cannot change state by a navigation or a form post. */
  test('navigations and simple requests cannot change state', async () => {
    const { app } = await startTestApi()
    const fetchStatus = async (mode: string) => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-mode': mode }
      return (await app.inject({ method: 'POST', url: '/api/v1/notes/1', headers, payload: { text: 'a' } }))
        .statusCode
    }

    expect(await fetchStatus('navigate')).toBe(403)
    expect(await fetchStatus('no-cors')).toBe(403)
    expect(await fetchStatus('cors')).toBe(201)
  })

  /** Guarantee (ZR595): the protection of BR1 depends on the route, not on the spelling of its URL. */
  test('ZR595: navigations cannot change state through a URL with encoded characters', async () => {
    const { app } = await startTestApi()
    const postTo = async (url: string) => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-mode': 'navigate' }
      return await app.inject({ method: 'POST', url, headers, payload: { text: 'a' } })
    }

    for (const url of ['/%61pi/v1/notes/1', '/a%70%69/v1/notes/1', '/api/v1/%6eotes/1']) {
      const { statusCode, headers } = await postTo(url)
      expect([url, statusCode, headers['access-control-allow-origin']]).toEqual([url, 403, '*'])
    }
  })

  /** Guarantee (ZR503): no request stops the service. */
  test('ZR503: an unknown path of 1,500,000 slashes is answered in linear time', async () => {
    const app = createHttpApp()
    onTestFinished(() => app.close())

    expect((await app.inject(`/${'/'.repeat(1_500_000)}x`)).statusCode).toBe(404)
  })

  /** Guarantee: the list that is compared with the contract contains every route. */
  test('every route of an app is listed, including routes that are not part of a contract', async () => {
    const app = createHttpApp()
    onTestFinished(() => app.close())
    const endpoints = [writeNote]
    const { 'POST /notes/{note}': write } = handlers
    serveContract(app, {
      endpoints,
      handlers: { 'POST /notes/{note}': write },
      services: null,
      api: createApi(),
    })
    app.get('/api/v1/beside/:note', async () => 'bound past the contract')
    await app.register((inner, _options, done) => {
      inner.delete('/api/v1/inside', async () => 'bound by a plugin')
      done()
    })
    await app.ready()

    expect(listRoutes(app)).toEqual([
      { method: 'POST', path: '/api/v1/notes/{note}' },
      { method: 'GET', path: '/api/v1/beside/{note}' },
      { method: 'DELETE', path: '/api/v1/inside' },
    ])
  })
})
