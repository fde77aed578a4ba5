import { required } from '@parley/primitives'
import { startRawPeer } from '../../../../sip/src/testing/raw-peer.ts'
import type { EmbeddedEngine } from '../engine.ts'
import { describeAudio } from './describe-audio.ts'

/** Starts a caller on loopback that sends INVITE and CANCEL, and acknowledges no response. */
export async function startRawCaller(engine: Pick<EmbeddedEngine, 'sipAddresses'>) {
  const { port: sipPort } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  const peer = await startRawPeer()
  const { port } = peer

  const send = (method: 'INVITE' | 'CANCEL', callId: string, body: string, fields: readonly string[]) => {
    const request = [
      `${method} sip:+15550120@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${callId}`,
      `From: <sip:+15550142@127.0.0.1>;tag=${callId}`,
      'To: <sip:+15550120@127.0.0.1>',
      `Call-ID: ${callId}`,
      `CSeq: 1 ${method}`,
      'Max-Forwards: 70',
      ...fields,
      `Content-Length: ${body.length}`,
      '',
      body,
    ]
    peer.send(request.join('\r\n'), sipPort)
  }
  return {
    port,
    /** Offers audio at a host, which may be a name. */
    invite(
      callId: string,
      {
        mediaHost = '127.0.0.1',
        sdp = describeAudio('127.0.0.1', 40_000).replace('c=IN IP4 127.0.0.1', `c=IN IP4 ${mediaHost}`),
        fields = [] as readonly string[],
      } = {},
    ): void {
      send('INVITE', callId, sdp, [
        `Contact: <sip:127.0.0.1:${port}>`,
        'Content-Type: application/sdp',
        ...fields,
      ])
    },
    cancel: (callId: string) => send('CANCEL', callId, '', []),
    /** Resolves when a response to the INVITE of this call has arrived. */
    async receives(status: number, callId: string): Promise<void> {
      await peer.next(
        (message) =>
          message.kind === 'response' &&
          message.status === status &&
          message.headers.get('Call-ID') === callId &&
          message.headers.get('CSeq') === '1 INVITE',
      )
    },
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  }
}
