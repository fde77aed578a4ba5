import { type Clock, systemClock } from '../clock.ts'
import { type Answer, actualStatus, readAnswer } from './answer.ts'
import { diagnose } from './diagnostics.ts'
import { ConnectionFailed, TooManyRequests } from './errors.ts'
import { isIdempotent, longestWaitMs, maximumAttempts, retryAfterMs, retryDelayMs } from './retry.ts'

/** Sent with every call; a test holds it against package.json. */
export const clientVersion = 'js @parley/kit@0.1.0'

export interface TransportOptions {
  /** The origin of the account service, without `/api/v1`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  /** For a proxy in between. */
  readonly extraHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** From 0 to 1, spreads the retries. */
  readonly random?: () => number
  readonly isOnline?: () => boolean
}

export interface TransportRequest {
  readonly method: string
  /** Under `/api/v1`, parameters filled in. */
  readonly path: string
  /** A parameter that is undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: TransportBody
  /** Sent again after a network failure although the verb is not idempotent. */
  readonly repeat?: 'when-idempotent' | 'always'
}

type TransportBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }

/** Where the user's tokens come from, and who is told when the service refuses one. */
export interface TokenSource {
  /** Null when nobody is signed in. */
  freshTokens(): Promise<{ readonly accessToken: string; readonly refreshToken: string } | null>
  markAccessTokenExpired(accessToken: string): void
}

export interface Transport {
  readonly projectId: string
  readonly publishableClientKey: string | undefined
  /**
   * @throws {ConnectionFailed} when the service cannot be reached.
   * @throws {TooManyRequests} when it asks to wait for longer than a person would.
   * @throws {UnexpectedAnswer} for a failure that carries no code.
   */
  send(request: TransportRequest, tokens: TokenSource | null): Promise<Answer>
}

const invalidAccessToken = new Set<string>([
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
])

export function createTransport(options: TransportOptions): Transport {
  const { projectId, publishableClientKey, extraHeaders } = options
  const { clock = systemClock, random = Math.random, isOnline = browserIsOnline } = options
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const origin = options.baseUrl.replace(/\/$/, '')

  async function request(sent: TransportRequest, tokens: TokenSource | null): Promise<Answer> {
    const url = urlOf(origin, sent)
    const mayRepeat = sent.repeat === 'always' || isIdempotent(sent.method)

    for (let attempt = 0; ; attempt++) {
      const isLast = attempt === maximumAttempts - 1
      const present = (await tokens?.freshTokens()) ?? null
      const headers = headersFor({
        projectId,
        publishableClientKey,
        extraHeaders,
        body: sent.body,
        tokens: present,
      })

      const outcome = await attemptOnce(url, { method: sent.method, headers, body: encoded(sent.body) })
      if (outcome.kind === 'network-failure') {
        if (!mayRepeat || isLast) throw await connectionFailure(sent.method, url, outcome.cause)
        await clock.sleep(retryDelayMs(attempt, random))
        continue
      }

      const { response, text } = outcome
      if (isSentAgain(response, text)) {
        const askedMs = retryAfterMs(response.headers)
        if (isLast || (askedMs ?? 0) > longestWaitMs) return giveUp(response, text)
        await clock.sleep(askedMs ?? retryDelayMs(attempt, random))
        continue
      }

      const answer = readAnswer(response, text)
      const isTokenRefused = !answer.ok && present !== null && invalidAccessToken.has(answer.error.code)
      if (!isTokenRefused || isLast) return answer
      tokens?.markAccessTokenExpired(present.accessToken)
    }
  }

  async function attemptOnce(url: string, init: RequestInit) {
    try {
      const response = await send(url, { ...init, credentials: 'omit', cache: 'no-store' })
      return { kind: 'answer', response, text: await response.text() } as const
    } catch (cause) {
      return { kind: 'network-failure', cause } as const
    }
  }

  async function connectionFailure(method: string, url: string, cause: unknown): Promise<ConnectionFailed> {
    const diagnostics = await diagnose({ method, url }, { origin, fetch: send, isOnline: isOnline() })
    return new ConnectionFailed(diagnostics, { cause })
  }

  return { projectId, publishableClientKey, send: request }
}

/** Tells whether the service was not ready for the request and asks to have it sent again. */
function isSentAgain(response: Response, text: string): boolean {
  const status = actualStatus(response)
  return status === 429 || (status === 508 && text.includes('INFINITE_LOOP_DETECTED'))
}

function giveUp(response: Response, text: string): Answer {
  if (actualStatus(response) === 429) throw new TooManyRequests(retryAfterMs(response.headers))
  return readAnswer(response, text)
}

function urlOf(origin: string, { path, query = {} }: TransportRequest): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const url = `${origin}/api/v1${path}`.replace(/\/$/, '')
  return search.size === 0 ? url : `${url}?${search}`
}

interface HeaderFacts {
  projectId: string
  publishableClientKey: string | undefined
  extraHeaders: Readonly<Record<string, string>> | undefined
  body: TransportBody | undefined
  tokens: { accessToken: string; refreshToken: string } | null
}

function headersFor({ projectId, publishableClientKey, extraHeaders, body, tokens }: HeaderFacts): Headers {
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

/** `crypto.randomUUID` exists on secure origins only, and a company may serve its pages over plain HTTP inside. */
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}

const contentType = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function encoded(body: TransportBody | undefined): string | undefined {
  if (!body) return undefined
  return body.kind === 'json' ? JSON.stringify(body.value) : new URLSearchParams(body.fields).toString()
}

function browserIsOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}
