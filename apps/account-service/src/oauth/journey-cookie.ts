import type { HttpCall } from '@parley/server/http'
import type { OpenProvider } from '../providers/index.ts'
import type { Services } from '../services.ts'

/** How long somebody may take at a provider. */
export const journeyLifeMs = 10 * 60_000

function cookieName(state: string): string {
  return `stack-oauth-inner-${state}`
}

/**
 * The cookie that ties a journey to the browser that began it: `set` or taken away. A form that a provider has the browser
 * post comes from another site, and needs the cookie all the same.
 */
export function journeyCookie(
  { publicUrl }: Pick<Services['options'], 'publicUrl'>,
  { facts }: Pick<OpenProvider, 'facts'>,
  state: string,
  what: 'set' | 'clear',
): string {
  const isSecure = publicUrl.startsWith('https:')
  return [
    `${cookieName(state)}=${what === 'set' ? 'true' : ''}`,
    `Max-Age=${what === 'set' ? journeyLifeMs / 1000 : 0}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${facts.answersByForm && isSecure ? 'None' : 'Lax'}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Whether a request comes from the browser in which the journey of a state began. */
export function hasJourneyCookie({ headers }: HttpCall, state: string): boolean {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.includes(`${cookieName(state)}=true`)
}
