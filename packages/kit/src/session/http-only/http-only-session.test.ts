// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StackClientApp } from '../../app/stack-client-app.ts'
import {
  createTestClock,
  errorResponse,
  type RequestScript,
  startScriptedServer,
} from '../../scripted-server.fixture.ts'
import { createSessionEndpoint } from '../../server/session-endpoint.ts'

const sessionId = '0f0e0d0c-0b0a-4908-8706-050403020100'
const origin = 'https://phone.example.com'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const pair of document.cookie.split('; ')) writeCookie(`${pair.split('=')[0]}=; Path=/; Max-Age=0`)
})

function writeCookie(line: string): void {
  Reflect.set(document, 'cookie', line)
}

function createToken(clock: { now(): number }, id: string, number: number): string {
  const claims = {
    iat: Math.floor(clock.now() / 1_000),
    exp: Math.floor(clock.now() / 1_000) + 600,
    refreshTokenId: id,
    number,
  }
  return `e30.${btoa(JSON.stringify(claims))}.signature`
}

/**
 * A first-in, first-out lock, like the Web Locks of an origin. `queued` resolves when one waits for another.
 */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  const queued = Promise.withResolvers<void>()
  return {
    queued: queued.promise,
    request<T>(_name: string, _options: object, work: () => Promise<T>): Promise<T> {
      held += 1
      if (held > 1) queued.resolve()
      const current = last.then(work).finally(() => {
        held -= 1
      })
      last = current.catch(() => {})
      return current
    },
  }
}

/**
 * Starts an account service with one user, and the server of an application whose browser has a cookie jar.
 */
async function startBrowser({
  isReachable = () => true,
  beforeArrival = async () => {},
}: {
  isReachable?: () => boolean
  /** Delays a request of a page before the browser adds the cookie. */
  beforeArrival?: (body: string) => Promise<void>
} = {}) {
  const clock = createTestClock()
  let latest: string | null = null
  let latestAccessToken = ''
  let issued = 0
  const script: RequestScript = ({ method, path, headers }) => {
    if (path === '/auth/password/sign-in') {
      latest = 'first'
      latestAccessToken = createToken(clock, sessionId, 0)
      return { json: { access_token: latestAccessToken, refresh_token: latest, user_id: 'ada' } }
    }
    if (path === '/auth/sessions/current/rotate') {
      const presented = headers['x-stack-refresh-token']
      if (latest === null || presented !== latest) return errorResponse('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
      issued += 1
      latest = `r.${issued}`
      latestAccessToken = createToken(clock, sessionId, issued)
      return {
        json: {
          access_token: latestAccessToken,
          refresh_token: latest,
          expires_at_millis: clock.now() + 1e9,
        },
      }
    }
    if (!headers['x-stack-access-token']) return errorResponse('CANNOT_GET_OWN_USER_WITHOUT_USER')
    // A sign-in replaces the session, which earlier access tokens do not end.
    if (method === 'DELETE' && headers['x-stack-access-token'] === latestAccessToken) latest = null
    return { json: { items: [] } }
  }
  const accounts = await startScriptedServer(script)
  const endpoint = createSessionEndpoint({
    baseUrl: accounts.url,
    projectId: 'phone',
    secretServerKey: 'ssk',
    isOwnOrigin: (candidate) => candidate === origin,
  })
  const jar = { httpOnly: '' }
  const own: string[] = []

  async function browserFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = String(input)
    if (!url.startsWith('/')) return await fetch(input, init)
    if (!isReachable()) throw new TypeError('Failed to fetch')
    expect(init?.credentials).toBe('same-origin')
    own.push(String(init?.body))
    await beforeArrival(String(init?.body))
    const request = new Request(origin + url, { method: init?.method ?? 'GET', body: init?.body ?? null })
    for (const [name, value] of new Headers(init?.headers)) request.headers.set(name, value)
    const sent = new Headers(request.headers)
    sent.set('origin', origin)
    sent.set('cookie', jar.httpOnly)
    const response = await endpoint(new Request(request, { headers: sent }), { ip: '127.0.0.1' })
    const setCookie = response.headers.get('set-cookie')
    if (setCookie) jar.httpOnly = setCookie.split(';')[0] ?? ''
    return response
  }
  const locks = createLocks()
  const open = () =>
    new StackClientApp({
      locks,
      baseUrl: accounts.url,
      projectId: 'phone',
      tokenStore: 'http-only',
      fetch: browserFetch,
      clock,
      random: () => 0,
    })
  return {
    accounts,
    clock,
    jar,
    own,
    locks,
    open,
    [Symbol.asyncDispose]: () => accounts[Symbol.asyncDispose](),
  }
}

const credential = { email: 'ada@example.com', password: 'correct horse battery', noRedirect: true }
const rotations = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => path === '/auth/sessions/current/rotate').length

describe('a session whose refresh token scripts cannot read', () => {
  test('SE5: after a sign-in no cookie, storage or request of the page contains a usable refresh token', async () => {
    await using browser = await startBrowser()
    const app = browser.open()

    await app.signInWithCredential(credential)
    await app.getUser()

    expect(browser.jar.httpOnly).toBe('__Host-parley-refresh-phone=r.1')
    const readable = [
      document.cookie,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ]
    for (const text of readable) expect(text).not.toMatch(/first|r\.1/)
    expect(document.cookie).toContain(`parley-session-phone=${sessionId}`)
    for (const { path, headers } of browser.accounts.requests)
      if (!path.endsWith('/rotate')) expect(headers['x-stack-refresh-token']).toBeUndefined()
  })

  test('AS4: each tab renews its access token with the cookie, and a new tab needs no other secret', async () => {
    await using browser = await startBrowser()
    const app = browser.open()
    await app.signInWithCredential(credential)
    const first = await readAccessToken(app)

    const otherTab = await readAccessToken(browser.open())
    browser.clock.advance(590_000)
    const renewed = await readAccessToken(app)

    expect(new Set([first, otherTab, renewed]).size).toBe(3)
    expect(rotations(browser.accounts.requests)).toBe(3)
    expect(browser.jar.httpOnly).toBe('__Host-parley-refresh-phone=r.3')
  })

  test('signing out removes the cookie, and a later visit is signed out', async () => {
    await using browser = await startBrowser()
    const app = browser.open()
    await app.signInWithCredential(credential)

    await app.signOut({ noRedirect: true })

    expect(browser.jar.httpOnly).toBe('__Host-parley-refresh-phone=')
    expect(document.cookie).not.toContain(sessionId)
    expect(await browser.open().getUser()).toBeNull()
  })

  test('a sign-out that could not reach the application is repeated at the next visit', async () => {
    let isReachable = true
    await using browser = await startBrowser({ isReachable: () => isReachable })
    const app = browser.open()
    await app.signInWithCredential(credential)

    isReachable = false
    await app.signOut({ noRedirect: true })
    expect(browser.jar.httpOnly).toContain('r.1')
    isReachable = true
    const next = browser.open()

    await vi.waitFor(() => expect(browser.jar.httpOnly).toBe('__Host-parley-refresh-phone='))
    await vi.waitFor(() => expect(document.cookie).not.toContain('signed-out'))
    expect(await next.getUser()).toBeNull()
  })

  /** Guarantee (SE5): a sign-out that one tab repeats ends no session that another tab starts. */
  test('SE5: a repeated sign-out of one tab that arrives late does not end the new session of another tab', async () => {
    let isReachable = true
    const held = Promise.withResolvers<void>()
    const sentEnd = Promise.withResolvers<void>()
    await using browser = await startBrowser({
      isReachable: () => isReachable,
      async beforeArrival(body) {
        if (!body.includes('"end"')) return
        sentEnd.resolve()
        await held.promise
      },
    })
    const app = browser.open()
    await app.signInWithCredential(credential)
    isReachable = false
    await app.signOut({ noRedirect: true })
    isReachable = true

    const repeating = browser.open()
    await sentEnd.promise
    const signingIn = app.signInWithCredential(credential)
    await Promise.race([signingIn, browser.locks.queued])
    held.resolve()
    await signingIn
    await vi.waitFor(() =>
      expect(browser.accounts.requests.some(({ method }) => method === 'DELETE')).toBe(true),
    )

    expect(browser.jar.httpOnly).toMatch(/=r\.\d+$/)
    expect(document.cookie).toContain(`parley-session-phone=${sessionId}`)
    expect([await app.getUser(), await repeating.getUser()]).not.toContain(null)
  })

  test('SE5: a sign-out that waits while another tab signs in does not end the new session', async () => {
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let isHeld = false
    await using browser = await startBrowser({
      async beforeArrival(body) {
        if (!isHeld || !body.includes('"start"')) return
        started.resolve()
        await held.promise
      },
    })
    const [app, other] = [browser.open(), browser.open()]
    await app.signInWithCredential(credential)
    isHeld = true
    const signingIn = other.signInWithCredential(credential)
    await started.promise
    const signingOut = app.signOut({ noRedirect: true })
    await Promise.race([signingOut, browser.locks.queued])
    held.resolve()
    await Promise.all([signingIn, signingOut])

    expect(browser.jar.httpOnly).toMatch(/=r\.\d+$/)
    expect(await other.getUser()).not.toBeNull()
  })

  test('a sign-out while the account service cannot be reached ends without an error, and is repeated', async () => {
    await using browser = await startBrowser()
    const app = browser.open()
    await app.signInWithCredential(credential)
    await browser.accounts[Symbol.asyncDispose]()

    await app.signOut({ noRedirect: true })

    expect(document.cookie).toContain('signed-out')
    expect(browser.own.filter((body) => body.includes('"end"')).length).toBeGreaterThan(0)
  })

  test('a session that ended elsewhere signs the user out', async () => {
    await using browser = await startBrowser()
    const app = browser.open()
    await app.signInWithCredential(credential)
    browser.jar.httpOnly = '__Host-parley-refresh-phone=r.999'
    browser.clock.advance(590_000)

    expect(await app.getUser()).toBeNull()
  })

  /** Guarantee (UA14): a sibling subdomain, which can set readable cookies, cannot choose the session. */
  test.each(['parley-session-phone', 'stack-refresh-phone', 'stack-refresh'])(
    'UA14: a refresh token in the readable cookie %s starts no session and replaces none',
    async (name) => {
      await using browser = await startBrowser()
      await browser.open().signInWithCredential(credential)
      const present = browser.jar.httpOnly
      writeCookie('parley-session-phone=; Path=/; Max-Age=0')
      writeCookie(`${name}=r.1; Path=/`)

      const user = await browser.open().getUser()

      expect(user).toBeNull()
      expect(browser.own.filter((body) => body.includes('"start"'))).toHaveLength(1)
      expect(browser.jar.httpOnly).toBe(present)
    },
  )

  test('SE5: a refresh token that an earlier version stored in a readable cookie is removed', async () => {
    await using browser = await startBrowser()
    writeCookie('stack-refresh-phone=r.1; Path=/')

    browser.open()

    expect(document.cookie).not.toContain('stack-refresh')
  })

  test('a page that was loaded over http beyond localhost says that it needs https', async () => {
    await using browser = await startBrowser()
    const app = browser.open()
    vi.stubGlobal('isSecureContext', false)

    await expect(app.signInWithCredential(credential)).rejects.toThrow('https://')
    expect(browser.own).toEqual([])
  })
})

async function readAccessToken(app: StackClientApp): Promise<string | null> {
  return (await (await app.getUser())?.getAccessToken()) ?? null
}
