import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './http-limits.ts'

type SendingLimits = Pick<
  HttpLimits,
  | 'stalledResponseTimeoutMs'
  | 'minResponseBytesPerSecond'
  | 'maxUnsentBytes'
  | 'maxUnsentBytesPerUser'
  | 'idleTimeoutMs'
>

interface UnsentResponse {
  readonly bytes: number
  readonly socket: Socket
  readonly userKey: string | null
}

/** Shorter responses cost less memory than the connection may use anyway. */
const maxUnlimitedBytes = 64 * 1024

/**
 * Limits how long the responses of an application wait in memory for their clients to read them. A stream is not
 * limited: it is read as the client reads it, for example audio that a browser pauses.
 */
export function limitSending(app: FastifyInstance, limits: SendingLimits): void {
  const { stalledResponseTimeoutMs, minResponseBytesPerSecond, idleTimeoutMs } = limits
  /** The responses that wait, the oldest first. */
  const unsent = new Map<ServerResponse, UnsentResponse>()

  /** Ends the oldest ones that `isCounted` selects, except the newest, until the others have at most `maxBytes`. */
  const endOldest = (maxBytes: number, isCounted: (response: UnsentResponse) => boolean) => {
    const counted = [...unsent].filter(([, each]) => isCounted(each))
    let bytes = counted.reduce((sum, [, each]) => sum + each.bytes, 0)
    for (const [response, each] of counted.slice(0, -1)) {
      if (bytes <= maxBytes) return
      bytes -= each.bytes
      unsent.delete(response)
      each.socket.destroy()
    }
  }

  app.addHook('onSend', async ({ raw: { socket }, userKey }, { raw: response }, payload) => {
    const bytes = countBytes(payload)
    // No response of a client that has disconnected waits, and none will close.
    if (bytes <= maxUnlimitedBytes || socket.destroyed) return
    // The request was injected and has no connection.
    if (!(socket instanceof Socket)) return

    const maxDurationMs = stalledResponseTimeoutMs + (bytes / minResponseBytesPerSecond) * 1000
    const deadline = setTimeout(() => socket.destroy(), maxDurationMs)
    response.once('close', () => {
      clearTimeout(deadline)
      unsent.delete(response)
    })
    // For a pipelined request. Without one, Node sets another timeout after this listener.
    response.prependOnceListener('finish', () => socket.setTimeout(idleTimeoutMs))
    // Does not end a connection on which a part of the response has been sent since.
    socket.setTimeout(stalledResponseTimeoutMs)
    unsent.set(response, { bytes, socket, userKey })
    if (userKey !== null) endOldest(limits.maxUnsentBytesPerUser, (each) => each.userKey === userKey)
    endOldest(limits.maxUnsentBytes, () => true)
  })
}

function countBytes(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return Buffer.isBuffer(payload) ? payload.length : 0
}
