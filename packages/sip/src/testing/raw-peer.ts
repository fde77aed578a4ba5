import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createResponse } from '../message/create-response.ts'
import type { SipMessage, SipRequest, SipResponse } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { serialize } from '../message/serialize.ts'

/**
 * A peer without a SIP stack: it sends exactly what the test passes, valid or not. Only BYE is answered
 * automatically.
 */
export interface RawPeer extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly received: SipMessage[]
  send(message: string | Uint8Array | SipMessage, toPort: number): void
  /** Resolves to the first message, not yet returned, for which `matches` returns true. */
  next(matches: (message: SipMessage) => boolean): Promise<SipMessage>
  nextResponse(status?: number): Promise<SipResponse>
  nextRequest(method: string): Promise<SipRequest>
}

export async function startRawPeer(address = '127.0.0.1'): Promise<RawPeer> {
  const socket: Socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  const received: SipMessage[] = []
  const unread: SipMessage[] = []
  const waiting: { matches: (message: SipMessage) => boolean; resolve: (message: SipMessage) => void }[] = []

  socket.on('message', (bytes, { port, address }) => {
    const { message } = parseMessage(bytes)
    if (!message) return
    received.push(message)
    if (message.kind === 'request' && message.method === 'BYE') {
      socket.send(serialize(createResponse(message, { status: 200 })), port, address)
    }
    const index = waiting.findIndex(({ matches }) => matches(message))
    const [reader] = index < 0 ? [] : waiting.splice(index, 1)
    if (reader) reader.resolve(message)
    else unread.push(message)
  })

  const next = (matches: (message: SipMessage) => boolean) =>
    new Promise<SipMessage>((resolve) => {
      const index = unread.findIndex(matches)
      const [message] = index < 0 ? [] : unread.splice(index, 1)
      if (message) resolve(message)
      else waiting.push({ matches, resolve })
    })

  return {
    address,
    port: socket.address().port,
    received,
    next,
    send(message, toPort) {
      const bytes = typeof message === 'string' ? Buffer.from(message) : message
      socket.send(bytes instanceof Uint8Array ? bytes : serialize(bytes), toPort, '127.0.0.1')
    },
    nextResponse: (status) =>
      next(
        (message) => message.kind === 'response' && (status === undefined || message.status === status),
      ) as Promise<SipResponse>,
    nextRequest: (method) =>
      next((message) => message.kind === 'request' && message.method === method) as Promise<SipRequest>,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}
