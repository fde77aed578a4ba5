import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { applyAudioAnswer, createAudioAnswer, createAudioOffer, type LocalAudio } from './audio.ts'
import { getCodecs, getCryptos, getDirection } from './media.ts'
import { parseSdp } from './parse.ts'
import { serializeSdp } from './serialize.ts'

const pcmu = { payloadType: 0, name: 'PCMU', clockRate: 8000, channels: 1, parameters: '' }
const pcma = { payloadType: 8, name: 'PCMA', clockRate: 8000, channels: 1, parameters: '' }
const events = { payloadType: 101, name: 'TELEPHONE-EVENT', clockRate: 8000, channels: 1, parameters: '0-15' }
const suite = 'AES_CM_128_HMAC_SHA1_80'
const keyText = Buffer.alloc(30).toString('base64')
const key = (fill: number) => ({
  tag: 1,
  suite,
  keyAndSalt: new Uint8Array(30).fill(fill),
  parameters: [],
})

const localAudio: LocalAudio = {
  address: '192.0.2.1',
  port: 40_000,
  codecs: [pcmu, pcma, events],
  direction: 'sendrecv',
  crypto: null,
  packetMs: 20,
  sessionId: 1,
  version: 1,
}
const remoteAudio: LocalAudio = {
  ...localAudio,
  address: '2001:db8::7',
  port: 50_000,
  codecs: [{ ...pcma }, { ...events, payloadType: 96 }],
}

const read = (text: string) => {
  const sdp = parseSdp(text)
  if (!sdp) throw new Error('Malformed session description')
  return sdp
}

describe('offer and answer', () => {
  test('select the first common codec and the peer’s payload type for telephone-event', () => {
    const answered = required(
      createAudioAnswer(read(createAudioOffer(remoteAudio)), localAudio),
      'the answer',
    )
    const agreed = required(applyAudioAnswer(read(answered.sdp), remoteAudio), 'the agreed audio')

    expect(answered.agreed).toMatchObject({
      codec: pcma,
      remote: { address: '2001:db8::7', port: 50_000 },
      packetMs: 20,
    })
    expect(answered.agreed.telephoneEvent?.payloadType).toBe(96)
    expect(agreed).toMatchObject({ codec: pcma, remote: { address: '192.0.2.1', port: 40_000 } })
  })

  test('accept only one compatible section, and none when none is compatible', () => {
    const offer = createAudioOffer(localAudio).replace(
      /m=audio/,
      'm=video 5004 RTP/AVP 99\r\na=rtpmap:99 H264/90000\r\nm=audio',
    )
    const answered = required(createAudioAnswer(read(offer), localAudio), 'the answer')
    const media = read(answered.sdp).media

    expect(media.map(({ kind, port }) => [kind, port])).toEqual([
      ['video', 0],
      ['audio', 40_000],
    ])
    expect(
      createAudioAnswer(
        read(createAudioOffer({ ...localAudio, codecs: [{ ...pcmu, payloadType: 18, name: 'G729' }] })),
        localAudio,
      ),
    ).toBeNull()
  })

  test.each([
    ['sendonly', 'recvonly'],
    ['recvonly', 'sendonly'],
    ['inactive', 'inactive'],
    ['sendrecv', 'sendrecv'],
  ] as const)('%s is answered %s', (direction, expected) => {
    expect(
      createAudioAnswer(read(createAudioOffer({ ...remoteAudio, direction })), localAudio)?.agreed.direction,
    ).toBe(expected)
  })

  test('exchange keys when both sides use SRTP, and fail when only one does', () => {
    const secured = { ...remoteAudio, crypto: { ...key(7), tag: 3 } }
    const answered = required(
      createAudioAnswer(read(createAudioOffer(secured)), { ...localAudio, crypto: key(9) }),
      'the answer',
    )
    const agreed = required(applyAudioAnswer(read(answered.sdp), secured), 'the agreed audio')

    expect(answered.agreed.crypto?.keyAndSalt).toEqual(key(7).keyAndSalt)
    expect(agreed.crypto).toMatchObject({ tag: 3, keyAndSalt: key(9).keyAndSalt })
    expect(createAudioAnswer(read(createAudioOffer(secured)), localAudio)).toBeNull()
  })
})

/** Guarantee: what is accepted can be sent and received; the call does not end after its answer. */
test.each([
  ['a payload type of more than seven bits', 'm=audio 4000 RTP/AVP 255', 'a=rtpmap:255 PCMA/8000'],
  ['a short key', 'm=audio 4000 RTP/SAVP 8', `a=crypto:1 ${suite} inline:QUJD`],
  ['a master key identifier', 'm=audio 4000 RTP/SAVP 8', `a=crypto:1 ${suite} inline:${keyText}|2^20|1:4`],
  [
    'an unencrypted stream',
    'm=audio 4000 RTP/SAVP 8',
    `a=crypto:1 ${suite} inline:${keyText} UNENCRYPTED_SRTP`,
  ],
])('WR7: an offer with %s is rejected', (_, media, attribute) => {
  const crypto = media.includes('SAVP') ? key(9) : null
  const createOffer = (...lines: string[]) =>
    read(['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 'c=IN IP4 192.0.2.1', 't=0 0', ...lines, ''].join('\r\n'))
  const usable = [media.replace('255', '8'), `a=crypto:1 ${suite} inline:${keyText}|2^20`]

  expect(createAudioAnswer(createOffer(media, attribute), { ...localAudio, crypto })).toBeNull()
  expect(createAudioAnswer(createOffer(...usable), { ...localAudio, crypto })).not.toBeNull()
})

/** Guarantee: a third party cannot send our encrypted packets back to us as those of the peer. */
test('ZR70: our own key is rejected as the key of the peer', () => {
  const offer = { ...localAudio, crypto: key(9) }
  const reflect = (keyed: typeof offer) => read(createAudioOffer({ ...remoteAudio, crypto: keyed.crypto }))

  expect(createAudioAnswer(reflect(offer), offer)).toBeNull()
  expect(applyAudioAnswer(reflect(offer), offer)).toBeNull()
  expect(applyAudioAnswer(reflect({ ...offer, crypto: key(7) }), offer)).not.toBeNull()
})

test('parsing and serializing a session description preserves it', () => {
  const text = createAudioOffer({ ...localAudio, crypto: key(1) })

  expect(serializeSdp(read(text))).toBe(text)
})

test('unknown attributes are preserved', () => {
  const text = createAudioOffer(localAudio).replace(
    'a=ptime:20',
    'a=candidate:1 1 UDP 1 192.0.2.1 1 typ host\r\na=ptime:20',
  )

  expect(serializeSdp(read(text))).toBe(text)
})

test.each([
  ['nothing', ''],
  ['another version', 'v=1\r\n'],
  ['no origin', 'v=0\r\ns=-\r\nt=0 0\r\n'],
  ['a port too large', createAudioOffer(localAudio).replace('40000', '400000')],
  ['an address of the wrong family', createAudioOffer(localAudio).replace('c=IN IP4', 'c=IN IP6')],
  ['too many formats', `${createAudioOffer(localAudio)}m=audio 1 RTP/AVP${' 0'.repeat(200)}\r\n`],
  ['too many sections', createAudioOffer(localAudio) + 'm=audio 1 RTP/AVP 0\r\n'.repeat(40)],
  ['an oversized description', createAudioOffer(localAudio) + 'a=x\r\n'.repeat(20_000)],
])('%s is rejected as a session description', (_what, text) => {
  expect(parseSdp(text)).toBeNull()
})

test('static payload types need no rtpmap, and unknown ones are omitted', () => {
  const [section] = read(
    'v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\na=recvonly\r\nm=audio 4 RTP/AVP 0 9 98\r\n',
  ).media

  expect(getCodecs(required(section, 'the media section')).map(({ name }) => name)).toEqual(['PCMU', 'G722'])
  expect(
    getDirection(
      read('v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\na=recvonly\r\nm=audio 4 RTP/AVP 0\r\n'),
      required(section, 'the media section'),
    ),
  ).toBe('recvonly')
  expect(getCryptos(required(section, 'the media section'))).toEqual([])
})

test('ZR30: an attribute is read once, however many formats a section has', () => {
  let reads = 0
  const attribute = {
    name: 'rtpmap',
    get value() {
      reads++
      return ' '.repeat(20)
    },
  }
  const formats = Array.from({ length: 128 }, (_, index) => String(index))
  const attributes = Array.from({ length: 1_000 }, () => attribute)
  const section = { kind: 'audio', port: 4_000, protocol: 'RTP/AVP', formats, connection: null, attributes }

  expect(getCodecs(section)).toHaveLength(7)
  expect(reads).toBeLessThanOrEqual(2 * attributes.length)
})
