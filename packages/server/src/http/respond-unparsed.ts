import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Returns the handler of Node's `clientError`: bytes that are no HTTP request, or that do not arrive in time. There is
 * no response object for them.
 */
export function createUnparsedResponder(securityHeaders: Readonly<Record<string, string>>) {
  const headers = { ...securityHeaders, 'content-length': '0', connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A response that has begun cannot be followed by another one.
    if (error.code !== 'ECONNRESET' && socket.writable && socket.bytesWritten === 0) {
      const status = statuses[error.code ?? ''] ?? 400
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
      return
    }
    socket.destroy(error)
  }
}
