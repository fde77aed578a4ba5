import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../services.ts'
import type { OpenProvider } from './providers/index.ts'

type Options = Pick<Services['options'], 'publicUrl'>

/** How long the user may take at the provider. */
export const authorizationRequestLifetimeMs = 10 * 60_000

function cookieName(state: string): string {
  return `stack-oauth-inner-${state}`
}

function isSecure({ publicUrl }: Options): boolean {
  return publicUrl.startsWith('https:')
}

/**
 * Returns the cookie that binds an authorization request to the browser that started it. A form post from the
 * provider is cross-site and still needs the cookie.
 */
export function createStateCookie(
  options: Options,
  { metadata }: Pick<OpenProvider, 'metadata'>,
  state: string,
): string {
  const crossesSites = metadata.usesFormPost && isSecure(options)
  return [
    `${cookieName(state)}=true`,
    `Max-Age=${authorizationRequestLifetimeMs / 1000}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${crossesSites ? 'None' : 'Lax'}`,
    ...(isSecure(options) ? ['Secure'] : []),
  ].join('; ')
}

/** Returns the header that deletes the state cookie. */
export function clearStateCookie(options: Options, state: string): string {
  return `${cookieName(state)}=; Max-Age=0; Path=/; HttpOnly${isSecure(options) ? '; Secure' : ''}`
}

/** Returns whether a request comes from the browser that started the authorization request. */
export function hasStateCookie({ headers }: RequestInfo, state: string): boolean {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.includes(`${cookieName(state)}=true`)
}
