import { createConcurrencyLimit, parseJson } from '@parley/primitives'
import { clientVersion } from '../requests/account-transport.ts'
import { sessionHeader } from '../session/http-only/http-only-session.ts'

export interface SessionEndpointOptions {
  /** The origin of the account service, without `/api/v1`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  readonly secretServerKey: string
  /**
   * Called when the account service cannot be reached, or rejects the request for another reason than its
   * session.
   */
  readonly onFailure?: (failure: SessionFailure) => void
  /** Whether an origin is the application's, such as `https://phone.example.com`. */
  readonly isOwnOrigin: (origin: string) => boolean
  readonly fetch?: typeof fetch
}

/** The browser that sent a request, as the application's server sees it. */
export interface SessionClient {
  /** The IP address of the browser, for the list of sessions. */
  readonly ip: string
}

/** Why the account service replaced no refresh token. */
export interface SessionFailure {
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** The error code of the account service, if it sent one. */
  readonly code: string | null
}

export type SessionEndpoint = (request: Request, client: SessionClient) => Promise<Response>

/**
 * How long the account service may take. Milliseconds. Three attempts of a browser fit into the 10 seconds
 * for which a replaced token returns its successor.
 */
const timeoutMs = 2_500
const maxBodyChars = 4_096
/**
 * The account service limits the connections of an address, which all requests of the application share. What a
 * request waits counts as time of the account service.
 */
const maxConcurrentRequests = 20

/**
 * Creates the endpoint of the application's origin that stores refresh tokens in a cookie that scripts cannot
 * read. Mount it on `POST /api/v1/session`. Each use replaces the refresh token; a replaced one that is used
 * again ends the session.
 *
 * Cookies are not separated by port: other servers on the same host receive the cookie.
 *
 * @throws {Error} if the id of the project cannot be part of a cookie name.
 */
export function createSessionEndpoint({
  fetch = globalThis.fetch,
  ...others
}: SessionEndpointOptions): SessionEndpoint {
  const limit = createConcurrencyLimit(maxConcurrentRequests)
  const options = { ...others, fetch: (...request) => limit(() => fetch(...request)) } satisfies Sending
  const cookie = sessionCookie(options.projectId)
  return async (request, client) => {
    if (!isFromOwnPage(options, request))
      return respond(403, { error: 'The request is not from a page of this application.' })
    const input = parseInput(await request.text())
    if (!input) return respond(400, { error: 'The request is not a session request.' })

    const stored = input.action === 'start' ? input.refreshToken : cookie.read(request)
    const outcome = stored === null ? ended : await rotate(options, request, client, stored)
    if (outcome.kind === 'unavailable') return unavailable(outcome)
    if (input.action === 'end') {
      if (outcome.kind === 'rotated') await endSession(options, request, outcome.accessToken)
      return respond(200, {}, cookie.clear())
    }
    if (outcome.kind === 'ended') return respond(200, { access_token: null })
    return respond(200, { access_token: outcome.accessToken }, cookie.write(outcome))
  }
}

type Input =
  | { readonly action: 'start'; readonly refreshToken: string }
  | { readonly action: 'refresh' | 'end' }

function parseInput(text: string): Input | null {
  if (text.length > maxBodyChars) return null
  const body = parseJson(text)
  const { action, refresh_token } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  if (action === 'start') return isHeaderValue(refresh_token) ? { action, refreshToken: refresh_token } : null
  return action === 'refresh' || action === 'end' ? { action } : null
}

function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.~+/-]{1,255}$/.test(value)
}

/**
 * Pages of other sites cannot set the header without a preflight request, which this origin does not allow.
 */
function isFromOwnPage({ isOwnOrigin }: SessionEndpointOptions, { method, headers }: Request): boolean {
  return method === 'POST' && headers.get(sessionHeader) === '1' && isOwnOrigin(headers.get('origin') ?? '')
}

type Outcome =
  | {
      readonly kind: 'rotated'
      readonly accessToken: string
      readonly refreshToken: string
      readonly expiresAtMs: number
    }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unavailable'; readonly status: 429 | 503; readonly retryAfter: string }

const ended: Outcome = { kind: 'ended' }

async function rotate(
  options: Sending,
  request: Request,
  { ip }: SessionClient,
  refreshToken: string,
): Promise<Outcome> {
  try {
    const response = await send(options, request, {
      method: 'POST',
      path: '/auth/sessions/current/rotate',
      headers: { 'x-stack-refresh-token': refreshToken, 'x-parley-end-user-ip': ip },
    })
    if (response.headers.get('x-stack-known-error') === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') return ended
    if (response.ok) return readTokens(await response.json())
    options.onFailure?.({
      status: response.status,
      code: response.headers.get('x-stack-known-error'),
    })
    const retryAfter = response.headers.get('retry-after') ?? '1'
    return { kind: 'unavailable', status: response.status === 429 ? 429 : 503, retryAfter }
  } catch {
    options.onFailure?.({ status: null, code: null })
    return { kind: 'unavailable', status: 503, retryAfter: '1' }
  }
}

function readTokens(body: Record<string, unknown>): Outcome {
  return {
    kind: 'rotated',
    accessToken: String(body.access_token),
    refreshToken: String(body.refresh_token),
    expiresAtMs: Number(body.expires_at_millis),
  }
}

/** A session that cannot be ended now has lost its cookie, and ends by itself. */
async function endSession(options: Sending, request: Request, accessToken: string): Promise<void> {
  await send(options, request, {
    method: 'DELETE',
    path: '/auth/sessions/current',
    headers: { 'x-stack-access-token': accessToken },
  }).catch(() => {})
}

type Sending = SessionEndpointOptions & { readonly fetch: typeof fetch }

interface AccountRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

async function send(
  { baseUrl, projectId, publishableClientKey, secretServerKey, fetch }: Sending,
  request: Request,
  { method, path, headers }: AccountRequest,
): Promise<Response> {
  const userAgent = request.headers.get('user-agent')
  return await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': secretServerKey,
      'x-stack-client-version': clientVersion,
      ...(publishableClientKey && { 'x-stack-publishable-client-key': publishableClientKey }),
      ...(userAgent && { 'user-agent': userAgent }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
  })
}

function sessionCookie(projectId: string) {
  if (!/^[\w-]+$/.test(projectId))
    throw new Error(`The project id ${projectId} cannot be part of a cookie name.`)
  const name = `__Host-parley-refresh-${projectId}`
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
  return {
    read({ headers }: Request): string | null {
      const pairs = (headers.get('cookie') ?? '').split('; ')
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return isHeaderValue(value) ? value : null
    },
    write: ({ refreshToken, expiresAtMs }: { refreshToken: string; expiresAtMs: number }): string =>
      `${name}=${refreshToken}; Expires=${new Date(expiresAtMs).toUTCString()}; ${attributes}`,
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
  }
}

function unavailable({ status, retryAfter }: { status: 429 | 503; retryAfter: string }): Response {
  const error = status === 429 ? 'Too many requests.' : 'The account service cannot be reached.'
  const response = respond(status, { error })
  response.headers.set('retry-after', retryAfter)
  return response
}

function respond(status: number, body: object, setCookie?: string): Response {
  const headers = { 'cache-control': 'no-store', ...(setCookie && { 'set-cookie': setCookie }) }
  return Response.json(body, { status, headers })
}
