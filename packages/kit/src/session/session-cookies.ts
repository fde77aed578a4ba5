import type { CookieJar } from './cookies.ts'
import { isToken, type Tokens } from './token-store.ts'

const refreshCookieSeconds = 365 * 24 * 60 * 60
const accessCookieSeconds = 24 * 60 * 60

/** Shared by all projects of an origin, so the value includes the refresh token it belongs to. */
const accessCookie = 'stack-access'

/** The cookie name of older kits. It is migrated to the project-specific name when read. */
const oldRefreshCookie = 'stack-refresh'

/** Where a token store reads and writes. Other tabs may change it. */
export interface TokenStorage {
  read(): Tokens | null
  write(tokens: Tokens | null): void
}

/** Creates the functions that read and write the tokens of a project in a cookie jar. */
export function createSessionCookies(projectId: string, jar: CookieJar): TokenStorage {
  const refreshCookie = `stack-refresh-${projectId}`
  const remove = (name: string) => jar.write({ name, value: '', maxAgeSeconds: 0 })
  const writeRefreshToken = (value: string) =>
    jar.write({ name: refreshCookie, value, maxAgeSeconds: refreshCookieSeconds })

  return {
    read(): Tokens | null {
      const cookies = jar.read()
      const refreshToken = [cookies.get(refreshCookie), cookies.get(oldRefreshCookie)].find(isToken)
      if (!refreshToken) return null

      if (cookies.has(oldRefreshCookie)) {
        writeRefreshToken(refreshToken)
        remove(oldRefreshCookie)
      }
      return { refreshToken, accessToken: parseAccessCookie(refreshToken, cookies.get(accessCookie)) }
    },
    write(tokens: Tokens | null): void {
      if (tokens) writeRefreshToken(tokens.refreshToken)
      else remove(refreshCookie)
      remove(oldRefreshCookie)

      if (tokens?.accessToken) {
        const value = JSON.stringify([tokens.refreshToken, tokens.accessToken])
        jar.write({ name: accessCookie, value, maxAgeSeconds: accessCookieSeconds })
      } else remove(accessCookie)
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
