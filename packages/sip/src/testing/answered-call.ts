import { parseTag } from '../message/address.ts'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { UserAgentOptions } from '../user-agent/api.ts'
import { startAgent } from './agents.ts'
import { createContactField, createInvite, dial, getPort, inDialog, sdpBody } from './raw-calls.ts'
import { startRawPeer } from './raw-peer.ts'

interface Message {
  readonly fields?: readonly (readonly [string, string])[]
  readonly body?: string
}

/** Starts an agent whose call a raw peer has answered or, with `early`, lets ring. */
export async function startAnsweredCall(options: Partial<UserAgentOptions> & { early?: boolean } = {}) {
  const { early = false, ...agentOptions } = options
  const peer = await startRawPeer()
  const agent = await startAgent(agentOptions)
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const respond = (request: SipRequest, status: number) =>
    peer.send(
      createResponse(request, { status, toTag: 'g1', headers: createContactField(peer) }),
      getPort(agent),
    )
  if (early) {
    respond(invite, 180)
    await recorder.next('ringing')
  } else {
    peer.send(
      createResponse(invite, { status: 200, toTag: 'g1', headers: createContactField(peer), body: sdpBody }),
      getPort(agent),
    )
    await recorder.next('answered')
  }

  let sequence = 0
  let calls = 0
  /** Sends a request of the peer in the dialog, and resolves to its response. */
  const exchange = async (method: string, { fields = [], body = '' }: Message = {}): Promise<SipResponse> => {
    sequence += 1
    const request = inDialog(invite, peer, method, sequence, 'g1')
    for (const [name, value] of fields) request.headers.append(name, value)
    peer.send({ ...request, body: new TextEncoder().encode(body) }, getPort(agent))
    const response = await peer.next(
      ({ kind, headers }) => kind === 'response' && headers.get('CSeq') === request.headers.get('CSeq'),
    )
    if (response.kind !== 'response') throw new Error('The message is no response')
    return response
  }

  return {
    peer,
    agent,
    call,
    recorder,
    respond,
    exchange,
    /** The value of Replaces with which the peer names this call. */
    replaces: `${invite.headers.get('Call-ID')};to-tag=${parseTag(invite.headers.get('From'))};from-tag=g1`,
    /** The INVITE of the call. */
    dialled: invite,
    /** Sends an INVITE of the peer outside the dialog, and resolves to its first final response. */
    async invite(fields: readonly (readonly [string, string])[], from = peer): Promise<SipResponse> {
      const callId = `raw${++calls}@example.com`
      const request = createInvite(agent, from, fields)
      request.headers.set('Call-ID', callId)
      request.headers.set('Via', `SIP/2.0/UDP 127.0.0.1:${from.port};branch=z9hG4bK${callId}`)
      from.send(request, getPort(agent))
      const response = await from.next(
        (message) =>
          message.kind === 'response' && message.status >= 200 && message.headers.get('Call-ID') === callId,
      )
      if (response.kind !== 'response') throw new Error('The message is no response')
      return response
    },
    /** Acknowledges the response to {@link invite}. */
    acknowledge({ headers }: SipResponse): void {
      const ack = createInvite(agent, peer)
      ack.headers.set('CSeq', '1 ACK')
      for (const name of ['To', 'Call-ID']) ack.headers.set(name, headers.require(name))
      peer.send({ ...ack, method: 'ACK', body: new Uint8Array(0) }, getPort(agent))
    },
    async [Symbol.asyncDispose]() {
      await agent.close()
      await peer[Symbol.asyncDispose]()
    },
  }
}

/** Returns the fields and body of a NOTIFY that reports a status. */
export function createReport(status: number, state = status < 200 ? 'active;expires=60' : 'terminated') {
  return {
    fields: [
      ['Event', 'refer'],
      ['Subscription-State', state],
      ['Content-Type', 'message/sipfrag;version=2.0'],
    ] as [string, string][],
    body: `SIP/2.0 ${status} Reason\r\n`,
  }
}
