import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type KnownErrorCode, knownErrors } from '@parley/contract/error-table'

export interface ReceivedRequest {
  readonly method: string
  /** Path and query, without `/api/v1`. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedResponse {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly text?: string
}

/** `drop` closes the connection without a response. */
export type RequestScript = (
  request: ReceivedRequest,
) => ScriptedResponse | 'drop' | Promise<ScriptedResponse | 'drop'>

/** Starts a loopback server whose responses are scripted by the test. */
export async function startScriptedServer(script: RequestScript) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const seen = {
      method: request.method ?? '',
      path: (request.url ?? '').replace(/^\/api\/v1/, ''),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(seen)

    const reply = await script(seen)
    if (reply === 'drop') return request.socket.destroy()
    const { status = 200, headers = {}, json, text = '' } = reply
    const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers, ...cors })
    response.end(json === undefined ? text : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

/** The response for a known error to a client that requested the status override. */
export function errorResponse(code: KnownErrorCode, details?: unknown): ScriptedResponse {
  return {
    headers: { 'x-stack-actual-status': String(knownErrors[code].status), 'x-stack-known-error': code },
    json: { code, error: knownErrors[code].message, details },
  }
}

/** Creates an unsigned access token with the claims that clients read. Times are epoch milliseconds. */
export function accessToken({ issuedAtMs, expiresAtMs, id = '', userId }: AccessTokenOptions): string {
  const times = { iat: Math.floor(issuedAtMs / 1_000), exp: Math.floor(expiresAtMs / 1_000) }
  const payload = { ...times, id, sub: userId }
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`
}

interface AccessTokenOptions {
  issuedAtMs: number
  expiresAtMs: number
  id?: string
  userId?: string
}

export function tokenResponse(token: string): ScriptedResponse {
  return { json: { access_token: token, token_type: 'Bearer', expires_in: 600, scope: 'legacy' } }
}

/** Creates a clock that only advances by `advance` and when it is waited for. */
export function createTestClock(startMs = Date.UTC(2026, 10, 21)) {
  const slept: number[] = []
  let nowMs = startMs
  return {
    slept,
    now: () => nowMs,
    after(delayMs: number, callback: () => void) {
      slept.push(delayMs)
      nowMs += delayMs
      queueMicrotask(callback)
      return () => {}
    },
    advance(durationMs: number) {
      nowMs += durationMs
    },
  }
}
