import { type Clock, parseJson, sleep, systemClock } from '@parley/primitives'
import { diagnose } from './diagnostics.ts'
import { type ApiError, NetworkError, TooManyRequestsError, UnexpectedResponseError } from './errors.ts'
import { defaultMaxAttempts, isIdempotent, maxRetryAfterMs, retryAfterMs, retryDelayMs } from './retry.ts'

/** Headers that authorize one attempt of a request. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>
  /**
   * Called with the code of each error. Returns true when the credentials were rejected and others may
   * succeed: the request is then authorized and sent again.
   */
  isRefused?(code: string): boolean
}

export interface TransportOptions {
  /** Noun phrase for messages, such as `account service`. */
  readonly service: string
  /** The origin, without `/api/v1`; empty for the origin of the page. */
  readonly baseUrl: string
  /** Returns the headers of the next attempt. */
  readonly authorize: () => Promise<Authorization>
  /**
   * Reads an error of the contract from a failed response; null when it carries none.
   *
   * @param body - The parsed JSON object, or null.
   */
  readonly readError: (
    response: Response,
    body: Readonly<Record<string, unknown>> | null,
  ) => ApiError | string | null
  /** The actual status, if the service sends it in a header. */
  readonly readStatus?: (response: Response) => number
  /**
   * Returns whether a response with status 429 asks to wait, from its error of the contract, if it has one.
   * Otherwise the error is returned like others. Every 429 asks to wait when this is omitted.
   */
  readonly isRateLimit?: (error: ApiError | null) => boolean
  /** Returns whether a response with an error asks to be sent again, besides 429. */
  readonly isRetryRequested?: (status: number, text: string) => boolean
  /** Attempts of one request, the first included; 5 by default. */
  readonly maxAttempts?: number
  /** Set when requests must finish after the page is closed, up to 64 KiB of body. */
  readonly isKeptAlive?: boolean
  /**
   * Set when the service sets cookies for requests of the browser itself. Only those of the page's origin are
   * used.
   */
  readonly usesCookies?: boolean
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** From 0 to 1; spreads the retries. */
  readonly random?: () => number
  readonly isOnline?: () => boolean
}

export interface TransportRequest {
  readonly method: string
  /** Under `/api/v1`, with its parameters filled. */
  readonly path: string
  /** A parameter that is undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: RequestBody
  /** `always`: repeated after a network failure although its method is not idempotent. */
  readonly repeat?: 'when-idempotent' | 'always'
  /** Aborts the request and its retries. */
  readonly signal?: AbortSignal
  /** Replaces the transport's authorization. */
  readonly authorize?: () => Promise<Authorization>
}

type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }

export type TransportResponse =
  | { readonly status: 'ok'; readonly httpStatus: number; readonly data: unknown }
  | { readonly status: 'error'; readonly error: ApiError }

export interface Transport {
  /**
   * @throws {NetworkError} When the service cannot be reached.
   * @throws {TooManyRequestsError} When it asks to wait for more than 10 s, or after the last attempt.
   * @throws {UnexpectedResponseError} For a failure that carries no error of the contract.
   */
  send(request: TransportRequest): Promise<TransportResponse>
}

/**
 * A browser accepts 64 KiB for requests that outlive their page. A UTF-16 code unit takes three bytes at
 * most.
 */
const maxKeptAliveChars = 16_000

export function createTransport(options: TransportOptions): Transport {
  const { clock = systemClock, random = Math.random, isOnline = isBrowserOnline } = options
  const { maxAttempts = defaultMaxAttempts } = options
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const origin = options.baseUrl.replace(/\/$/, '')

  return {
    async send(request) {
      const url = buildUrl(origin, request)
      for (let attempt = 0; ; attempt++) {
        const isLast = attempt === maxAttempts - 1
        const authorization = await (request.authorize ?? options.authorize)()
        const outcome = await fetchOnce(fetch, url, createRequestInit(request, authorization, options))

        if (outcome.kind === 'failed') {
          request.signal?.throwIfAborted()
          const mayRepeat = request.repeat === 'always' || isIdempotent(request.method)
          if (!mayRepeat || isLast) {
            const probes = { origin, fetch, isOnline: isOnline() }
            const diagnostics = await diagnose({ method: request.method, url }, probes)
            throw new NetworkError(options.service, diagnostics, { cause: outcome.cause })
          }
          await sleep(retryDelayMs(attempt, random), clock)
          continue
        }

        const status = options.readStatus?.(outcome.response) ?? outcome.response.status
        const isRateLimited = status === 429 && asksToWait(options, outcome.response, outcome.text)
        if (isRateLimited || options.isRetryRequested?.(status, outcome.text)) {
          const requestedMs = retryAfterMs(outcome.response.headers)
          if (!isLast && (requestedMs ?? 0) <= maxRetryAfterMs) {
            await sleep(requestedMs ?? retryDelayMs(attempt, random), clock)
            continue
          }
          if (isRateLimited) throw new TooManyRequestsError(requestedMs)
        }

        const response = readResponse(options, outcome.response, status, outcome.text)
        if (response.status === 'ok' || isLast || !authorization.isRefused?.(response.error.code))
          return response
      }
    },
  }
}

type FetchOutcome =
  | { readonly kind: 'responded'; readonly response: Response; readonly text: string }
  | { readonly kind: 'failed'; readonly cause: unknown }

async function fetchOnce(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<FetchOutcome> {
  try {
    const response = await fetch(url, init)
    return { kind: 'responded', response, text: await response.text() }
  } catch (cause) {
    return { kind: 'failed', cause }
  }
}

function asksToWait(options: TransportOptions, response: Response, text: string): boolean {
  if (!options.isRateLimit) return true
  const error = readResponseError(options, response, text)
  return options.isRateLimit(typeof error === 'string' ? null : error)
}

function readResponseError(
  { readError }: TransportOptions,
  response: Response,
  text: string,
): ApiError | string | null {
  const body = parseJson(text)
  const isObject = typeof body === 'object' && body !== null
  return readError(response, isObject ? (body as Record<string, unknown>) : null)
}

function readResponse(
  options: TransportOptions,
  response: Response,
  status: number,
  text: string,
): TransportResponse {
  const { service } = options
  const requestId = response.headers.get('x-stack-request-id')
  const unexpected = (message: string) => new UnexpectedResponseError({ message, status, text, requestId })
  if (status >= 200 && status < 300) {
    const type = response.headers.get('content-type')?.split(';')[0]
    if (type !== 'application/json') return { status: 'ok', httpStatus: status, data: text }
    const data = parseJson(text)
    if (data === undefined) throw unexpected(`The response of the ${service} is not JSON.`)
    return { status: 'ok', httpStatus: status, data }
  }

  const error = readResponseError(options, response, text)
  if (error === null || typeof error === 'string')
    throw unexpected(error ?? `The ${service} responded with status ${status}.`)
  return { status: 'error', error }
}

function buildUrl(origin: string, { path, query = {} }: TransportRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const url = `${origin}/api/v1${path}`.replace(/\/$/, '')
  return search.size === 0 ? url : `${url}?${search}`
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function createRequestInit(
  { method, body, signal }: TransportRequest,
  authorization: Authorization,
  { isKeptAlive = false, usesCookies = false }: TransportOptions,
): RequestInit {
  const headers = new Headers(body ? { 'content-type': contentTypes[body.kind] } : {})
  for (const [name, value] of Object.entries(authorization.headers)) headers.set(name, value)
  const encoded = body && encode(body)
  return {
    method,
    headers,
    body: encoded ?? null,
    signal: signal ?? null,
    credentials: usesCookies ? 'same-origin' : 'omit',
    cache: 'no-store',
    keepalive: isKeptAlive && encoded !== undefined && encoded.length <= maxKeptAliveChars,
  }
}

function encode(body: RequestBody): string {
  return body.kind === 'json' ? JSON.stringify(body.value) : new URLSearchParams(body.fields).toString()
}

function isBrowserOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}
