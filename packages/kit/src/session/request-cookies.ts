import type { CookieJar } from './cookies.ts'

/** The cookies of the request that a server responds to, as `cookies()` of Next.js returns them. */
export interface RequestCookies {
  getAll(): readonly { readonly name: string; readonly value: string }[]
  set(name: string, value: string, options: RequestCookieOptions): unknown
}

interface RequestCookieOptions {
  readonly path: '/'
  readonly maxAge: number
  readonly sameSite: 'lax'
  readonly secure: boolean
}

let read: (() => Promise<RequestCookies>) | null = null

/**
 * Sets how a server reads the cookies of the request that it responds to. The adapter of a framework calls
 * it.
 */
export function setRequestCookies(cookies: () => Promise<RequestCookies>): void {
  read = cookies
}

/** Returns the cookies of the present request; null if the framework provides none. */
export async function readRequestCookies(): Promise<CookieJar | null> {
  const cookies = await read?.()
  if (!cookies) return null
  return {
    read: () => new Map(cookies.getAll().map(({ name, value }) => [name, value])),
    write({ name, value, maxAgeSeconds }) {
      try {
        const secure = process.env.NODE_ENV === 'production'
        cookies.set(name, value, { path: '/', maxAge: maxAgeSeconds, sameSite: 'lax', secure })
      } catch {
        // Next.js rejects cookies while it renders a page. The browser then refreshes its access token
        // itself.
      }
    },
  }
}
