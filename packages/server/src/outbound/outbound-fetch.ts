import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { required } from '@parley/primitives'
import { tlsClientOptions } from '@parley/primitives/node'
import { type OutboundOptions, type PinnedAddress, resolveAllowedAddress } from './outbound.ts'
import { type PhaseLimits, watchPhases } from './request-phases.ts'

export interface OutboundRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | Headers
  /** A body that is generated while it is sent needs a `content-length` header. */
  readonly body?: string | URLSearchParams | Uint8Array | AsyncIterable<Uint8Array> | null
  readonly signal?: AbortSignal | null
}

/** A response did not arrive in time, or is too large. */
export class OutboundLimitError extends Error {
  override readonly name = 'OutboundLimitError'
  readonly reason: 'timed-out' | 'too-large'

  constructor(reason: 'timed-out' | 'too-large', message: string) {
    super(message)
    this.reason = reason
  }
}

/** The receiver has ended the connection early, or sent no valid response. */
export class OutboundResponseError extends Error {
  override readonly name = 'OutboundResponseError'
  readonly reason: 'closed' | 'invalid'

  constructor(reason: 'closed' | 'invalid', message: string) {
    super(message)
    this.reason = reason
  }
}

export interface OutboundLimits extends OutboundOptions, PhaseLimits {
  /** From the name lookup to the last byte of the response. Default: 10,000. */
  readonly timeoutMs?: number
  /** Maximum size of the response. Default: 1 MiB. */
  readonly maxBytes?: number
  /** Called with the address of the connection before it is opened. Rejects it by an error. */
  readonly checkAddress?: (pinned: PinnedAddress) => void
}

/**
 * `fetch` for URLs given by users. The name is resolved once and the connection uses the checked address.
 * Redirects are returned, not followed, because their targets are unchecked.
 *
 * @throws {BlockedHostError} when the host is not found or not allowed.
 * @throws {OutboundLimitError} when there is no response in time, or when it is too large.
 * @throws {OutboundResponseError} when the response is incomplete or invalid.
 * @throws {Error} when the connection fails.
 */
export async function outboundFetch(
  url: string | URL,
  { method = 'GET', headers = {}, body = null, signal = null }: OutboundRequest = {},
  {
    timeoutMs = 10_000,
    maxBytes = 1024 * 1024,
    uploadStallMs,
    responseMs,
    checkAddress,
    ...options
  }: OutboundLimits = {},
): Promise<Response> {
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new TypeError(`The protocol ${target.protocol} is not supported.`)
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const pinned = await abortable(ended, () => resolveAllowedAddress(target.hostname, options))
    checkAddress?.(pinned)
    const request = { method, headers, body, signal: ended }
    const limits = {
      maxBytes,
      ...(uploadStallMs === undefined ? {} : { uploadStallMs }),
      ...(responseMs === undefined ? {} : { responseMs }),
    }
    return await abortable(ended, () => sendRequest(target, pinned, request, limits))
  } catch (error) {
    throw timeout.aborted ? new OutboundLimitError('timed-out', 'There was no response in time.') : error
  }
}

async function abortable<T>(ended: AbortSignal, work: () => Promise<T>): Promise<T> {
  ended.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onEnd = () => reject(ended.reason)
  ended.addEventListener('abort', onEnd)
  try {
    return await Promise.race([work(), promise])
  } finally {
    ended.removeEventListener('abort', onEnd)
  }
}

/** A receiver that sends them without end would occupy the event loop until the timeout. */
const maxInterimResponses = 10

const closedMessage = 'The connection was closed before the end of the response.'

async function sendRequest(
  target: URL,
  pinned: PinnedAddress,
  { method, headers, body, signal }: Required<OutboundRequest>,
  { maxBytes, ...phaseLimits }: PhaseLimits & { readonly maxBytes: number },
): Promise<Response> {
  const request = target.protocol === 'https:' ? requestSecure : requestPlain
  /** Aborted when the response is complete, after which no receiver needs the rest of the body. */
  const answered = new AbortController()
  return await new Promise<Response>((resolve, reject) => {
    let hasResponse = false
    const sending = request(
      target,
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: createPinnedLookup(pinned),
        agent: false,
        ...tlsClientOptions,
        signal: signal ?? undefined,
      },
      (incoming) => {
        const chunks: Buffer[] = []
        let size = 0
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) {
            reject(new OutboundLimitError('too-large', `The response is larger than ${maxBytes} bytes.`))
            sending.destroy()
          } else chunks.push(chunk)
        })
        hasResponse = true
        incoming.on('error', reject)
        incoming.on('end', () => {
          answered.abort()
          const status = incoming.statusCode ?? 0
          if (status < 200 || status > 599)
            return reject(new OutboundResponseError('invalid', `The response has the status ${status}.`))
          const isEmpty = status === 204 || status === 205 || status === 304
          resolve(
            new Response(isEmpty ? null : Buffer.concat(chunks), {
              status,
              headers: parseRawHeaders(incoming.rawHeaders),
            }),
          )
        })
      },
    )
    // A request whose receiver switches the protocol closes without an error.
    sending.on('upgrade', (_incoming, socket) => socket.destroy())
    limitInterimResponses(sending, reject)
    // A receiver that responds before it has read the body may reject the rest.
    sending.on('error', (error) => !hasResponse && reject(error))
    sending.on('close', () => reject(new OutboundResponseError('closed', closedMessage)))
    const onPart = limitPhases(sending, phaseLimits, reject)
    sendBody(sending, body, { answered: answered.signal, onPart, onSourceFailure: reject })
  })
}

function limitInterimResponses(sending: ClientRequest, reject: (error: Error) => void): void {
  let interimResponses = 0
  sending.on('information', () => {
    if (++interimResponses <= maxInterimResponses) return
    reject(new OutboundResponseError('invalid', 'The receiver sends too many interim responses.'))
    sending.destroy()
  })
}

/** Returns a function that is called when the receiver has accepted a part of the body. */
function limitPhases(
  sending: ClientRequest,
  limits: PhaseLimits,
  reject: (error: Error) => void,
): () => void {
  const phases = watchPhases(limits, () => {
    reject(new OutboundLimitError('timed-out', 'There was no response in time.'))
    sending.destroy()
  })
  sending.on('finish', phases.endBody)
  sending.on('close', phases.end)
  return phases.sendPart
}

interface BodyOptions {
  readonly answered: AbortSignal
  /** Called after each part that the receiver accepts. */
  readonly onPart: () => void
  readonly onSourceFailure: (error: unknown) => void
}

function sendBody(
  sending: ClientRequest,
  body: OutboundRequest['body'],
  { answered, onPart, onSourceFailure }: BodyOptions,
): void {
  if (body === null || body === undefined || typeof body === 'string' || body instanceof Uint8Array)
    sending.end(body ?? undefined)
  else if (body instanceof URLSearchParams) sending.end(body.toString())
  else {
    const source = Readable.from(reportParts(body, onPart, onSourceFailure))
    // The request reports its own errors.
    pipeline(source, sending, { signal: answered }).catch(ignore)
  }
}

async function* reportParts<T>(
  source: AsyncIterable<T>,
  onPart: () => void,
  onFailure: (error: unknown) => void,
): AsyncGenerator<T> {
  try {
    for await (const part of source) {
      yield part
      onPart()
    }
  } catch (error) {
    onFailure(error)
    throw error
  }
}

function ignore(): void {}

/** Resolves every name to the checked address. */
function createPinnedLookup({ address, family }: PinnedAddress): LookupFunction {
  return (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}

function parseRawHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.length; index += 2)
    headers.append(
      required(raw[index], 'the name of a header'),
      required(raw[index + 1], 'the value of a header'),
    )
  return headers
}
