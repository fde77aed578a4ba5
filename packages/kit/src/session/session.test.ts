import { expect, test } from 'vitest'
import {
  accessToken,
  createTestClock,
  type Reply,
  refusal,
  type Script,
  startScriptedServer,
  tokenResponse,
} from '../scripted-server.fixture.ts'
import { createTransport } from '../transport/transport.ts'
import type { LockManagerLike } from './alone.ts'
import { createMemoryTokenStore } from './memory-token-store.ts'
import { createSession } from './session.ts'

type TestClock = ReturnType<typeof createTestClock>

const minute = 60_000

function tokenFor(clock: TestClock, { livesForMs = 10 * minute, id = '' } = {}): string {
  return accessToken({ issuedAtMs: clock.now(), expiresAtMs: clock.now() + livesForMs, id })
}

async function startSession(script: (clock: TestClock) => Script) {
  const clock = createTestClock()
  const server = await startScriptedServer(script(clock))
  const transport = createTransport({
    baseUrl: server.url,
    projectId: 'phone',
    publishableClientKey: 'pck',
    clock,
  })
  const tokens = createMemoryTokenStore()
  const open = (locks?: LockManagerLike) => createSession({ tokens, transport, clock, locks })
  return { clock, server, tokens, open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** One lock for everybody who asks for it, in order, as browsers have for the tabs of an origin. */
function createLocks(): LockManagerLike {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, _options, work) {
      const mine = last.then(work)
      last = mine.catch(() => {})
      return mine
    },
  }
}

/** Guarantee: a hundred callers whose token has run out cause one refresh. */
test('a hundred concurrent callers share one refresh', async () => {
  await using stage = await startSession((clock) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return tokenResponse(tokenFor(clock))
  })
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  const results = await Promise.all(Array.from({ length: 100 }, () => session.freshTokens()))

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

  await Promise.all(tabs.map((tab) => tab.freshTokens()))

  expect(stage.server.requests).toHaveLength(1)
})

test('a token is used until less than 20 seconds of it are left', async () => {
  await using stage = await startSession((clock) => () => tokenResponse(tokenFor(clock, { id: 'renewed' })))
  const session = stage.open()
  const first = tokenFor(stage.clock, { livesForMs: minute })
  session.start({ refreshToken: 'ada', accessToken: first })

  stage.clock.advance(39_000)
  expect((await session.freshTokens())?.accessToken).toBe(first)
  stage.clock.advance(2_000)
  expect((await session.freshTokens())?.accessToken).not.toBe(first)

  expect(stage.server.requests).toHaveLength(1)
})

test('a validity of a minute or more cannot be required', async () => {
  await using stage = await startSession(() => () => 'drop')

  await expect(stage.open().freshTokens(60_000)).rejects.toThrow(RangeError)
})

test('a token that is refused although its time is not up is renewed', async () => {
  await using stage = await startSession((clock) => () => tokenResponse(tokenFor(clock, { id: 'renewed' })))
  const session = stage.open()
  const first = tokenFor(stage.clock)
  session.start({ refreshToken: 'ada', accessToken: first })

  session.markAccessTokenExpired(first)
  const renewed = await session.freshTokens()

  expect(renewed?.accessToken).not.toBe(first)
})

test.each(['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 'PROVIDER_REJECTED'] as const)(
  '%s at the token endpoint means signed out',
  async (code) => {
    await using stage = await startSession(() => () => refusal(code))
    stage.tokens.set({ refreshToken: 'ada', accessToken: null })

    const tokens = await stage.open().freshTokens()

    expect(tokens).toBeNull()
    expect(stage.tokens.get()).toBeNull()
  },
)

/** Guarantee: a lost connection signs nobody out. */
test('a refresh that fails on the way is repeated, then thrown, and the session stays', async () => {
  await using stage = await startSession(
    () =>
      ({ path }) =>
        path === '/auth/oauth/token' ? 'drop' : { text: '' },
  )
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })

  await expect(stage.open().freshTokens()).rejects.toMatchObject({ name: 'ConnectionFailed' })

  expect(stage.tokens.get()).toEqual({ refreshToken: 'ada', accessToken: null })
  expect(stage.server.requests.filter(({ path }) => path === '/auth/oauth/token')).toHaveLength(5)
})

test('signing out while a refresh is under way stays signed out', async () => {
  let answer = (_: Reply) => {}
  await using stage = await startSession(() => () => new Promise<Reply>((resolve) => (answer = resolve)))
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  const waiting = session.freshTokens()
  await expect.poll(() => stage.server.requests.length, { timeout: 15_000 }).toBe(1)
  session.end()
  answer(tokenResponse(tokenFor(stage.clock)))

  expect(await waiting).toBeNull()
  expect(stage.tokens.get()).toBeNull()
})

test('a device whose clock is hours wrong stays signed in', async () => {
  const threeHours = 180 * minute
  await using stage = await startSession((clock) => () => {
    const issuedAtMs = clock.now() - threeHours
    return tokenResponse(accessToken({ issuedAtMs, expiresAtMs: issuedAtMs + 10 * minute }))
  })
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })
  const session = stage.open()

  await session.freshTokens()
  await session.freshTokens()

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
])('a token response with %s is refused', async (_, json) => {
  await using stage = await startSession(() => () => ({ json }))
  stage.tokens.set({ refreshToken: 'ada', accessToken: null })

  await expect(stage.open().freshTokens()).rejects.toThrow('is not a token response')
})

test('tokens whose text is the word undefined are not kept', () => {
  const tokens = createMemoryTokenStore()

  expect(() => tokens.set({ refreshToken: 'undefined', accessToken: null })).toThrow('"undefined"')
  expect(() => tokens.set({ refreshToken: 'ada', accessToken: 'undefined' })).toThrow('"undefined"')
  expect(tokens.get()).toBeNull()
})
