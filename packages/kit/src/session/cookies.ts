/** The cookies of a page, as `document` provides them. */
export interface CookieJar {
  cookie: string
}

/** A cookie for all pages of the origin. An age of 0 removes it. */
interface Cookie {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds: number
  readonly isSecure: boolean
}

export function writeCookie(jar: CookieJar, { name, value, maxAgeSeconds, isSecure }: Cookie): void {
  const secure = isSecure ? '; Secure' : ''
  jar.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

export function readCookies(text: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of text.split(/; */)) {
    const equals = pair.indexOf('=')
    if (equals > 0) cookies.set(pair.slice(0, equals), decodeCookieValue(pair.slice(equals + 1)))
  }
  return cookies
}

export function isSecurePage(): boolean {
  return location.protocol === 'https:'
}

function decodeCookieValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
