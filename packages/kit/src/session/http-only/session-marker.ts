import type { CookieTokenStoreOptions } from '../cookie-token-store.ts'
import { createPageCookieJar } from '../cookies.ts'
import { createSessionCookies, type TokenStorage } from '../session-cookies.ts'
import type { Tokens } from '../token-store.ts'

const markerSeconds = 365 * 24 * 60 * 60

/** Value of the marker after a sign-out of which the application's origin was not told. */
const signedOut = 'signed-out'

/** A cookie that names the session of this browser to its tabs. It contains no secret. */
export interface SessionMarker extends TokenStorage {
  /** Whether a sign-out has not reached the application's origin, which has the refresh token. */
  isSignOutPending(): boolean
  confirmSignOut(): void
}

/**
 * Creates the storage of a session whose refresh token scripts cannot read. The access token stays in memory.
 */
export function createSessionMarker(options: CookieTokenStoreOptions): SessionMarker {
  const { projectId } = options
  const jar = createPageCookieJar(options.jar, options.isSecure)
  const name = `parley-session-${projectId}`
  const readable = createSessionCookies(projectId, jar)
  let latest: Tokens | null = null

  function writeMarker(value: string): void {
    jar.write({ name, value, maxAgeSeconds: value === '' ? 0 : markerSeconds })
  }
  const readMarker = () => jar.read().get(name) ?? null
  // Of an earlier version. It is not used, because sibling subdomains can set readable cookies.
  if (readable.read()) readable.write(null)

  return {
    read() {
      const sessionId = readMarker()
      if (sessionId === null || !isSessionId(sessionId)) return null
      return { refreshToken: sessionId, accessToken: readAccessToken(latest, sessionId) }
    },
    write(tokens) {
      latest = tokens
      writeMarker(tokens?.refreshToken ?? signedOut)
    },
    isSignOutPending: () => readMarker() === signedOut,
    confirmSignOut() {
      if (readMarker() === signedOut) writeMarker('')
    },
  }
}

/** Another tab may have started another session. */
function readAccessToken(latest: Tokens | null, sessionId: string): string | null {
  return latest?.refreshToken === sessionId ? latest.accessToken : null
}

/** A UUID. Refresh tokens, which a stranger may have written into the cookie, have another form. */
function isSessionId(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text)
}
