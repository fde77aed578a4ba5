import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { parseMessage, SipHeaders, type SipRequest, serialize } from '@parley/sip'

/**
 * Starts a trunk at a loopback address that answers every INVITE immediately, with the Contact and session description
 * of the test. With `reInvites: 'ring'` it responds 180 to those in a call, and nothing else. With `challenges` it
 * responds 401 to requests of this method without credentials. With `ignoresFirst` it does not respond to the first
 * request of this method.
 */
export async function startAnsweringTrunk(
  host: string,
  createAnswer: (port: number) => { contact: string; sdp: string },
  {
    reInvites = 'answer' as 'answer' | 'ring',
    challenges = null as string | null,
    ignoresFirst = null as string | null,
  } = {},
) {
  const socket = createSocket('udp4')
  const received: SipRequest[] = []
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const waitFor = (method: string) => {
    const known = waiting.get(method) ?? Promise.withResolvers<void>()
    waiting.set(method, known)
    return known
  }
  socket.bind(0, host)
  await once(socket, 'listening')
  const { port } = socket.address()
  const answer = ({ headers, method }: SipRequest, from: RemoteInfo) => {
    const { contact, sdp } = createAnswer(port)
    const isInvite = method === 'INVITE'
    const rings = isReInvite({ headers, method }) && reInvites === 'ring'
    const isChallenged = method === challenges && headers.get('Authorization') === null
    const fields = SipHeaders.of([
      ...headers.list('Via').map((via) => ['Via', via] as const),
      ...(['From', 'Call-ID', 'CSeq'] as const).map((name) => [name, headers.require(name)] as const),
      [
        'To',
        headers.require('To').includes(';tag=') ? headers.require('To') : `${headers.get('To')};tag=trunk`,
      ],
      ...(isInvite
        ? ([
            ['Contact', contact],
            ['Content-Type', 'application/sdp'],
          ] as const)
        : []),
      ...(isChallenged ? ([['WWW-Authenticate', 'Digest realm="north", nonce="n1"']] as const) : []),
    ])
    const body = new TextEncoder().encode(isInvite && !rings ? sdp : '')
    const [status, reason] = rings ? [180, 'Ringing'] : isChallenged ? [401, 'Unauthorized'] : [200, 'OK']
    const response = { kind: 'response', status, reason, headers: fields, body } as const
    socket.send(serialize(response), from.port, from.address)
  }
  socket.on('message', (bytes, from) => {
    const { message } = parseMessage(bytes)
    if (message?.kind !== 'request') return
    received.push(message)
    waitFor(isReInvite(message) ? 're-INVITE' : message.method).resolve()
    const isFirst = received.filter(({ method }) => method === message.method).length === 1
    const isIgnored = message.method === 'ACK' || (isFirst && message.method === ignoresFirst)
    if (!isIgnored) answer(message, from)
  })
  return {
    port,
    received,
    /** Resolves when a request with this method has arrived; `re-INVITE` is an INVITE in a call. */
    waitForRequest: (method: string) => waitFor(method).promise,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function isReInvite({ method, headers }: Pick<SipRequest, 'method' | 'headers'>): boolean {
  return method === 'INVITE' && headers.require('To').includes(';tag=')
}
