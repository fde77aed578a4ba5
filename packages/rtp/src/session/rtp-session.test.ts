import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { required, waitUntil } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { serializeRtcp } from '../packet/rtcp-packet.ts'
import { serializeRtp } from '../packet/rtp-packet.ts'
import { generateSdesKey, type SrtpKey } from '../packet/sdes.ts'
import { createSrtpReceiver, createSrtpSender, type SrtpSender } from '../packet/srtp.ts'
import { RtpSession } from './rtp-session.ts'

/** Binds a peer, and opens a session that has not been connected to it. */
async function openWithPeer(sendFilter?: () => boolean) {
  const peer = createSocket('udp4').bind(0, '127.0.0.1')
  await once(peer, 'listening')
  const sent: Buffer[] = []
  peer.on('message', (datagram: Buffer) => sent.push(datagram))
  const heard: number[] = []
  const session = await RtpSession.open({
    address: '127.0.0.1',
    ssrc: 4711,
    cname: 'test',
    getClockRate: () => 8_000,
    sendFilter,
    onPacket: ({ sequenceNumber }) => heard.push(sequenceNumber),
  })
  return {
    session,
    /** The datagrams of the session. */
    sent,
    /** The sequence numbers of the packets that the session has accepted. */
    heard,
    remote: { address: '127.0.0.1', port: peer.address().port },
    sendFromPeer: (datagram: Uint8Array) => peer.send(datagram, session.port, session.address),
    async [Symbol.asyncDispose]() {
      await session.close()
      peer.close()
    },
  }
}

function createPacket(sequenceNumber: number) {
  const payload = Buffer.from('audio')
  return { payloadType: 0, marker: false, sequenceNumber, timestamp: 0, ssrc: 4711, payload }
}

/**
 * Guarantee: no part of a key stream is used twice (RFC 3711, 9.1), so that packets reveal nothing about each
 * other.
 */
test('WR6: when the peer changes its key, the packet indexes of our key continue', async () => {
  await using fixture = await openWithPeer()
  const { session, sent, remote } = fixture
  const local = generateSdesKey()
  const connect = () => session.connect({ remote, rtcpMux: true, srtp: { local, remote: generateSdesKey() } })
  const send = (sequenceNumber: number) => session.send(createPacket(sequenceNumber))

  connect()
  send(65_535)
  send(0)
  connect()
  send(1)
  await waitUntil('three packets arrive', () => sent.length === 3)

  const receiver = createSrtpReceiver(local)
  expect(sent.map((datagram) => receiver.unprotectRtp(datagram)?.subarray(12).toString())).toEqual([
    'audio',
    'audio',
    'audio',
  ])
})

/** Guarantee: in an encrypted call only packets with the key of the peer are heard, each once. */
test('ZR73: unencrypted, replayed and foreign packets of an encrypted call are not heard, and a new key replaces the former one', async () => {
  await using fixture = await openWithPeer()
  const { session, heard, remote, sendFromPeer } = fixture
  const [local, first, second] = [generateSdesKey(), generateSdesKey(), generateSdesKey()]
  const [former, later, foreign] = [first, second, generateSdesKey()].map(createSrtpSender)
  const protect = (sender: SrtpSender | undefined, sequenceNumber: number) =>
    required(sender, 'the sender').protectRtp(serializeRtp(createPacket(sequenceNumber)))
  session.connect({ remote, rtcpMux: true, srtp: { local, remote: first } })

  const recorded = protect(former, 1)
  for (const datagram of [recorded, serializeRtp(createPacket(2)), recorded, protect(foreign, 3)])
    sendFromPeer(datagram)
  sendFromPeer(protect(former, 4))
  await waitUntil('the last packet is heard', () => heard.includes(4))
  session.connect({ remote, rtcpMux: true, srtp: { local, remote: second } })
  for (const datagram of [protect(former, 5), recorded, protect(later, 6)]) sendFromPeer(datagram)
  await waitUntil('the packet with the new key is heard', () => heard.includes(6))

  expect(heard).toEqual([1, 4, 6])
})

test('ZR335: a packet is not heard again when the peer returns to the key of it', async () => {
  await using fixture = await openWithPeer()
  const { session, heard, remote, sendFromPeer } = fixture
  const [local, first, second] = [generateSdesKey(), generateSdesKey(), generateSdesKey()]
  const connect = (key: SrtpKey | null) =>
    session.connect({ remote, rtcpMux: true, srtp: key && { local, remote: key } })
  const sender = createSrtpSender(first)
  const [former, later] = [1, 2].map((number) => sender.protectRtp(serializeRtp(createPacket(number))))
  const sendAndWait = async (datagrams: readonly (Buffer | undefined)[], last: number) => {
    for (const datagram of datagrams) sendFromPeer(required(datagram, 'the packet'))
    await waitUntil('the last packet is heard', () => heard.includes(last))
  }

  connect(first)
  await sendAndWait([former], 1)
  for (const between of [second, null]) {
    connect(between)
    connect(first)
    sendFromPeer(required(former, 'the packet'))
  }
  await sendAndWait([later], 2)

  expect(heard).toEqual([1, 2])
})

test('ZR335: the packet indexes of our key continue when it returns', async () => {
  await using fixture = await openWithPeer()
  const { session, sent, remote } = fixture
  const [first, second, peer] = [generateSdesKey(), generateSdesKey(), generateSdesKey()]
  const connect = (local: SrtpKey) =>
    session.connect({ remote, rtcpMux: true, srtp: { local, remote: peer } })

  connect(first)
  session.send(createPacket(65_535))
  session.send(createPacket(0))
  connect(second)
  connect(first)
  session.send(createPacket(1))
  await waitUntil('three packets arrive', () => sent.length === 3)

  const receiver = createSrtpReceiver(first)
  expect(sent.map((datagram) => receiver.unprotectRtp(datagram) !== null)).toEqual([true, true, true])
})

/**
 * Guarantee: a peer that names the address of a third party sends it no more than it could send itself, and a peer
 * that receives audio without sending any (a=recvonly) hears all of it once it has answered.
 */
describe('the audio for an address that has not answered', () => {
  async function openCounted() {
    let sent = 0
    const fixture = await openWithPeer(() => {
      sent += 1
      return false
    })
    /** Returns how many of 2,000 packets, 40 s of G.711, are sent. */
    const sendPackets = () => {
      const before = sent
      const packet = { ...createPacket(1), payload: Buffer.alloc(160) }
      for (let count = 0; count < 2_000; count++) fixture.session.send(packet)
      return sent - before
    }
    return { ...fixture, sendPackets }
  }
  const report = serializeRtcp([{ type: 'receiver-report', ssrc: 1, reports: [] }])

  test('ZR332: ends after about ten seconds, also when further addresses are named', async () => {
    await using fixture = await openCounted()
    const { session, remote, sendPackets } = fixture
    session.connect({ remote, rtcpMux: true, srtp: null })
    const first = sendPackets()
    session.connect({ remote: { ...remote, address: '127.0.0.2' }, rtcpMux: true, srtp: null })

    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThan(600)
    expect(sendPackets()).toBeLessThan(10)
  })

  test.each([
    ['a report', report],
    ['a packet', serializeRtp(createPacket(1))],
  ])('ZR332: continues after %s of it', async (_, datagram) => {
    await using fixture = await openCounted()
    const { session, remote, sendFromPeer, sendPackets } = fixture
    session.connect({ remote, rtcpMux: true, srtp: null })
    sendPackets()

    sendFromPeer(datagram)

    await waitUntil('all packets are sent', () => sendPackets() === 2_000)
  })

  test('ZR332: does not end when the peer signals with the same address', async () => {
    await using fixture = await openCounted()
    const { session, remote, sendPackets } = fixture
    session.connect({ remote, rtcpMux: true, srtp: null, signallingAddress: remote.address })

    expect(sendPackets()).toBe(2_000)
  })
})

/** Guarantee: what one peer sends does not delay the audio of others, and strangers cannot use up its limit. */
describe('ZR880: the packets of a peer are limited', () => {
  const flood = async (send: (index: number) => void, count: number) => {
    for (let index = 0; index < count; index++) {
      send(index)
      // The buffer of the socket would lose packets that arrive together.
      if (index % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test('of 3,000 packets that arrive together, those above the limit are not heard', async () => {
    await using fixture = await openWithPeer()
    const { session, heard, remote, sendFromPeer } = fixture
    session.connect({ remote, rtcpMux: true, srtp: null })
    const startMs = performance.now()

    await flood((index) => sendFromPeer(serializeRtp(createPacket(index))), 3_000)
    await waitUntil('the burst is heard', () => heard.length >= 1_000)

    expect(heard.length).toBeLessThanOrEqual(1_000 + (performance.now() - startMs) * 0.3)
  })

  test('forged packets of an encrypted call do not count', async () => {
    await using fixture = await openWithPeer()
    const { session, heard, remote, sendFromPeer } = fixture
    const key = generateSdesKey()
    session.connect({ remote, rtcpMux: true, srtp: { local: generateSdesKey(), remote: key } })
    const [sender, forger] = [createSrtpSender(key), createSrtpSender(generateSdesKey())]

    await flood((index) => sendFromPeer(forger.protectRtp(serializeRtp(createPacket(index)))), 3_000)
    sendFromPeer(sender.protectRtp(serializeRtp(createPacket(7))))

    await waitUntil('the packet of the peer is heard', () => heard.includes(7))
  })
})
