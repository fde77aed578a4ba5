import type { ApiError } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serializeJson } from '../json-text/json-text.ts'
import { getErrorHeaders, PlainTextError } from './plain-text-error.ts'

/** `Retry-After` of responses with status 503. */
export const unavailableRetrySeconds = 5

/** Sends a plain-text response. */
export function respondText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

/** The indentation of deeply nested values makes a response up to 250 times as large. */
const maxIndentedCharacters = 16 * 1024

/** Sends a JSON response, indented when a browser requests it and it is short. */
export function respondJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: unknown,
): FastifyReply {
  const json = serializeJson(body)
  const isForReaders = request.headers.accept?.includes('text/html') && json.length <= maxIndentedCharacters
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(isForReaders ? JSON.stringify(body, null, 2) : json)
}

/** Sends an error: an `ApiError` as `{ code, details, error }`, a `PlainTextError` as plain text. */
export function respondError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError | PlainTextError,
): FastifyReply {
  reply.headers(getErrorHeaders(error))
  if (error instanceof PlainTextError) return respondText(reply, error.status, error.message)

  const { code, details, message } = error
  const requestedWait = (details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds
  const wait = requestedWait ?? (error.status === 503 ? unavailableRetrySeconds : undefined)
  if (typeof wait === 'number') reply.header('retry-after', String(Math.ceil(wait)))
  return respondJson(request, reply.header('x-stack-known-error', code), error.status, {
    code,
    ...(details === undefined ? {} : { details }),
    error: detailedMessage(details) ?? message,
  })
}

function detailedMessage(details: unknown): string | null {
  const message = (details as { message?: unknown } | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : null
}
