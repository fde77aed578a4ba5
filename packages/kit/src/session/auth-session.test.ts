import { expect, test } from 'vitest'
import { createAccountTransport } from '../requests/account-transport.ts'
import {
  accessToken,
  createTestClock,
  errorResponse,
  type RequestScript,
  type ScriptedResponse,
  startScriptedServer,
  tokenResponse,
} from '../scripted-server.fixture.ts'
import { AuthSession } from './auth-session.ts'
import { createMemoryTokenStore } from './memory-token-store.ts'
import { createTokenEndpoint } from './refresh.ts'
import type { LockManagerLike } from './with-tab-lock.ts'

type TestClock = ReturnType<typeof createTestClock>

const minute = 60_000

function tokenFor(clock: TestClock, { livesForMs: lifetimeMs = 10 * minute, id = '' } = {}): string {
  return accessToken({ issuedAtMs: clock.now(), expiresAtMs: clock.now() + lifetimeMs, id })
}

async function startSession(script: (clock: TestClock) => RequestScript) {
  const clock = createTestClock()
  const server = await startScriptedServer(script(clock))
  const project = { projectId: 'phone', publishableClientKey: 'pck' }
  const transport = createAccountTransport({ ...project, baseUrl: server.url, clock }, null)
  const endpoint = createTokenEndpoint({ ...project, transport })
  const tokens = createMemoryTokenStore()
  const open = (locks?: LockManagerLike) =>
    new AuthSession({ projectId: 'phone', tokens, endpoint, clock, locks })
  return { clock, server, tokens, open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** A first-in, first-out lock, like the Web Locks of an origin. */
function createLocks(): LockManagerLike {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, _options, work) {
      const current = last.then(work)
      last = current.catch(() => {})
      return current
    },
  }
}

/** Concurrent callers with an expired token share one refresh. */
test('a hundred concurrent callers share one refresh', async () => {
  await using stage = await startSession((clock) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return tokenResponse(tokenFor(clock))
  })
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  const results = await Promise.all(Array.from({ length: 100 }, () => session.getValidTokens()))

  expect(stage.server.requests).toHaveLength(1)
  expect(new Set(results.map((result) => result?.accessToken)).size).toBe(1)
  expect(Object.fromEntries(new URLSearchParams(stage.server.requests[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'ada',
    client_id: 'phone',
    client_secret: 'pck',
  })
})

test('ten tabs that wake up together refresh once', async () => {
  await using stage = await startSession((clock) => () => tokenResponse(tokenFor(clock)))
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const locks = createLocks()
  const tabs = Array.from({ length: 10 }, () => stage.open(locks))

  await Promise.all(tabs.map((tab) => tab.getValidTokens()))

  expect(stage.server.requests).toHaveLength(1)
})

test('a token is used until less than 20 s of its validity remain', async () => {
  await using stage = await startSession((clock) => () => tokenResponse(tokenFor(clock, { id: 'renewed' })))
  const session = stage.open()
  const first = tokenFor(stage.clock, { livesForMs: minute })
  await session.start({ refreshToken: 'ada', accessToken: first })

  stage.clock.advance(39_000)
  expect((await session.getValidTokens())?.accessToken).toBe(first)
  stage.clock.advance(2_000)
  expect((await session.getValidTokens())?.accessToken).not.toBe(first)

  expect(stage.server.requests).toHaveLength(1)
})

test('requiring a validity of one minute or more throws', async () => {
  await using stage = await startSession(() => () => 'drop')

  await expect(stage.open().getValidTokens(60_000)).rejects.toThrow(RangeError)
})

test('a token that is rejected before it expires is renewed', async () => {
  await using stage = await startSession((clock) => () => tokenResponse(tokenFor(clock, { id: 'renewed' })))
  const session = stage.open()
  const first = tokenFor(stage.clock)
  await session.start({ refreshToken: 'ada', accessToken: first })

  session.markAccessTokenExpired(first)
  const renewed = await session.getValidTokens()

  expect(renewed?.accessToken).not.toBe(first)
})

test.each(['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 'PROVIDER_REJECTED'] as const)(
  '%s from the token endpoint ends the session',
  async (code) => {
    await using stage = await startSession(() => () => errorResponse(code))
    stage.tokens.set({ refreshToken: 'ada', accessToken: null })

    const tokens = await stage.open().getValidTokens()

    expect(tokens).toBeNull()
    expect(stage.tokens.get()).toBeNull()
  },
)

/** A lost connection does not sign the user out. */
test('a refresh with a network failure is retried, then throws, and the session remains', async () => {
  await using stage = await startSession(
    () =>
      ({ path }) =>
        path === '/auth/oauth/token' ? 'drop' : { text: '' },
  )
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })

  await expect(stage.open().getValidTokens()).rejects.toMatchObject({ name: 'NetworkError' })

  expect(stage.tokens.get()).toEqual({ refreshToken: 'ada', accessToken: null })
  expect(stage.server.requests.filter(({ path }) => path === '/auth/oauth/token')).toHaveLength(5)
})

test('a refresh that is rejected for another reason than its token throws, and the session remains', async () => {
  await using stage = await startSession(
    () => () => errorResponse('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }),
  )
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })

  await expect(stage.open().getValidTokens()).rejects.toMatchObject({
    code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
  })

  expect(stage.tokens.get()).toEqual({ refreshToken: 'ada', accessToken: null })
})

test('signing out during a refresh stays signed out', async () => {
  let resolveResponse = (_: ScriptedResponse) => {}
  await using stage = await startSession(
    () => () => new Promise<ScriptedResponse>((resolve) => (resolveResponse = resolve)),
  )
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  const waiting = session.getValidTokens()
  await expect.poll(() => stage.server.requests.length, { timeout: 15_000 }).toBe(1)
  await session.end()
  resolveResponse(tokenResponse(tokenFor(stage.clock)))

  expect(await waiting).toBeNull()
  expect(stage.tokens.get()).toBeNull()
})

test('a device whose clock is off by hours stays signed in', async () => {
  const threeHours = 180 * minute
  await using stage = await startSession((clock) => () => {
    const issuedAtMs = clock.now() - threeHours
    return tokenResponse(accessToken({ issuedAtMs, expiresAtMs: issuedAtMs + 10 * minute }))
  })
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  await session.getValidTokens()
  await session.getValidTokens()

  expect(stage.server.requests).toHaveLength(1)
})

test.each([
  ['no access token', { access_token: '', token_type: 'Bearer', expires_in: 600, scope: 'legacy' }],
  [
    'the word undefined',
    { access_token: 'undefined', token_type: 'Bearer', expires_in: 600, scope: 'legacy' },
  ],
  ['an unknown token type', { access_token: 'a.b.c', token_type: 'mac', expires_in: 600, scope: 'legacy' }],
  ['no lifetime', { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 0, scope: 'legacy' }],
  ['no scope', { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 600 }],
])('a token response with %s is rejected', async (_, json) => {
  await using stage = await startSession(() => () => ({ json }))
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })

  await expect(stage.open().getValidTokens()).rejects.toThrow('returned no tokens')
})

test('tokens with the value undefined are rejected', () => {
  const tokens = createMemoryTokenStore()

  expect(() => tokens.set({ refreshToken: 'undefined', accessToken: null })).toThrow('"undefined"')
  expect(() => tokens.set({ refreshToken: 'ada', accessToken: 'undefined' })).toThrow('"undefined"')
  expect(tokens.get()).toBeNull()
})
