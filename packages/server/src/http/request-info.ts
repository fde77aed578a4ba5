import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getHeader } from './app.ts'
import { ClientDisconnectedError } from './plain-text-error.ts'

/** Metadata of a request, available before it is validated. */
export interface RequestInfo {
  readonly requestId: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** IP address of the client, determined with the trusted proxies. */
  readonly ip: string
  readonly userAgent: string | null
  readonly acceptLanguage: string | null
  /**
   * Aborted with a `ClientDisconnectedError` when the client disconnects before the response is sent. No client would receive a
   * result then, such as the only copy of a token.
   */
  readonly signal: AbortSignal
}

/** Returns the metadata of a request. */
export function toRequestInfo(request: FastifyRequest, reply: FastifyReply): RequestInfo {
  const disconnected = new AbortController()
  // Not after a complete response: aborting would create an exception for every request.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort(new ClientDisconnectedError())
  })
  return {
    requestId: request.id,
    method: request.method,
    headers: request.headers,
    ip: request.clientIp,
    userAgent: getHeader(request, 'user-agent')?.slice(0, 512) ?? null,
    acceptLanguage: getHeader(request, 'accept-language')?.slice(0, 512) ?? null,
    signal: disconnected.signal,
  }
}
