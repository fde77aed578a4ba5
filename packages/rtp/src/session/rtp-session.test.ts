import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { generateSdesKey } from '../packet/sdes.ts'
import { createSrtpReceiver } from '../packet/srtp.ts'
import { RtpSession } from './rtp-session.ts'

/**
 * Guarantee: no part of a key stream is used twice (RFC 3711, 9.1), so that packets reveal nothing about each
 * other.
 */
test('WR6: when the peer changes its key, the packet indexes of our key continue', async () => {
  const peer = createSocket('udp4').bind(0, '127.0.0.1')
  await once(peer, 'listening')
  const received: Buffer[] = []
  peer.on('message', (datagram: Buffer) => received.push(datagram))
  await using session = await RtpSession.open({
    address: '127.0.0.1',
    ssrc: 4711,
    cname: 'test',
    getClockRate: () => 8_000,
    onPacket: () => undefined,
  })
  const local = generateSdesKey()
  const remote = { address: '127.0.0.1', port: peer.address().port }
  const connect = () => session.connect({ remote, rtcpMux: true, srtp: { local, remote: generateSdesKey() } })
  const send = (sequenceNumber: number) =>
    session.send({
      payloadType: 0,
      marker: false,
      sequenceNumber,
      timestamp: 0,
      ssrc: 4711,
      payload: Buffer.from('audio'),
    })

  connect()
  send(65_535)
  send(0)
  connect()
  send(1)
  await waitUntil('three packets arrive', () => received.length === 3)
  peer.close()

  const receiver = createSrtpReceiver(local)
  expect(received.map((datagram) => receiver.unprotectRtp(datagram)?.subarray(12).toString())).toEqual([
    'audio',
    'audio',
    'audio',
  ])
})
