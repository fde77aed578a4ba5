import { decodeAuthorization } from './authorization-header.ts'
import { createCookieTokenStore } from './cookie-token-store.ts'
import type { CookieJar } from './cookies.ts'
import { parseCookies } from './cookies.ts'
import { createMemoryTokenStore } from './memory-token-store.ts'
import { readRequestCookies } from './request-cookies.ts'
import { createSessionCookies } from './session-cookies.ts'
import { isToken, type TokenStore, type Tokens } from './token-store.ts'

/** A request to the application's back end, such as a `Request`. */
export interface RequestLike {
  readonly headers: { get(name: string): string | null } | Readonly<Record<string, string | null>>
}

/**
 * Where the tokens of the user are stored.
 *
 * - `cookie`: cookies of the application's origin;
 * - `http-only`: the refresh token in a cookie that scripts cannot read. The application's origin serves
 *   `createSessionEndpoint`, and its pages need https beyond localhost;
 * - `nextjs-cookie`: as `cookie`, and on a server those of the request that it responds to;
 * - `memory`: until the page is closed;
 * - tokens: those of another client;
 * - a request: its header `Authorization` or `x-stack-auth`, otherwise its cookies;
 * - a store of the application;
 * - null: nowhere. `getUser` then needs a token store in each call.
 */
export type TokenStoreInit =
  | 'cookie'
  | 'http-only'
  | 'nextjs-cookie'
  | 'memory'
  | { readonly accessToken: string | null; readonly refreshToken: string | null }
  | RequestLike
  | TokenStore
  | null

/**
 * Returns the token store, or null if the application has none here.
 *
 * @throws {Error} for an application in JavaScript that passes none or an unknown one.
 */
export function createTokenStore(
  init: Exclude<TokenStoreInit, 'http-only'>,
  projectId: string,
): TokenStore | null {
  if (init === null) return null
  if (init === 'memory') return createMemoryTokenStore()
  // Servers serve many users, so they cannot share one store.
  if (init === 'cookie' || init === 'nextjs-cookie')
    return typeof document === 'undefined' ? null : createCookieTokenStore({ projectId })
  if (typeof init !== 'object') throw new Error('This app has no token store. Pass one as `tokenStore`.')
  if ('subscribe' in init) return init
  return createMemoryTokenStore('headers' in init ? readRequestTokens(init, projectId) : toTokens(init))
}

/**
 * Creates the token store of the request that a server responds to. Null if the framework provides no
 * cookies.
 */
export async function createRequestTokenStore(projectId: string): Promise<TokenStore | null> {
  const jar = await readRequestCookies()
  if (!jar) return null
  const { read, write } = createSessionCookies(projectId, jar)
  const store = createMemoryTokenStore(read())
  store.subscribe(() => write(store.get()))
  return store
}

function readRequestTokens(request: RequestLike, projectId: string): Tokens | null {
  const header =
    decodeAuthorization(readHeader(request, 'authorization')) ?? readHeader(request, 'x-stack-auth')
  if (header) return toTokens(parseObject(header))
  const cookies = parseCookies(readHeader(request, 'cookie') ?? '')
  const jar: CookieJar = { read: () => cookies, write: () => {} }
  return createSessionCookies(projectId, jar).read()
}

function readHeader({ headers }: RequestLike, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : null
}

function toTokens({ accessToken, refreshToken }: Readonly<Record<string, unknown>>): Tokens | null {
  if (!isToken(refreshToken)) return null
  return { refreshToken, accessToken: isToken(accessToken) ? accessToken : null }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
