import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { required } from '@parley/primitives'
import { tlsClientOptions } from '@parley/primitives/node'
import { type OutboundOptions, type PinnedAddress, resolveAllowedAddress } from './outbound.ts'

export interface OutboundRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | Headers
  readonly body?: string | URLSearchParams | Uint8Array | null
  readonly signal?: AbortSignal | null
}

export interface OutboundLimits extends OutboundOptions {
  /** From the name lookup to the last byte of the response. Default: 10,000. */
  readonly timeoutMs?: number
  /** Maximum size of the response. Default: 1 MiB. */
  readonly maxBytes?: number
}

/**
 * `fetch` for URLs given by users. The name is resolved once and the connection uses the checked address.
 * Redirects are returned, not followed, because their targets are unchecked.
 *
 * @throws {BlockedHostError} when the host is not found or not allowed.
 * @throws {Error} when there is no response in time, or when it is too large.
 */
export async function outboundFetch(
  url: string | URL,
  { method = 'GET', headers = {}, body = null, signal = null }: OutboundRequest = {},
  { timeoutMs = 10_000, maxBytes = 1024 * 1024, ...options }: OutboundLimits = {},
): Promise<Response> {
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new TypeError(`The protocol ${target.protocol} is not supported.`)
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const pinned = await abortable(ended, () => resolveAllowedAddress(target.hostname, options))
    const request = { method, headers, body, signal: ended }
    return await abortable(ended, () => sendRequest(target, pinned, request, maxBytes))
  } catch (error) {
    throw timeout.aborted ? new Error('There was no response in time.') : error
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

async function sendRequest(
  target: URL,
  pinned: PinnedAddress,
  { method, headers, body, signal }: Required<OutboundRequest>,
  maxBytes: number,
): Promise<Response> {
  const request = target.protocol === 'https:' ? requestSecure : requestPlain
  return await new Promise<Response>((resolve, reject) => {
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
            reject(new Error(`The response is larger than ${maxBytes} bytes.`))
            sending.destroy()
          } else chunks.push(chunk)
        })
        incoming.on('error', reject)
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0
          if (status < 200 || status > 599)
            return reject(new Error(`The response has the invalid status ${status}.`))
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
    let interimResponses = 0
    sending.on('information', () => {
      if (++interimResponses <= maxInterimResponses) return
      reject(new Error('The receiver sends too many interim responses.'))
      sending.destroy()
    })
    sending.on('error', reject)
    sending.on('close', () => reject(new Error('The connection was closed before the end of the response.')))
    sending.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined))
  })
}

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
