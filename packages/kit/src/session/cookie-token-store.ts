import { createPageCookieJar } from './cookies.ts'
import { areTokensEqual } from './memory-token-store.ts'
import { createSessionCookies, type TokenStorage } from './session-cookies.ts'
import { assertValidTokens, type TokenStore, type Tokens } from './token-store.ts'

/** Cookie changes by other tabs raise no event, so the cookies are polled. */
const pollIntervalMs = 100

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
  readonly jar?: { cookie: string }
  /** Returns whether the page was loaded over https. Cookies are then `Secure`. */
  readonly isSecure?: () => boolean
}

/** Creates a token store in cookies of the application's origin. The API never receives these cookies. */
export function createCookieTokenStore(options: CookieTokenStoreOptions): TokenStore {
  const jar = createPageCookieJar(options.jar, options.isSecure)
  return createPolledTokenStore(createSessionCookies(options.projectId, jar))
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

  // `get` must not notify subscribers, because components call it while rendering. Only the poll and `set`
  // notify.
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
