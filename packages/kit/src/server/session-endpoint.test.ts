import { waitUntil } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { errorResponse, type RequestScript, startScriptedServer } from '../scripted-server.fixture.ts'
import { createSessionEndpoint } from './session-endpoint.ts'

const origin = 'https://phone.example.com'
const name = '__Host-parley-refresh-phone'
const expiresAt = Date.UTC(2027, 0, 1)

const rotated = {
  json: { access_token: 'a.b.c', refresh_token: 'r.next', expires_at_millis: expiresAt },
}

async function startEndpoint(script: RequestScript) {
  const accounts = await startScriptedServer(script)
  const endpoint = createSessionEndpoint({
    baseUrl: accounts.url,
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    secretServerKey: 'ssk_phone',
    isOwnOrigin: (candidate) => candidate === origin,
  })
  const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    endpoint(
      new Request(`${origin}/api/v1/session`, {
        method,
        headers: { origin, 'x-parley-session': '1', 'user-agent': 'Firefox', ...headers },
        ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
      { ip: '198.51.100.7' },
    )
  return { accounts, send, [Symbol.asyncDispose]: () => accounts[Symbol.asyncDispose]() }
}

const start = { action: 'start', refresh_token: 'first' }
const withCookie = { cookie: `theme=dark; ${name}=r.latest` }

describe('session endpoint', () => {
  test('SE5: a new session is stored in a cookie that scripts cannot read, and its first token is replaced', async () => {
    await using stage = await startEndpoint(() => rotated)

    const response = await stage.send(start)

    expect(await response.json()).toEqual({ access_token: 'a.b.c' })
    expect(response.headers.get('set-cookie')).toBe(
      `${name}=r.next; Expires=Fri, 01 Jan 2027 00:00:00 GMT; Path=/; Secure; HttpOnly; SameSite=Lax`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(stage.accounts.requests).toMatchObject([
      {
        method: 'POST',
        path: '/auth/sessions/current/rotate',
        headers: {
          'x-stack-refresh-token': 'first',
          'x-stack-access-type': 'server',
          'x-stack-secret-server-key': 'ssk_phone',
          'x-stack-project-id': 'phone',
          'x-parley-end-user-ip': '198.51.100.7',
          'user-agent': 'Firefox',
        },
      },
    ])
  })

  test('AS4: a refresh uses the cookie, which gets the replaced token', async () => {
    await using stage = await startEndpoint(() => rotated)

    const response = await stage.send({ action: 'refresh' }, withCookie)

    expect(await response.json()).toEqual({ access_token: 'a.b.c' })
    expect(response.headers.get('set-cookie')).toContain(`${name}=r.next;`)
    expect(stage.accounts.requests[0]?.headers['x-stack-refresh-token']).toBe('r.latest')
  })

  test('no response contains a refresh token in its body', async () => {
    await using stage = await startEndpoint(() => rotated)

    for (const body of [start, { action: 'refresh' }, { action: 'end' }])
      expect(await (await stage.send(body, withCookie)).text()).not.toContain('r.next')
  })

  test.each([
    ['without the header', { 'x-parley-session': '' }],
    ['from another site', { origin: 'https://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from an origin that begins like ours', { origin: `${origin}.evil.example` }],
  ])('a request %s is rejected before the account service is asked', async (_, headers) => {
    await using stage = await startEndpoint(() => rotated)

    const response = await stage.send({ action: 'refresh' }, { ...withCookie, ...headers })

    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(stage.accounts.requests).toEqual([])
  })

  test('another method is rejected', async () => {
    await using stage = await startEndpoint(() => rotated)

    expect((await stage.send(null, withCookie, 'GET')).status).toBe(403)
  })

  test.each([
    'not JSON',
    'null',
    '[]',
    '{"action":"steal"}',
    '{"action":"start"}',
    JSON.stringify({ action: 'start', refresh_token: 'a\r\nx-injected: 1' }),
    JSON.stringify({ action: 'start', refresh_token: 'a'.repeat(256) }),
    ' '.repeat(5_000),
  ])('a malformed body is rejected: %.40s', async (body) => {
    await using stage = await startEndpoint(() => rotated)

    expect((await stage.send(body, withCookie)).status).toBe(400)
    expect(stage.accounts.requests).toEqual([])
  })

  test('a session that has ended gives no token, and an unknown cookie is not sent on', async () => {
    await using stage = await startEndpoint(() => errorResponse('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'))

    const gone = await stage.send({ action: 'refresh' }, withCookie)
    const none = await stage.send({ action: 'refresh' })
    const malformed = await stage.send({ action: 'refresh' }, { cookie: `${name}="a b"` })

    for (const response of [gone, none, malformed]) {
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ access_token: null })
    }
    expect(stage.accounts.requests).toHaveLength(1)
  })

  test('signing out ends the session and removes the cookie, even if the session has ended before', async () => {
    await using stage = await startEndpoint(({ method }) => (method === 'DELETE' ? { json: {} } : rotated))
    await using endedStage = await startEndpoint(() => errorResponse('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'))

    const responses = [
      await stage.send({ action: 'end' }, withCookie),
      await endedStage.send({ action: 'end' }, withCookie),
      await stage.send({ action: 'end' }),
    ]

    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(response.headers.get('set-cookie')).toContain(`${name}=; Max-Age=0;`)
    }
    expect(stage.accounts.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /auth/sessions/current/rotate',
      'DELETE /auth/sessions/current',
    ])
    expect(stage.accounts.requests[1]?.headers['x-stack-access-token']).toBe('a.b.c')
  })

  test('an account service that cannot be reached changes no cookie and asks to try again', async () => {
    await using broken = await startEndpoint(() => 'drop')
    await using busy = await startEndpoint(() => ({ status: 429, headers: { 'retry-after': '7' } }))

    const [unreachable, limited] = [
      await broken.send({ action: 'refresh' }, withCookie),
      await busy.send({ action: 'refresh' }, withCookie),
    ]

    expect([unreachable.status, unreachable.headers.get('retry-after')]).toEqual([503, '1'])
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    expect(unreachable.headers.get('set-cookie')).toBeNull()
  })

  test('a project id that would break the cookie name is rejected', () => {
    const options = { baseUrl: '', secretServerKey: '', isOwnOrigin: () => true }

    expect(() => createSessionEndpoint({ ...options, projectId: 'a=b;c' })).toThrow('cookie name')
  })

  /** Guarantee (ZR454): browsers without a session leave the application connections to the account service. */
  test('ZR454: at most 20 requests at a time are sent to the account service, and the others follow', async () => {
    const released = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const endpoint = createSessionEndpoint({
      baseUrl: 'https://accounts.example.com',
      projectId: 'phone',
      secretServerKey: 'ssk_phone',
      isOwnOrigin: () => true,
      async fetch() {
        running += 1
        most = Math.max(most, running)
        await released.promise
        running -= 1
        return Response.json(rotated.json)
      },
    })
    const sent = Array.from({ length: 100 }, () =>
      endpoint(
        new Request(`${origin}/api/v1/session`, {
          method: 'POST',
          headers: { origin, 'x-parley-session': '1' },
          body: JSON.stringify(start),
        }),
        { ip: '198.51.100.7' },
      ),
    )
    await waitUntil('the first requests are sent', () => running >= 20)
    released.resolve()
    const responses = await Promise.all(sent)

    expect(most).toBe(20)
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  })
})
