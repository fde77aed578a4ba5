import { type CookieJar, isSecurePage, readCookies, writeCookie } from './cookies.ts'
import { areTokensEqual } from './memory-token-store.ts'
import { assertValidTokens, isToken, type TokenStore, type Tokens } from './token-store.ts'

const refreshCookieSeconds = 365 * 24 * 60 * 60
const accessCookieSeconds = 24 * 60 * 60

/** Cookie changes by other tabs raise no event, so the cookies are polled. */
const pollIntervalMs = 100

/** Shared by all projects of an origin, so the value includes the refresh token it belongs to. */
const accessCookie = 'stack-access'

/** The cookie name of older kits. It is migrated to the project-specific name when read. */
const oldRefreshCookie = 'stack-refresh'

/** Thrown if the browser did not store a cookie, so that no user can be signed in. */
export class CookiesBlockedError extends Error {
  override readonly name = 'CookiesBlockedError'

  constructor() {
    super('This browser blocks cookies, which keep you signed in. Allow them for this site, then try again.')
  }
}

export interface CookieTokenStoreOptions {
  readonly projectId: string
  /** The cookie jar. Defaults to `document`. */
  readonly jar?: CookieJar
  /** Returns whether the page was loaded over https. Cookies are then `Secure`. */
  readonly isSecure?: () => boolean
}

/** Creates a token store in cookies of the application's origin. The API never receives these cookies. */
export function createCookieTokenStore(options: CookieTokenStoreOptions): TokenStore {
  return createPolledTokenStore(createSessionCookies(options))
}

/** Where a token store reads and writes. Other tabs may change it. */
export interface TokenStorage {
  read(): Tokens | null
  write(tokens: Tokens | null): void
}

/** Creates a token store in a storage that is polled for the changes of other tabs. */
export function createPolledTokenStore({ read, write }: TokenStorage): TokenStore {
  const listeners = new Set<() => void>()
  let present = read()
  let announced = present
  let polling: ReturnType<typeof setInterval> | undefined

  /** Returns the same object until the tokens change, because readers compare by identity. */
  function get(): Tokens | null {
    const found = read()
    if (!areTokensEqual(present, found)) present = found
    return present
  }

  // `get` must not notify subscribers, because components call it while rendering. Only the poll and `set` notify.
  function notifyOfChange(): void {
    if (get() === announced) return
    announced = present
    for (const listener of [...listeners]) listener()
  }

  return {
    get,
    set(tokens) {
      if (tokens) assertValidTokens(tokens)
      write(tokens)
      if (tokens && get()?.refreshToken !== tokens.refreshToken) throw new CookiesBlockedError()
      notifyOfChange()
    },
    subscribe(listener) {
      listeners.add(listener)
      polling ??= setInterval(notifyOfChange, pollIntervalMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(polling)
        polling = undefined
      }
    },
  }
}

/** Creates the functions that read and write the tokens of a project in a cookie jar. */
export function createSessionCookies(options: CookieTokenStoreOptions): TokenStorage {
  const { projectId, jar = document, isSecure = isSecurePage } = options
  const refreshCookie = `stack-refresh-${projectId}`

  function setCookie(name: string, value: string, maxAgeSeconds: number): void {
    writeCookie(jar, { name, value, maxAgeSeconds, isSecure: isSecure() })
  }

  return {
    read(): Tokens | null {
      const cookies = readCookies(jar.cookie)
      const refreshToken = [cookies.get(refreshCookie), cookies.get(oldRefreshCookie)].find(isToken)
      if (!refreshToken) return null

      if (cookies.has(oldRefreshCookie)) {
        setCookie(refreshCookie, refreshToken, refreshCookieSeconds)
        setCookie(oldRefreshCookie, '', 0)
      }
      return { refreshToken, accessToken: parseAccessCookie(refreshToken, cookies.get(accessCookie)) }
    },
    write(tokens: Tokens | null): void {
      if (tokens) setCookie(refreshCookie, tokens.refreshToken, refreshCookieSeconds)
      else setCookie(refreshCookie, '', 0)
      setCookie(oldRefreshCookie, '', 0)

      if (tokens?.accessToken) {
        setCookie(
          accessCookie,
          JSON.stringify([tokens.refreshToken, tokens.accessToken]),
          accessCookieSeconds,
        )
      } else setCookie(accessCookie, '', 0)
    },
  }
}

function parseAccessCookie(refreshToken: string, cookie: string | undefined): string | null {
  try {
    const pair: unknown = JSON.parse(cookie ?? '')
    if (!Array.isArray(pair)) return null
    return pair[0] === refreshToken && isToken(pair[1]) ? pair[1] : null
  } catch {
    return null
  }
}
