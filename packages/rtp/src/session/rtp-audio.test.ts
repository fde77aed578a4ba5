import { createSocket } from 'node:dgram'
import { required } from '@parley/primitives'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type CodecName,
  codecFormats,
  createSine,
  generateSdesKey,
  goertzelPower,
  openRtpAudio,
  parseRtp,
  type RtpAudio,
  type RtpConnection,
  serializeRtp,
} from '../index.ts'

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]()
})

async function openPhone(options: Partial<Parameters<typeof openRtpAudio>[0]> = {}): Promise<RtpAudio> {
  const phone = await openRtpAudio({ address: '127.0.0.1', ...options })
  opened.push(phone)
  return phone
}

function agreement(remotePort: number, codec: CodecName = 'PCMU'): RtpConnection {
  const { rtpClockRate, staticPayloadType } = codecFormats[codec]
  return {
    remote: { address: '127.0.0.1', port: remotePort },
    rtcpMux: false,
    srtp: null,
    formats: [{ codec, payloadType: staticPayloadType ?? 111 }],
    telephoneEvents: [{ payloadType: 101, clockRate: rtpClockRate }],
  }
}

/** Runs both phones for some frames of 20 ms and returns what the second received, at 8 kHz. */
async function talk(from: RtpAudio, to: RtpAudio, frames: number, frequencyHz: number): Promise<Int16Array> {
  const source = createSine(frequencyHz, 8000)
  const received = new Int16Array(frames * 160)
  for (let frame = 0; frame < frames; frame++) {
    from.writeFrame(required(source.read(160), 'the audio'), 8000)
    to.writeFrame(new Int16Array(160), 8000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    received.set(to.readFrame(8000) ?? new Int16Array(160), frame * 160)
    from.readFrame(8000)
  }
  return received
}

const isTone = (pcm: Int16Array, frequencyHz: number) => goertzelPower(pcm, frequencyHz, 8000) > 0.9

describe.each(Object.keys(codecFormats) as CodecName[])('two phones with %s', (codec) => {
  test('exchange audio over UDP', async () => {
    const ada = await openPhone()
    const grace = await openPhone()
    await ada.connect(agreement(grace.port, codec))
    await grace.connect(agreement(ada.port, codec))

    const received = await talk(ada, grace, 40, 1000)

    expect(isTone(received.subarray(160 * 20), 1000)).toBe(true)
    expect(grace.quality).toMatchObject({ packetsReceived: 40, packetsLost: 0 })
  })
})

test('SRTP carries audio, and a different key decodes none of it', async () => {
  const ada = await openPhone()
  const grace = await openPhone()
  const [adaKey, graceKey] = [generateSdesKey(), generateSdesKey()]
  const srtp = { local: graceKey, remote: adaKey }
  await ada.connect({ ...agreement(grace.port), srtp: { local: adaKey, remote: graceKey } })
  await grace.connect({ ...agreement(ada.port), srtp })

  expect(isTone((await talk(ada, grace, 30, 1000)).subarray(160 * 15), 1000)).toBe(true)

  await grace.connect({ ...agreement(ada.port), srtp: { ...srtp, remote: generateSdesKey() } })
  const { packetsReceived } = grace.quality
  await talk(ada, grace, 10, 1000)
  expect(grace.quality.packetsReceived).toBe(packetsReceived)
})

test('each digit arrives once and in order despite repeated and lost packets', async () => {
  const received: string[] = []
  let sent = 0
  let isSent = false
  const ada = await openPhone({ sendFilter: () => ++sent % 4 !== 0, onDigitsSent: () => (isSent = true) })
  const grace = await openPhone({ onDigit: (digit) => received.push(digit) })
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(ada.port))

  expect(ada.sendDigits('1559#*0AD')).toBe(true)
  for (let frame = 0; frame < 400 && !isSent; frame++) await talk(ada, grace, 1, 1000)
  await talk(ada, grace, 5, 1000)

  expect(received.join('')).toBe('1559#*0AD')
})

test('digits cannot be sent when telephone events were not negotiated', async () => {
  const ada = await openPhone()
  await ada.connect({ ...agreement(9), telephoneEvents: [] })

  expect(ada.sendDigits('1')).toBe(false)
})

test('every packet of an event carries the timestamp of its start, and the end packet is sent three times', async () => {
  const ada = await openPhone()
  const tap = createSocket('udp4')
  const packets: { timestamp: number; payload: Buffer }[] = []
  tap.on('message', (datagram) => {
    const packet = parseRtp(datagram)
    if (packet?.payloadType === 101) packets.push({ ...packet, payload: Buffer.from(packet.payload) })
  })
  await new Promise<void>((resolve) => tap.bind(0, '127.0.0.1', resolve))
  await ada.connect(agreement(tap.address().port))

  ada.sendDigits('7')
  for (let frame = 0; frame < 20; frame++) ada.writeFrame(new Int16Array(160), 8000)
  while (packets.length < 11) await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise<void>((resolve) => tap.close(() => resolve()))

  expect(new Set(packets.map(({ timestamp }) => timestamp)).size).toBe(1)
  const ends = packets.filter(({ payload }) => required(payload[1], 'the flags of the event') >= 0x80)
  expect(ends).toHaveLength(3)
  expect(new Set(ends.map(({ payload }) => payload.readUInt16BE(2)))).toEqual(new Set([1280]))
})

test('symmetric RTP: audio is sent to the source of received packets, not to the signalled address', async () => {
  const ada = await openPhone()
  const grace = await openPhone()
  await ada.connect(agreement(grace.port))
  await grace.connect({
    ...agreement(9),
    remote: { address: '192.0.2.1', port: 9 },
    sources: ['127.0.0.1'],
  })

  await talk(ada, grace, 5, 1000)
  const received = await talk(grace, ada, 30, 1000)

  expect(isTone(received.subarray(160 * 15), 1000)).toBe(true)
})

/** Guarantee: a third party who knows the port can neither inject audio nor redirect the stream. */
test('packets from other addresses are ignored while the peer sends', async () => {
  const ada = await openPhone()
  const grace = await openPhone()
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(ada.port))
  await talk(ada, grace, 5, 1000)
  const attacker = createSocket('udp4')
  const receivedBefore = grace.quality.packetsReceived
  const packet = { payloadType: 0, marker: false, timestamp: 0, ssrc: 1, payload: Buffer.alloc(160, 0x55) }

  for (let n = 0; n < 50; n++) {
    attacker.send(serializeRtp({ ...packet, sequenceNumber: n }), grace.port, '127.0.0.1')
    attacker.send(Buffer.alloc(n * 20, n), grace.port, '127.0.0.1')
  }
  const received = await talk(ada, grace, 30, 1000)
  attacker.close()

  expect(isTone(received.subarray(160 * 10), 1000)).toBe(true)
  expect(grace.quality.packetsReceived).toBe(receivedBefore + 30)
})

/** Opens a socket at an address that is not one of the peer, and sends audio and reports from it. */
async function openStranger() {
  const socket = createSocket('udp4')
  let received = 0
  let sequenceNumber = 0
  socket.on('message', () => received++)
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.66', resolve))
  opened.push({ [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())) })
  return {
    get received() {
      return received
    },
    async sendTo(phone: RtpAudio) {
      const packet = {
        payloadType: 0,
        marker: false,
        timestamp: 0,
        ssrc: 1,
        payload: Buffer.alloc(160, 0x55),
      }
      for (let n = 0; n < 5; n++) {
        const datagram = serializeRtp({ ...packet, sequenceNumber: sequenceNumber++ })
        await new Promise((resolve) => socket.send(datagram, phone.port, '127.0.0.1', resolve))
      }
    },
  }
}

/** Guarantee: audio is exchanged only with the signalled address and those of the trunk. */
test('SR6, CM2: packets of another address are neither heard nor answered, before, during and after silence', async () => {
  const [ada, grace, stranger] = [await openPhone(), await openPhone(), await openStranger()]
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(ada.port))

  await stranger.sendTo(grace)
  await talk(grace, ada, 5, 1000)
  expect(grace.quality.packetsReceived).toBe(5)

  await stranger.sendTo(grace)
  expect(isTone((await talk(ada, grace, 20, 1000)).subarray(160 * 10), 1000)).toBe(true)
  expect(grace.quality.packetsReceived).toBe(25)

  const now = performance.now.bind(performance)
  using _later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  await stranger.sendTo(grace)
  await talk(ada, grace, 5, 1000)
  expect(grace.quality.packetsReceived).toBe(30)
  expect(stranger.received).toBe(0)
})

test('SR6, CM2: the next negotiation allows another address of the trunk, and one without it does not', async () => {
  const [ada, grace, stranger] = [await openPhone(), await openPhone(), await openStranger()]
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(ada.port))
  await talk(ada, grace, 5, 1000)

  await grace.connect(agreement(ada.port))
  await stranger.sendTo(grace)
  await talk(ada, grace, 5, 1000)
  expect(grace.quality.packetsReceived).toBe(10)

  await grace.connect({ ...agreement(ada.port), sources: ['127.0.0.66'] })
  await stranger.sendTo(grace)
  await expect.poll(() => grace.quality.packetsReceived).toBe(15)
  grace.writeFrame(new Int16Array(160), 8000)
  await expect.poll(() => stranger.received).toBeGreaterThan(0)
})

test('VR16: audio from the signalled port is heard although a packet of another port arrived first', async () => {
  const [ada, grace, stranger] = [await openPhone(), await openPhone(), await openStranger()]
  await ada.connect(agreement(grace.port))
  await grace.connect({ ...agreement(ada.port), sources: ['127.0.0.66'] })
  await stranger.sendTo(grace)
  await expect.poll(() => grace.quality.packetsReceived).toBe(5)

  await talk(ada, grace, 5, 1000)

  expect(grace.quality.packetsReceived).toBe(10)
})

test('VR1: a peer that signals port 0 is sent nothing, and its audio is heard', async () => {
  const [ada, grace] = [await openPhone(), await openPhone()]
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(0))

  await talk(ada, grace, 5, 1000)

  expect(grace.quality.packetsReceived).toBe(5)
})

test('both sides measure round trip and loss with RTCP', async () => {
  const ada = await openPhone()
  const grace = await openPhone()
  await ada.connect(agreement(grace.port))
  await grace.connect(agreement(ada.port))

  for (let frame = 0; frame < 1_000 && grace.quality.rttMs === null; frame++) await talk(ada, grace, 1, 1000)

  expect(grace.quality.rttMs).toBeLessThan(500)
  expect(grace.quality.remoteLossRatio).toBe(0)
})

test('ports are bound within the given range and released', async () => {
  const first = await openRtpAudio({ address: '127.0.0.1', ports: { min: 41_000, max: 41_003 } })
  const second = await openRtpAudio({ address: '127.0.0.1', ports: { min: 41_000, max: 41_003 } })

  expect([first.port, second.port].toSorted()).toEqual([41_000, 41_002])
  await expect(openRtpAudio({ address: '127.0.0.1', ports: { min: 41_000, max: 41_003 } })).rejects.toThrow(
    'No free pair of UDP ports',
  )
  await first.close()
  const third = await openRtpAudio({ address: '127.0.0.1', ports: { min: 41_000, max: 41_003 } })
  expect(third.port).toBe(first.port)
  await second.close()
  await third.close()
})

/** Guarantee: no packet is sent to the local machine when a peer on hold signals the address 0.0.0.0. */
test('nothing is sent to 0.0.0.0, and symmetric RTP applies once the peer sends', async () => {
  const ada = await openPhone()
  const grace = await openPhone()
  const bystander = createSocket('udp4')
  const received: string[] = []
  bystander.on('message', (bytes) => received.push(bytes.toString('latin1')))
  await new Promise<void>((resolve) => bystander.bind(0, '127.0.0.1', resolve))
  const { port } = bystander.address()
  await ada.connect({ ...agreement(port), remote: { address: '0.0.0.0', port }, sources: ['127.0.0.1'] })
  await grace.connect(agreement(ada.port))

  ada.sendDigits('5')
  for (let frame = 0; frame < 20; frame++) ada.writeFrame(new Int16Array(160), 8000)
  const sender = createSocket('udp4')
  const arrived = new Promise((resolve) => bystander.once('message', resolve))
  sender.send('the mark', port, '127.0.0.1')
  await arrived
  const replyAudio = await talk(grace, ada, 30, 1000)
  for (const socket of [bystander, sender]) socket.close()

  expect(received).toEqual(['the mark'])
  expect(isTone(replyAudio.subarray(160 * 15), 1000)).toBe(true)
  expect(grace.quality.packetsReceived).toBeGreaterThan(20)
})
