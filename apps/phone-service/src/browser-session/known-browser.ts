import type { IncomingHttpHeaders } from 'node:http'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Services } from '../services.ts'

const cookieName = '__Host-parley-browser'
const purpose = 'user of a browser'
/** The longest time for which browsers store a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** Returns the id of the user whose session this browser has had, or null. It authenticates no request. */
export function readKnownUser(
  { secrets }: Pick<Services, 'secrets'>,
  { cookie = '' }: IncomingHttpHeaders,
): string | null {
  const pairs = cookie.split('; ')
  const sealed = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
  try {
    return sealed ? secrets.open(sealed, purpose) : null
  } catch {
    return null
  }
}

/** Returns the header field that marks a browser as one of the user. */
export function toKnownUserCookie({ secrets }: Pick<Services, 'secrets'>, userId: string): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=Lax`
  return `${cookieName}=${secrets.seal(userId, purpose)}; ${attributes}`
}

const startedSession = z.object({ access_token: z.string() })

/** Returns the id of the user of the access token in a session response, or null. */
export function readSignedInUser(response: unknown): string | null {
  const token = startedSession.safeParse(response).data?.access_token
  // The account service has just created it.
  return token === undefined ? null : (decodeJwt(token).sub ?? null)
}
