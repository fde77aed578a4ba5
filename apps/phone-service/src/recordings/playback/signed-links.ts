import { createHmac, timingSafeEqual } from 'node:crypto'
import { PhoneError } from '@parley/contract/phone'
import type { RequestInfo } from '@parley/server/http'
import type { CurrentUser } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'

/** Short, because a link may end up in a browser's history or a proxy's log. */
const linkLifetimeMs = 5 * 60_000

type Deps = Pick<Services, 'secrets' | 'settings' | 'now'>

interface SignedLink {
  readonly url: string
  readonly expiresAt: number
  /**
   * The header that gives the session to the browser: an audio element sends a cookie, but no access token.
   */
  readonly cookie: string
}

/**
 * Creates a link to `path` (below `/api/v1`) that is valid for 5 minutes, in the session of its user only.
 */
export function signLink(
  { secrets, settings, now }: Deps,
  { userId, workspaceId, sessionId }: Pick<CurrentUser, 'userId' | 'workspaceId' | 'sessionId'>,
  path: string,
): SignedLink {
  const expiresAt = now().getTime() + linkLifetimeMs
  const signature = sign(secrets, 'recording links', [path, expiresAt, userId, workspaceId, sessionId])
  const query = new URLSearchParams({
    expires: String(expiresAt),
    user: userId,
    workspace: workspaceId,
    signature,
  })
  return {
    url: `/api/v1${path}?${query}`,
    expiresAt,
    cookie: [
      `${cookieName(settings)}=${sessionId}.${sign(secrets, 'sessions of recording links', [sessionId])}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Strict',
      ...(settings.isSecure ? ['Secure'] : []),
    ].join('; '),
  }
}

/**
 * Returns the session in which a link is used.
 *
 * @throws {PhoneError} `RECORDING_LINK_EXPIRED`, also for an invalid signature and in another session
 */
export function verifyLink(
  { secrets, settings, now }: Deps,
  path: string,
  query: { expires: number; user: string; workspace: string; signature: string },
  info: RequestInfo,
): string {
  const { expires, user, workspace, signature } = query
  const sessionId = readSessionId(secrets, cookieName(settings), info)
  const isSigned =
    sessionId !== null &&
    equals(signature, sign(secrets, 'recording links', [path, expires, user, workspace, sessionId]))
  if (!isSigned || expires <= now().getTime()) throw new PhoneError('RECORDING_LINK_EXPIRED')
  return sessionId
}

/** With the prefix, a subdomain cannot set the cookie (RFC 6265bis, section 4.1.3.2). */
function cookieName({ isSecure }: Deps['settings']): string {
  return isSecure ? '__Host-parley-audio' : 'parley-audio'
}

function readSessionId(secrets: Deps['secrets'], name: string, { headers }: RequestInfo): string | null {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const [sessionId = '', signature = ''] = value.split('.')
  return equals(signature, sign(secrets, 'sessions of recording links', [sessionId])) ? sessionId : null
}

function sign(secrets: Deps['secrets'], purpose: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', secrets.deriveKey(purpose)).update(parts.join('\n')).digest('base64url')
}

function equals(received: string, expected: string): boolean {
  const [first, second] = [Buffer.from(received), Buffer.from(expected)]
  return first.length === second.length && timingSafeEqual(first, second)
}
