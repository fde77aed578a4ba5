import { createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { crc32 } from 'node:zlib'
import { required, waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { conferenceRef, type MediaFixture, startMediaWithConference } from '../../testing/media-fixture.ts'
import type { MediaCommand } from '../protocol.ts'
import { completeCandidates } from './webrtc-offer.ts'

/** Guarantee: a connection cannot be reached, nor its table of addresses filled, through another one. */
test.each(['127.0.0.1', '::1'])(
  'ZR830: each connection has its own port at %s, and requests to the port of another have no effect',
  async (address) => {
    await using test = await startMediaWithConference({ webRtcAddress: address })
    const ada = await connect(test, 'ada')
    const grace = await connect(test, 'grace')
    const client = createSocket(address === '::1' ? 'udp6' : 'udp4')
    const answered: string[] = []
    client.on('message', (response) => answered.push(response.toString('hex', 8, 20)))
    const send = (credentials: Offer, port: number) => {
      const { id, datagram } = createCheck(credentials)
      client.send(datagram, port, address)
      return id
    }

    expect(ada.ports).toHaveLength(1)
    expect(grace.ports).toHaveLength(1)
    expect(ada.port).not.toBe(grace.port)
    /** Repeats the checks: one that arrives before the answer is processed gets no response. */
    const checkBoth = async () => {
      const sent: Record<'ada' | 'grace', string[]> = { ada: [], grace: [] }
      await waitUntil('both connections respond', () => {
        if (Object.values(sent).every((ids) => ids.some((id) => answered.includes(id)))) return true
        sent.ada.push(send(ada, ada.port))
        sent.grace.push(send(grace, grace.port))
        return false
      })
    }
    await checkBoth()
    const foreign = [send(ada, grace.port), send(grace, ada.port)]
    await checkBoth()

    // Each socket handles its datagrams in order, so a response to the first ones would have arrived before.
    expect(answered.filter((id) => foreign.includes(id))).toEqual([])
    client.close()
  },
)

test('ZR830: the offer of a connection on all addresses has one port, also with a public address', async () => {
  await using test = await startMediaWithConference({ webRtcAddress: null })
  const local = await offer(test, 'ada')
  await using behindNat = await startMediaWithConference({
    webRtcAddress: null,
    publicAddress: '203.0.113.5',
  })
  const translated = await offer(behindNat, 'ada')

  expect(new Set(local.ports).size).toBe(1)
  expect(local.sdp).toContain(` 127.0.0.1 ${local.port} typ host`)
  expect(new Set(translated.ports).size).toBe(1)
  expect(translated.sdp.match(/^a=candidate:.*$/gm)).toEqual([
    `a=candidate:90 1 UDP 2122317823 203.0.113.5 ${translated.port} typ host`,
    expect.stringContaining(` 127.0.0.1 ${translated.port} typ host`),
  ])
})

test('an offer without candidates is not completed', () => {
  const sdp = 'v=0\r\na=end-of-candidates\r\n'
  expect(completeCandidates(sdp, { listensOn: null, publicAddress: '203.0.113.5' })).toBe(sdp)
})

/** No other test binds ports of this address. */
const ownAddress = '127.0.8.31'

/** Guarantee: connections beyond the ports of a media process are rejected, and the calls of others continue. */
test('ZR831: without a free port an offer is rejected, and ports of removed legs are used again', async () => {
  const min = await findFreeRange(2, ownAddress)
  await using test = await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts: { min, max: min + 1 },
  })
  const remove = (legId: string) =>
    test.media.request({ command: 'remove-leg', ...conferenceRef, legId } satisfies MediaCommand)
  const ports = [await offer(test, 'ada'), await offer(test, 'grace')].map(({ port }) => port)
  expect(ports.toSorted()).toEqual([min, min + 1])

  for (const legId of ['linus', 'hedy'])
    await expect(offer(test, legId)).rejects.toThrow(
      `No UDP port between ${min} and ${min + 1} is free for a WebRTC connection.`,
    )
  expect(await test.media.request({ command: 'inspect' })).toMatchObject({ legs: 2 })
  for (let round = 0; round < 30; round++) {
    await remove('ada')
    expect((await offer(test, 'ada')).port).toBe(ports[0])
    await Promise.all([remove('ada'), remove('grace')])
    const [first, second] = await Promise.all([offer(test, 'ada'), offer(test, 'grace')])
    ports.splice(0, 2, first.port, second.port)
    expect(ports.toSorted()).toEqual([min, min + 1])
  }
  expect(test.media.isRunning).toBe(true)
})

test('ZR831: a port that another program has is not used', async () => {
  const min = await findFreeRange(2, ownAddress)
  const other = createSocket('udp4').bind(min, ownAddress)
  await once(other, 'listening')
  await using test = await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts: { min, max: min + 1 },
  })

  expect((await offer(test, 'ada')).port).toBe(min + 1)
  await expect(offer(test, 'grace')).rejects.toThrow('is free for a WebRTC connection')
  other.close()
  await once(other, 'close')
  expect((await offer(test, 'grace')).port).toBe(min)
})

/** Guarantee: who asks for connections and answers none of the offers does not occupy ports. */
test('ZR881: an offer without an answer is closed in time, and its port is free for others', async () => {
  const min = await findFreeRange(1, ownAddress)
  const webRtcPorts = { min, max: min }
  await using test = await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts,
    offerTimeoutMs: 300,
  })
  const { connectionId, sdp } = await offer(test, 'ada')
  await expect(offer(test, 'grace')).rejects.toThrow('is free for a WebRTC connection')

  await waitUntil('the port is free', () =>
    offer(test, 'grace').then(
      () => true,
      () => false,
    ),
  )
  const answer = { command: 'answer-webrtc', ...conferenceRef, legId: 'ada', connectionId, sdp } as const
  await expect(test.media.request(answer)).rejects.toThrow('No pending WebRTC offer has this connection id.')
})

/** Guarantee: the browser of an emergency call has a port while others have used up theirs. */
test('ZR883: one of five ports is reserved for emergency calls', async () => {
  const min = await findFreeRange(5, ownAddress)
  await using test = await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts: { min, max: min + 4 },
  })
  const open = (conferenceId: string, isEmergency: boolean) =>
    test.media.request({ command: 'open-conference', conferenceId, isEmergency, requiresPort: true })
  for (const legId of ['ada', 'grace', 'linus', 'hedy']) await offer(test, legId)

  await expect(offer(test, 'mary')).rejects.toThrow('is free for a WebRTC connection')
  expect(await open('ordinary', false)).toBe(false)
  expect(await open('emergency', true)).toBe(true)
  expect((await offer(test, 'caller', { conferenceId: 'emergency' })).ports).toHaveLength(1)
  expect(await open('another', true)).toBe(false)
})

interface Offer {
  readonly connectionId: string
  readonly sdp: string
  /** One per candidate. */
  readonly ports: readonly number[]
  readonly port: number
  readonly ufrag: string
  readonly password: string
}

async function offer(
  test: MediaFixture,
  legId: string,
  { conferenceId }: { conferenceId: string } = conferenceRef,
): Promise<Offer> {
  const leg = { conferenceId, legId }
  const { connectionId, sdp } = await test.media.request({
    command: 'offer-webrtc',
    ...leg,
    codecs: ['PCMU'],
  })
  const ports = [...sdp.matchAll(/^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) /gm)].map(([, port]) => Number(port))
  return {
    connectionId,
    sdp,
    ports,
    port: required(ports[0], 'a candidate'),
    ufrag: required(/^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1], 'the user fragment'),
    password: required(/^a=ice-pwd:(\S+)/m.exec(sdp)?.[1], 'the password'),
  }
}

/** Answers an offer: a connection responds to checks only then. */
async function connect(test: MediaFixture, legId: string): Promise<Offer> {
  const offered = await offer(test, legId)
  const sdp = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    'c=IN IP4 127.0.0.1',
    'a=ice-ufrag:abcd',
    `a=ice-pwd:${'x'.repeat(24)}`,
    `a=fingerprint:sha-256 ${Array(32).fill('AB').join(':')}`,
    'a=rtcp-mux',
    'a=sendrecv',
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n')
  const { connectionId } = offered
  await test.media.request({ command: 'answer-webrtc', ...conferenceRef, legId, connectionId, sdp })
  return offered
}

/** Creates a valid connectivity check (RFC 8445, section 7.1): a STUN request with the credentials of an offer. */
function createCheck({ ufrag, password }: Offer): { readonly id: string; readonly datagram: Buffer } {
  const id = randomBytes(12)
  const attributes = [
    attribute(0x0006, Buffer.from(`${ufrag}:abcd`)),
    attribute(0x0024, Buffer.from([0x6e, 0x7f, 0x1e, 0xff])),
    attribute(0x802a, randomBytes(8)),
  ]
  const code = createHmac('sha1', password)
    .update(createMessage(id, attributes, 24))
    .digest()
  const authenticated = [...attributes, attribute(0x0008, code)]
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((crc32(createMessage(id, authenticated, 8)) ^ 0x5354554e) >>> 0)
  return {
    id: id.toString('hex'),
    datagram: createMessage(id, [...authenticated, attribute(0x8028, checksum)], 0),
  }
}

/**
 * Creates a STUN request. The length in the header of an authenticated or protected part includes the attribute
 * that follows it (RFC 8489, sections 14.5 and 14.7).
 */
function createMessage(id: Buffer, attributes: readonly Buffer[], followingBytes: number): Buffer {
  const body = Buffer.concat(attributes)
  const header = Buffer.alloc(20)
  header.writeUInt16BE(1, 0)
  header.writeUInt16BE(body.length + followingBytes, 2)
  header.writeUInt32BE(0x2112a442, 4)
  id.copy(header, 8)
  return Buffer.concat([header, body])
}

function attribute(type: number, value: Buffer): Buffer {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4)
  padded.writeUInt16BE(type, 0)
  padded.writeUInt16BE(value.length, 2)
  value.copy(padded, 4)
  return padded
}
