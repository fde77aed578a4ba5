/** A cookie for all pages of the origin. An age of 0 removes it. */
interface Cookie {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds: number
}

/** The cookies of the application's origin. */
export interface CookieJar {
  read(): ReadonlyMap<string, string>
  write(cookie: Cookie): void
}

/** Creates the cookie jar of a page. */
export function createPageCookieJar(
  page: { cookie: string } = document,
  isSecure = () => location.protocol === 'https:',
): CookieJar {
  return {
    read: () => parseCookies(page.cookie),
    write({ name, value, maxAgeSeconds }) {
      const secure = isSecure() ? '; Secure' : ''
      page.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
    },
  }
}

export function parseCookies(text: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of text.split(/; */)) {
    const equals = pair.indexOf('=')
    if (equals > 0) cookies.set(pair.slice(0, equals), decodeCookieValue(pair.slice(equals + 1)))
  }
  return cookies
}

function decodeCookieValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
