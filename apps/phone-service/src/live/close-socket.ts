import type { WebSocket } from '@fastify/websocket'

/** How long a client has to receive the close frame. */
const closeGraceMs = 2_000

/**
 * Closes a live socket and reads nothing more from it: a client may ignore the close frame and continue to send. Its
 * answer is not read either, so the connection ends after a moment.
 */
export function closeWithoutReading(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason)
  socket.pause()
  const timer = setTimeout(() => socket.terminate(), closeGraceMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
