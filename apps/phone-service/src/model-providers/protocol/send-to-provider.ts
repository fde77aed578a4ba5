import {
  BlockedHostError,
  OutboundLimitError,
  type OutboundRequest,
  OutboundResponseError,
  outboundFetch,
} from '@parley/server'
import type { Services } from '../../services.ts'
import { ProviderError } from './provider-error.ts'

/** Where requests of a purpose go. */
export interface ProviderConnection {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
}

export interface ProviderRequest {
  /** Below the base URL: `/audio/transcriptions`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: OutboundRequest['body']
  /** Of the whole request. */
  readonly timeoutMs: number
  readonly phases?: { readonly uploadStallMs: number; readonly responseMs: number } | undefined
  readonly maxResponseBytes: number
  readonly signal?: AbortSignal | undefined
}

const maxDetailLength = 300
const maxRetryAfterMs = 60 * 60_000

/**
 * Sends a request to a provider, and returns the JSON of its response. Private networks are blocked except those of the
 * server setting. Redirects are not followed: their target would get the audio and the key.
 *
 * @throws {ProviderError}
 * @throws {unknown} an error of the body
 */
export async function sendToProvider(
  { settings }: Pick<Services, 'settings'>,
  { baseUrl, apiKey }: Pick<ProviderConnection, 'baseUrl' | 'apiKey'>,
  { path, headers, body, timeoutMs, phases, maxResponseBytes, signal }: ProviderRequest,
): Promise<unknown> {
  const authorization: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const request = {
    method: 'POST',
    headers: { accept: 'application/json', ...authorization, ...headers },
    body,
    signal: signal ?? null,
  }
  const limits = {
    timeoutMs,
    maxBytes: maxResponseBytes,
    allowedNetworks: settings.outboundNetworks,
    ...phases,
  }
  const response = await outboundFetch(`${baseUrl}${path}`, request, limits).catch((error) => {
    signal?.throwIfAborted()
    throw toProviderError(error)
  })
  const text = await response.text()
  if (!response.ok) throw describeStatus(response, findMessage(text, apiKey))
  return parseJson(text, response.status)
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('not-json', { status })
  }
}

/** Returns the problem of a failed connection; any other error, such as one of the body, as it is. */
function toProviderError(error: unknown): unknown {
  if (error instanceof ProviderError) return error
  if (error instanceof BlockedHostError)
    return new ProviderError(error.reason === 'not-found' ? 'host-not-found' : 'host-not-allowed')
  if (error instanceof OutboundLimitError)
    return new ProviderError(error.reason === 'timed-out' ? 'timed-out' : 'response-too-large')
  if (error instanceof OutboundResponseError)
    return new ProviderError(error.reason === 'closed' ? 'unreachable' : 'unexpected-response')
  const { code, syscall } = error as NodeJS.ErrnoException
  if (/CERT|SIGNATURE/.test(code ?? '')) return new ProviderError('certificate-rejected')
  const isOfConnection = syscall !== undefined || /^(ECONN|EPIPE|HPE_|ERR_SSL|EPROTO)/.test(code ?? '')
  if (isOfConnection) return new ProviderError('unreachable')
  return error
}

function describeStatus({ status, headers }: Response, detail: string | null): ProviderError {
  const facts = { status, detail }
  if (status >= 300 && status < 400) return new ProviderError('redirected', facts)
  if (status === 401 || status === 403) return new ProviderError('key-rejected', facts)
  if (status === 404 || status === 405) return new ProviderError('address-not-found', facts)
  if (status === 413) return new ProviderError('audio-too-large', facts)
  if (status === 408) return new ProviderError('timed-out', facts)
  if (status === 429)
    return new ProviderError('rate-limited', { ...facts, retryAfterMs: parseRetryAfter(headers) })
  if (status >= 500)
    return new ProviderError('server-error', { ...facts, retryAfterMs: parseRetryAfter(headers) })
  return new ProviderError('request-rejected', facts)
}

/** Source: RFC 9110, section 10.2.3. */
function parseRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  const waitMs = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), maxRetryAfterMs) : null
}

/** Returns the message of an error in the format of OpenAI, or null. A provider may repeat the key in it. */
function findMessage(text: string, apiKey: string | null): string | null {
  try {
    const { error, message } = JSON.parse(text) as { error?: { message?: unknown }; message?: unknown }
    const found = typeof error === 'string' ? error : (error?.message ?? message)
    if (typeof found !== 'string' || found.trim() === '') return null
    const plain = found
      .toWellFormed()
      .replace(/\p{C}+/gu, ' ')
      .trim()
    return (apiKey === null ? plain : plain.replaceAll(apiKey, '…')).slice(0, maxDetailLength)
  } catch {
    return null
  }
}
