import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseJson } from '@parley/primitives'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Services } from '../services.ts'

const cookieName = '__Host-parley-browser'
const purpose = 'user of a browser'
/** The longest time for which browsers store a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

const knownBrowser = z.strictObject({ id: z.uuid(), userId: z.string() })

/** A browser that has had a session of a user. It authenticates no request. */
export type KnownBrowser = Readonly<z.infer<typeof knownBrowser>>

/** Returns which browser sends a request; null if it has had no session. */
export function readKnownBrowser(
  { secrets }: Pick<Services, 'secrets'>,
  { cookie = '' }: IncomingHttpHeaders,
): KnownBrowser | null {
  const pairs = cookie.split('; ')
  const sealed = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
  try {
    return sealed ? (knownBrowser.safeParse(parseJson(secrets.open(sealed, purpose))).data ?? null) : null
  } catch {
    return null
  }
}

/** Returns the header field that makes a browser known as one of the user. */
export function createKnownBrowserCookie({ secrets }: Pick<Services, 'secrets'>, userId: string): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=Lax`
  const browser: KnownBrowser = { id: randomUUID(), userId }
  return `${cookieName}=${secrets.seal(JSON.stringify(browser), purpose)}; ${attributes}`
}

const startedSession = z.object({ access_token: z.string() })

/** Returns the id of the user of the access token in a session response, or null. */
export function readSignedInUser(response: unknown): string | null {
  const token = startedSession.safeParse(response).data?.access_token
  // The account service has just created it.
  return token === undefined ? null : (decodeJwt(token).sub ?? null)
}
