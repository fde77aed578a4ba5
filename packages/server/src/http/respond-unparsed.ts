import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Returns the handler of Node's `clientError`: bytes that are no HTTP request, or that do not arrive in time.
 * There is no response object for them. The handler must know the last response of each connection, which
 * `trackResponse` stores.
 */
export function createUnparsedResponder(securityHeaders: Readonly<Record<string, string>>) {
  const headers = { ...securityHeaders, 'content-length': '0', connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const responses = new WeakMap<Socket, ServerResponse>()
  return {
    trackResponse(request: IncomingMessage, response: ServerResponse): void {
      responses.set(request.socket, response)
    },
    respondUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
      const last = responses.get(socket)
      // A response that has begun cannot be followed by another one.
      const isResponding = last?.headersSent === true && !last.writableFinished
      if (error.code === 'ECONNRESET' || !socket.writable || isResponding) {
        socket.destroy(error)
        return
      }
      const status = statuses[error.code ?? ''] ?? 400
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
    },
  }
}
