import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { parseMessage } from '../message/parse.ts'
import { startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import type { IncomingCall } from '../user-agent/api.ts'

/** The reaction of a user agent to a message. */
export interface AgentReaction {
  /** Statuses of its responses, except 100. */
  readonly statuses: readonly number[]
  readonly calls: readonly IncomingCall[]
  readonly answers: readonly string[]
}

/**
 * Another loopback address than 127.0.0.1, so that responses to port 5060 of a Via reach no other process.
 */
const senderAddress = '127.44.75.1'

const pingBranch = 'z9hG4bKstill-there'

function ping(port: number): string {
  return [
    `OPTIONS sip:ada@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${senderAddress};branch=${pingBranch}`,
    'From: <sip:hedy@example.com>;tag=1',
    'To: <sip:ada@example.com>',
    'Call-ID: still-there',
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')
}

/**
 * Sends `bytes` in one datagram to a user agent, then an OPTIONS ping. Datagrams are handled in order, so the
 * agent has reacted to the first when it responds to the second.
 */
export async function sendToAgent(bytes: Uint8Array): Promise<AgentReaction> {
  const answers: string[] = []
  const calls: IncomingCall[] = []
  const alive = Promise.withResolvers<void>()
  await using agent = await startAgent({
    onTrace: (direction, _remote, text) => {
      if (direction === 'received') return
      if (text.includes(pingBranch)) alive.resolve()
      else if (!text.startsWith('SIP/2.0 100')) answers.push(text)
    },
  })
  agent.onInvite = (call) => calls.push(call)
  agent.onRequest = (request) => request.respond(200, 'OK')
  const port = getPort(agent)

  const socket = createSocket('udp4')
  socket.bind(0, senderAddress)
  await once(socket, 'listening')
  socket.send(bytes, port, '127.0.0.1')
  socket.send(ping(port), port, '127.0.0.1')
  await alive.promise
  await new Promise<void>((resolve) => socket.close(() => resolve()))

  const statuses = answers.map((text) => Number(/^SIP\/2\.0 (\d{3}) /.exec(text)?.[1]))
  return { statuses, calls: [...calls], answers: [...answers] }
}

/** Returns whether the parser accepts a message as a well-formed response. */
export function isWellFormedResponse(bytes: Uint8Array): boolean {
  const result = parseMessage(bytes)
  return result.ok && result.message.kind === 'response'
}
