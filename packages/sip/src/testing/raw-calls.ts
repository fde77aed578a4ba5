import { required } from '@parley/primitives'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import type { UserAgent } from '../user-agent/api.ts'
import { getUri, recordEvents, sampleSdp } from './agents.ts'
import type { RawPeer } from './raw-peer.ts'

export const sdpBody = { type: 'application/sdp', text: sampleSdp(2) }

export function getPort(agent: UserAgent): number {
  return required(agent.addresses[0], 'the address of the user agent').port
}

export function dial(agent: UserAgent, peer: RawPeer, host = '127.0.0.1') {
  const call = agent.invite({
    target: `sip:grace@${host}:${peer.port}`,
    from: getUri(agent, 'ada'),
    offer: sampleSdp(1),
  })
  return { call, recorder: recordEvents(call) }
}

/** Returns a request of the peer in the dialog that it created with `toTag`. */
export function inDialog(
  invite: SipRequest,
  peer: RawPeer,
  method: string,
  sequence: number,
  toTag: string,
): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${method}${sequence}`],
    ['Max-Forwards', '70'],
    ['From', `${invite.headers.get('To')};tag=${toTag}`],
    ['To', invite.headers.require('From')],
    ['Call-ID', invite.headers.require('Call-ID')],
    ['CSeq', `${sequence} ${method}`],
    ['Contact', `<sip:grace@127.0.0.1:${peer.port}>`],
  ])
  return { kind: 'request', method, uri: 'sip:ada@127.0.0.1', headers, body: noBody }
}

export function createInvite(
  agent: UserAgent,
  peer: RawPeer,
  fields: readonly (readonly [string, string])[] = [],
): SipRequest {
  const headers = SipHeaders.of([
    ['Via', `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKfirst`],
    ['Max-Forwards', '70'],
    ['From', '<sip:grace@example.com>;tag=g1'],
    ['To', '<sip:ada@example.com>'],
    ['Call-ID', 'raw@example.com'],
    ['CSeq', '1 INVITE'],
    ['Contact', `<sip:grace@127.0.0.1:${peer.port}>`],
    ['Content-Type', 'application/sdp'],
    ...fields,
  ])
  const body = new TextEncoder().encode(sampleSdp(2))
  return { kind: 'request', method: 'INVITE', uri: `sip:ada@127.0.0.1:${getPort(agent)}`, headers, body }
}

export const createContactField = (peer: RawPeer) =>
  [['Contact', `<sip:grace@127.0.0.1:${peer.port}>`]] as const
