import type { HttpCall } from '@parley/server/http'
import type { OpenProvider } from '../providers/index.ts'
import type { Services } from '../services.ts'

type Options = Pick<Services['options'], 'publicUrl'>

/** How long somebody may take at a provider. */
export const journeyLifeMs = 10 * 60_000

function cookieName(state: string): string {
  return `stack-oauth-inner-${state}`
}

function isSecure({ publicUrl }: Options): boolean {
  return publicUrl.startsWith('https:')
}

/**
 * The cookie that ties a journey to the browser that begins it. A form that a provider has the browser post comes from
 * another site, and needs the cookie all the same.
 */
export function journeyCookie(
  options: Options,
  { facts }: Pick<OpenProvider, 'facts'>,
  state: string,
): string {
  const crossesSites = facts.answersByForm && isSecure(options)
  return [
    `${cookieName(state)}=true`,
    `Max-Age=${journeyLifeMs / 1000}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${crossesSites ? 'None' : 'Lax'}`,
    ...(isSecure(options) ? ['Secure'] : []),
  ].join('; ')
}

/** Takes the cookie of a journey away again. */
export function endedJourneyCookie(options: Options, state: string): string {
  return `${cookieName(state)}=; Max-Age=0; Path=/; HttpOnly${isSecure(options) ? '; Secure' : ''}`
}

/** Whether a request comes from the browser in which the journey of a state began. */
export function hasJourneyCookie({ headers }: HttpCall, state: string): boolean {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.includes(`${cookieName(state)}=true`)
}
