import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { defaultMaxBodyBytes, type EndpointSchemas } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PlainTextError } from '../plain-text-error.ts'
import { findComplexityProblem, hasTooManyParameters } from './body-complexity.ts'
import type { LargeBody } from './large-bodies.ts'

/** A request body that cannot be parsed. The message never contains its content. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError'
}

/**
 * Parses a body by its content type: JSON, form fields, text or bytes. Returns undefined without a content
 * type.
 *
 * @throws {UnreadableBodyError}
 */
export function readBody(contentType: string | undefined, bytes: Buffer | undefined): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const body = bytes ?? Buffer.alloc(0)

  switch (type) {
    case '':
      return undefined
    case 'application/json':
      return parseJson(body)
    case 'application/x-www-form-urlencoded':
      if (hasTooManyParameters(body)) throw new UnreadableBodyError('The body has too many parameters.')
      return Object.fromEntries(new URLSearchParams(decode(body)))
    case 'text/plain':
      return decode(body)
    case 'application/octet-stream':
      return body
    default:
      throw new UnreadableBodyError('Unsupported content type. Send application/json.')
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableBodyError('The body is not valid UTF-8.')
  }
}

function parseJson(body: Buffer): unknown {
  const problem = findComplexityProblem(body)
  if (problem) throw new UnreadableBodyError(problem)
  const text = decode(body)
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBodyError(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}

interface BodyOptions extends Pick<EndpointSchemas, 'maxBodyBytes'> {
  /** Given for a body that may be larger than the default size. */
  readonly large?: LargeBody | undefined
}

/**
 * Returns the bytes of a request body. Nothing reads a body before this is called: its client is
 * authenticated first.
 *
 * @throws {PlainTextError} 413 when the body is larger than `maxBodyBytes`; 400 when the client disconnects; 503
 *   and 408 when it exceeds the limits of large bodies.
 */
export async function receiveBody(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: Pick<FastifyReply, 'raw'>,
  { maxBodyBytes = defaultMaxBodyBytes, large }: BodyOptions = {},
): Promise<Buffer> {
  const declaredBytes = getDeclaredBodyBytes(raw.headers)
  if (declaredBytes > maxBodyBytes) throw bodyTooLarge()
  large?.reserve(declaredBytes)
  if (raw.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()

  const chunks: Buffer[] = []
  let receivedBytes = 0
  const speedCheck = large?.startSpeedCheck(() => receivedBytes)
  try {
    for await (const chunk of readChunks(raw, speedCheck?.tooSlow)) {
      receivedBytes += chunk.length
      if (receivedBytes > maxBodyBytes) throw bodyTooLarge()
      if (receivedBytes > declaredBytes) large?.reserve(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof PlainTextError) throw error
    throw new PlainTextError(400, 'The body of the request is incomplete.')
  } finally {
    speedCheck?.stop()
  }
  return Buffer.concat(chunks)
}

/** Yields the chunks of a body until it ends or `failure` is rejected. */
async function* readChunks(raw: IncomingMessage, failure?: Promise<never>): AsyncGenerator<Buffer> {
  // A destroyed request could not be answered.
  const iterator = raw.iterator({ destroyOnReturn: false })
  while (true) {
    const next = iterator.next()
    const { done, value } = await Promise.race(failure === undefined ? [next] : [next, failure])
    if (done) return
    yield value
  }
}

/**
 * Closes the connection after the response unless the unread rest of the body is small enough to be
 * discarded. A client that is still sending when its connection closes may not receive the response, so
 * bodies of a valid size are discarded.
 */
export function closeUnlessBodyIsShort(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  maxBodyBytes = defaultMaxBodyBytes,
): void {
  const hasUnknownSize = raw.headers['transfer-encoding'] !== undefined
  if (!raw.complete && (hasUnknownSize || getDeclaredBodyBytes(raw.headers) > maxBodyBytes))
    reply.header('connection', 'close')
}

function getDeclaredBodyBytes(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0)
}

function bodyTooLarge(): PlainTextError {
  return new PlainTextError(413, 'The body of the request is too large.')
}
