import { type Clock, systemClock } from '../clock.ts'
import { diagnose } from './diagnostics.ts'
import { NetworkError, TooManyRequestsError } from './errors.ts'
import { type ApiResponse, actualStatus, parseResponse } from './parse-response.ts'
import { isIdempotent, maxAttempts, maxWaitMs, retryAfterMs, retryDelayMs } from './retry.ts'

/** Sent with every request. A test compares it with package.json. */
export const clientVersion = 'js @parley/kit@0.1.0'

export interface TransportOptions {
  /** The origin of the account service, without `/api/v1`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  /** Additional headers, for example for a proxy. */
  readonly extraHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** Random number from 0 to 1 for the retry jitter. */
  readonly random?: () => number
  readonly isOnline?: () => boolean
}

export interface TransportRequest {
  readonly method: string
  /** Relative to `/api/v1`, with parameters filled in. */
  readonly path: string
  /** Undefined parameters are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: TransportBody
  /** Whether to retry after a network failure; by default only idempotent methods. */
  readonly retry?: 'when-idempotent' | 'always'
}

type TransportBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }

/** Provides the user's tokens and is notified when the service rejects one. */
export interface TokenSource {
  /** Returns null if no user is signed in. */
  getValidTokens(): Promise<{ readonly accessToken: string; readonly refreshToken: string } | null>
  markAccessTokenExpired(accessToken: string): void
}

export interface Transport {
  readonly projectId: string
  readonly publishableClientKey: string | undefined
  /**
   * @throws {NetworkError} if the service cannot be reached.
   * @throws {TooManyRequestsError} if the service is still rate limiting after the allowed retries and waits.
   * @throws {UnexpectedResponseError} for a failure without an error code.
   */
  send(request: TransportRequest, tokens: TokenSource | null): Promise<ApiResponse>
}

const invalidAccessTokenCodes = new Set<string>([
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
])

export function createTransport(options: TransportOptions): Transport {
  const { projectId, publishableClientKey, extraHeaders } = options
  const { clock = systemClock, random = Math.random, isOnline = isBrowserOnline } = options
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const origin = options.baseUrl.replace(/\/$/, '')

  async function request(sent: TransportRequest, tokens: TokenSource | null): Promise<ApiResponse> {
    const url = buildUrl(origin, sent)
    const mayRepeat = sent.retry === 'always' || isIdempotent(sent.method)

    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === maxAttempts - 1
      const present = (await tokens?.getValidTokens()) ?? null
      const headers = buildHeaders({
        projectId,
        publishableClientKey,
        extraHeaders,
        body: sent.body,
        tokens: present,
      })

      const outcome = await attemptOnce(url, { method: sent.method, headers, body: encodeBody(sent.body) })
      if (outcome.kind === 'network-failure') {
        if (!mayRepeat || isLast) throw await connectionFailure(sent.method, url, outcome.cause)
        await clock.sleep(retryDelayMs(attempt, random))
        continue
      }

      const { response, text } = outcome
      if (shouldRetry(response, text)) {
        const requestedMs = retryAfterMs(response.headers)
        if (isLast || (requestedMs ?? 0) > maxWaitMs) return finishResponse(response, text)
        await clock.sleep(requestedMs ?? retryDelayMs(attempt, random))
        continue
      }

      const result = parseResponse(response, text)
      const isTokenRejected = !result.ok && present !== null && invalidAccessTokenCodes.has(result.error.code)
      if (!isTokenRejected || isLast) return result
      tokens?.markAccessTokenExpired(present.accessToken)
    }
  }

  async function attemptOnce(url: string, init: RequestInit) {
    try {
      const response = await send(url, { ...init, credentials: 'omit', cache: 'no-store' })
      return { kind: 'response', response, text: await response.text() } as const
    } catch (cause) {
      return { kind: 'network-failure', cause } as const
    }
  }

  async function connectionFailure(method: string, url: string, cause: unknown): Promise<NetworkError> {
    const diagnostics = await diagnose({ method, url }, { origin, fetch: send, isOnline: isOnline() })
    return new NetworkError(diagnostics, { cause })
  }

  return { projectId, publishableClientKey, send: request }
}

/** Returns whether the service asks the client to retry. */
function shouldRetry(response: Response, text: string): boolean {
  const status = actualStatus(response)
  return status === 429 || (status === 508 && text.includes('INFINITE_LOOP_DETECTED'))
}

function finishResponse(response: Response, text: string): ApiResponse {
  if (actualStatus(response) === 429) throw new TooManyRequestsError(retryAfterMs(response.headers))
  return parseResponse(response, text)
}

function buildUrl(origin: string, { path, query = {} }: TransportRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const url = `${origin}/api/v1${path}`.replace(/\/$/, '')
  return search.size === 0 ? url : `${url}?${search}`
}

interface HeaderOptions {
  projectId: string
  publishableClientKey: string | undefined
  extraHeaders: Readonly<Record<string, string>> | undefined
  body: TransportBody | undefined
  tokens: { accessToken: string; refreshToken: string } | null
}

function buildHeaders({
  projectId,
  publishableClientKey,
  extraHeaders,
  body,
  tokens,
}: HeaderOptions): Headers {
  const headers = new Headers({
    'x-stack-override-error-status': 'true',
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'client',
    'x-stack-client-version': clientVersion,
    'x-stack-random-nonce': randomNonce(),
    'ngrok-skip-browser-warning': 'true',
  })
  if (publishableClientKey) headers.set('x-stack-publishable-client-key', publishableClientKey)
  if (tokens) {
    headers.set('x-stack-access-token', tokens.accessToken)
    headers.set('x-stack-refresh-token', tokens.refreshToken)
  }
  if (body) headers.set('content-type', contentType[body.kind])
  for (const [name, value] of Object.entries(extraHeaders ?? {})) headers.set(name, value)
  return headers
}

/** Not `crypto.randomUUID`, which is only available on secure origins: intranet pages may use plain HTTP. */
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}

const contentType = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function encodeBody(body: TransportBody | undefined): string | undefined {
  if (!body) return undefined
  return body.kind === 'json' ? JSON.stringify(body.value) : new URLSearchParams(body.fields).toString()
}

function isBrowserOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}
