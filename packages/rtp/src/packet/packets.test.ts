import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import {
  createSrtpReceiver,
  createSrtpSender,
  generateSdesKey,
  isRtcp,
  parseRtcp,
  parseRtp,
  type RtcpPacket,
  type RtpPacket,
  serializeRtcp,
  serializeRtp,
} from '../index.ts'

const packet: RtpPacket = {
  payloadType: 8,
  marker: true,
  sequenceNumber: 65_535,
  timestamp: 0xfffffff0,
  ssrc: 0xdeadbeef,
  payload: Buffer.from('audio'),
}

/** Deterministic noise, so that a failure can be reproduced. */
function createNoise(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  return { next, bytes: (length: number) => Buffer.from(Array.from({ length }, () => next() & 0xff)) }
}

describe('RTP', () => {
  test('a packet round-trips', () => {
    const read = required(parseRtp(serializeRtp(packet)), 'the RTP packet')

    expect({ ...read, payload: Buffer.from(read.payload) }).toEqual(packet)
  })

  test('contributing sources, extension and padding are not part of the payload', () => {
    const header = Buffer.from(serializeRtp({ ...packet, payload: Buffer.alloc(0) }))
    header[0] = 0x80 | 0x20 | 0x10 | 2
    const extension = Buffer.from([0xbe, 0xde, 0, 1, 1, 2, 3, 4])
    const datagram = Buffer.concat([
      header,
      Buffer.alloc(8),
      extension,
      Buffer.from('audio'),
      Buffer.from([0, 0, 3]),
    ])

    expect(Buffer.from(required(parseRtp(datagram), 'the RTP packet').payload).toString()).toBe('audio')
  })

  test.each([
    ['an empty datagram', Buffer.alloc(0)],
    ['a truncated header', Buffer.alloc(11, 0x80)],
    ['an unknown version', Buffer.alloc(20, 0x40)],
    ['more sources than bytes', Buffer.concat([Buffer.of(0x8f), Buffer.alloc(15)])],
    [
      'an extension beyond the end',
      Buffer.concat([Buffer.of(0x90), Buffer.alloc(13), Buffer.of(0xff, 0xff)]),
    ],
    ['more padding than bytes', Buffer.concat([Buffer.of(0xa0), Buffer.alloc(12), Buffer.of(200)])],
    ['zero padding', Buffer.concat([Buffer.of(0xa0), Buffer.alloc(13)])],
  ])('%s is rejected', (_name, datagram) => {
    expect(parseRtp(datagram)).toBeNull()
  })
})

const report = {
  ssrc: 7,
  fractionLost: 0.25,
  cumulativeLost: -3,
  highestSequenceNumber: 0x0001_ffff,
  jitter: 80,
  lastSenderReport: 0xaabbccdd,
  delaySinceLastSenderReport: 65_536,
}

describe('RTCP', () => {
  test('a compound packet round-trips', () => {
    const packets: RtcpPacket[] = [
      {
        type: 'sender-report',
        ssrc: 1,
        ntpSeconds: 0xf0000000,
        ntpFraction: 5,
        rtpTimestamp: 0xffffffff,
        packetCount: 10,
        octetCount: 1600,
        reports: [report],
      },
      { type: 'receiver-report', ssrc: 1, reports: [report, { ...report, cumulativeLost: 12 }] },
      { type: 'source-description', ssrc: 1, cname: 'ada@example.com' },
      { type: 'goodbye', ssrcs: [1, 2] },
    ]

    const datagram = serializeRtcp(packets)

    expect(isRtcp(datagram)).toBe(true)
    expect(isRtcp(serializeRtp(packet))).toBe(false)
    expect(parseRtcp(datagram)).toEqual(packets)
  })

  test('unsupported packet types are skipped, malformed packets are rejected', () => {
    const feedback = Buffer.of(0x81, 205, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2)
    const goodbye: RtcpPacket = { type: 'goodbye', ssrcs: [9] }

    expect(parseRtcp(Buffer.concat([feedback, serializeRtcp([goodbye])]))).toEqual([goodbye])
    expect(parseRtcp(Buffer.of(0x82, 200, 0, 1, 0, 0, 0, 1))).toBeNull()
    expect(parseRtcp(Buffer.of(0x81, 203, 0, 9, 0, 0, 0, 1))).toBeNull()
  })

  test('ZR880: a compound of more than 32 packets or 1,500 bytes is rejected', () => {
    const goodbyes = (count: number) => Buffer.alloc(4 * count, Buffer.of(0x80, 203, 0, 0))
    const feedback = Buffer.alloc(1_500)
    feedback.writeUInt32BE(0x81_cd_00_00 + 1_496 / 4 - 1)
    const goodbye: RtcpPacket = { type: 'goodbye', ssrcs: [] }
    const withFeedback = (bytes: number) => Buffer.concat([feedback.subarray(0, 1_496), goodbyes(1)], bytes)

    expect(parseRtcp(goodbyes(32))).toHaveLength(32)
    expect(parseRtcp(goodbyes(33))).toBeNull()
    expect(parseRtcp(withFeedback(1_500))).toEqual([goodbye])
    expect(parseRtcp(Buffer.concat([withFeedback(1_500), goodbyes(1)]))).toBeNull()
  })
})

/** Guarantee: no datagram from the network makes a parser throw. */
test('parsers never throw on random or corrupted datagrams', () => {
  const noise = createNoise(20_261)
  const good = serializeRtcp([
    { type: 'receiver-report', ssrc: 1, reports: [report] },
    { type: 'source-description', ssrc: 1, cname: 'ada@example.com' },
  ])
  const receiver = createSrtpReceiver(generateSdesKey())

  for (let i = 0; i < 5_000; i++) {
    const datagram = i % 2 ? noise.bytes(noise.next() % 80) : Buffer.from(i % 4 ? good : serializeRtp(packet))
    if (datagram.length > 0) datagram[noise.next() % datagram.length] = noise.next() & 0xff
    const cut = datagram.subarray(0, noise.next() % (datagram.length + 1))
    for (const bytes of [datagram, cut]) {
      parseRtp(bytes)
      parseRtcp(bytes)
      expect(receiver.unprotectRtp(bytes)).toBeNull()
      expect(receiver.unprotectRtcp(bytes)).toBeNull()
    }
  }
})

describe('SRTP', () => {
  /**
   * Key derivation and key stream of RFC 3711, appendix B, verified through the ciphertext of a zero payload.
   */
  test('session keys match RFC 3711, appendix B', () => {
    const keySalt = Buffer.from(
      'E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6',
      'hex',
    ).toString('base64')
    const sender = createSrtpSender({ suite: 'AES_CM_128_HMAC_SHA1_80', keySalt })
    const plain = serializeRtp({ ...packet, sequenceNumber: 0, ssrc: 0, payload: Buffer.alloc(16) })

    const encrypted = sender.protectRtp(plain)

    // Computed with `openssl enc -aes-128-ctr` from the session key C61E7A93744F39EE10734AFE3FF7A087 and the
    // salt 30CBBC08863D8C85D49DB34A9AE1 that appendix B.3 gives for this master key.
    expect(encrypted.subarray(12, 28).toString('hex')).toBe('fa63bc4668685b65f8fa1ce3909cead5')
  })

  test.each(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const)(
    '%s decrypts what it encrypted',
    (suite) => {
      const key = generateSdesKey(suite)
      const sender = createSrtpSender(key)
      const receiver = createSrtpReceiver(key)
      const rtcp = serializeRtcp([{ type: 'goodbye', ssrcs: [1] }])

      const encrypted = sender.protectRtp(serializeRtp(packet))

      expect(encrypted.includes('audio')).toBe(false)
      expect(receiver.unprotectRtp(encrypted)).toEqual(serializeRtp(packet))
      expect(receiver.unprotectRtcp(sender.protectRtcp(rtcp))).toEqual(rtcp)
    },
  )

  test('packets are accepted out of order across a sequence number wrap', () => {
    const key = generateSdesKey()
    const sender = createSrtpSender(key)
    const receiver = createSrtpReceiver(key)
    const plain = Array.from({ length: 6 }, (_, i) =>
      serializeRtp({ ...packet, sequenceNumber: (65_533 + i) & 0xffff }),
    )
    const encrypted = plain.map((each) => sender.protectRtp(each))

    for (const i of [0, 1, 3, 2, 5, 4])
      expect(receiver.unprotectRtp(required(encrypted[i], 'the encrypted packet'))).toEqual(plain[i])
  })

  /** Guarantee: forged, damaged and replayed packets are rejected. */
  test('forged, damaged and replayed packets are rejected', () => {
    const key = generateSdesKey()
    const sender = createSrtpSender(key)
    const receiver = createSrtpReceiver(key)
    const encrypted = sender.protectRtp(serializeRtp(packet))
    const damaged = Buffer.from(encrypted)
    damaged[13] = required(damaged[13], 'the damaged byte') ^ 1
    const forged = createSrtpSender(generateSdesKey()).protectRtp(serializeRtp(packet))

    expect(receiver.unprotectRtp(damaged)).toBeNull()
    expect(receiver.unprotectRtp(forged)).toBeNull()
    expect(receiver.unprotectRtp(encrypted)).not.toBeNull()
    expect(receiver.unprotectRtp(encrypted)).toBeNull()
  })

  test('ZR69: a receiver that begins in the middle of a stream decrypts it after some packets', () => {
    const key = generateSdesKey()
    const sender = createSrtpSender(key)
    const protect = (sequenceNumber: number) => sender.protectRtp(serializeRtp({ ...packet, sequenceNumber }))
    // 20 rollovers, as after seven hours.
    for (let rollover = 0; rollover < 20; rollover++) for (const sequence of [1, 60_000]) protect(sequence)
    const receiver = createSrtpReceiver(key)
    const replayed = protect(61_000)

    const received = Array.from({ length: 64 }, (_, n) => receiver.unprotectRtp(protect(61_001 + n)))

    expect(received.some((datagram) => datagram !== null)).toBe(true)
    expect(receiver.unprotectRtp(protect(1))).not.toBeNull()
    expect(receiver.unprotectRtp(replayed)).toBeNull()
  })

  test('VR17: a packet of a former source is not accepted again after the peer has changed its source', () => {
    const key = generateSdesKey()
    const receiver = createSrtpReceiver(key)
    const former = createSrtpSender(key).protectRtp(serializeRtp(packet))
    const next = createSrtpSender(key).protectRtp(serializeRtp({ ...packet, ssrc: packet.ssrc + 1 }))

    expect(receiver.unprotectRtp(former)).not.toBeNull()
    expect(receiver.unprotectRtp(next)).not.toBeNull()
    expect(receiver.unprotectRtp(former)).toBeNull()
  })
})
