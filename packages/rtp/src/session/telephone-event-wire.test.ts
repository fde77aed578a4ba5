import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { serializeRtp } from '../packet/rtp-packet.ts'
import { AudioStream } from './audio-stream.ts'

const eventPayloadType = 101

/**
 * Returns every RTP datagram that a stream sends for digits, one for each 20 ms until it sends audio again.
 */
async function sendDigits(digits: string): Promise<Buffer[]> {
  const datagrams: Buffer[] = []
  let isSent = false
  using stream = new AudioStream({
    send: (packet) => datagrams.push(serializeRtp(packet)),
    onDigitsSent: () => {
      isSent = true
    },
  })
  await stream.setFormats({
    formats: [{ codec: 'PCMU', payloadType: 0 }],
    telephoneEvents: [{ payloadType: eventPayloadType, clockRate: 8000 }],
  })
  stream.sendDigits(digits)
  for (let frame = 0; frame < 20 * 50 && !isSent; frame++) stream.writeFrame(new Int16Array(160), 8000)
  return datagrams
}

/**
 * Returns a capture file with one UDP datagram over IPv4 per payload;
 * https://wiki.wireshark.org/Development/LibpcapFileFormat.
 */
function createCapture(payloads: readonly Buffer[]): Buffer {
  const rawIpv4 = 228
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4, 0)
  header.writeUInt16LE(2, 4)
  header.writeUInt16LE(4, 6)
  header.writeUInt32LE(65_535, 16)
  header.writeUInt32LE(rawIpv4, 20)
  const records = payloads.map((payload, n) => {
    const length = 28 + payload.length
    const record = Buffer.alloc(16 + 28)
    record.writeUInt32LE(Math.floor(n / 50), 0)
    record.writeUInt32LE((n % 50) * 20_000, 4)
    record.writeUInt32LE(length, 8)
    record.writeUInt32LE(length, 12)
    record.writeUInt16BE(0x4500, 16)
    record.writeUInt16BE(length, 18)
    record.writeUInt16BE(0x4011, 24)
    record.set([192, 0, 2, 1, 192, 0, 2, 2], 28)
    record.writeUInt16BE(40_000, 36)
    record.writeUInt16BE(40_002, 38)
    record.writeUInt16BE(8 + payload.length, 40)
    return Buffer.concat([record, payload])
  })
  return Buffer.concat([header, ...records])
}

interface DecodedPacket {
  /** The description, which names the key. */
  readonly info: string
  readonly timestamp: number
  /** In units of the RTP clock; null for audio. */
  readonly duration: number | null
  readonly isEnd: boolean
}

/** Decodes RTP datagrams with `tshark` (Debian: tshark). */
async function decode(datagrams: readonly Buffer[]): Promise<DecodedPacket[]> {
  const folder = await mkdtemp(join(tmpdir(), 'telephone-events-'))
  try {
    const file = join(folder, 'digits.pcap')
    await writeFile(file, createCapture(datagrams))
    const dissection = [
      '-d',
      'udp.port==40000,rtp',
      '-o',
      `rtpevent.event_payload_type_value:${eventPayloadType}`,
    ]
    const readLines = (...output: string[]) =>
      execFileSync('tshark', ['-r', file, ...dissection, ...output], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
        .trimEnd()
        .split('\n')
    const infos = readLines('-o', 'gui.column.format:"Info","%i"')
    const fields = ['rtp.timestamp', 'rtpevent.duration', 'rtpevent.end_of_event']
    return readLines('-T', 'fields', '-E', 'separator=|', ...fields.flatMap((field) => ['-e', field])).map(
      (line, n) => {
        const [timestamp, duration, end = ''] = line.split('|')
        return {
          info: infos[n] ?? '',
          timestamp: Number(timestamp),
          duration: duration ? Number(duration) : null,
          isEnd: /^(1|true)$/i.test(end),
        }
      },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Guarantee: other implementations of RFC 4733 decode the digits that we send, as separate events. */
test('tshark decodes every key, with a pause of at least 100 ms after each', async () => {
  const packets = await decode(await sendDigits('1234567890*#ABCD55'))
  const events = [...Map.groupBy(packets, ({ timestamp }) => timestamp).values()].flatMap((group) => {
    const [first, end] = [group[0], group.at(-1)]
    return first && typeof end?.duration === 'number' ? [{ first, end, duration: end.duration }] : []
  })
  const pauses = events.slice(1).map(({ first: next }, n) => {
    const { end, duration } = required(events[n], 'the previous event')
    return ((next.timestamp - end.timestamp) | 0) - duration
  })

  expect(events.map(({ first }) => first.info.replace(/.*DTMF (\w+ )?/, '')).join('')).toBe(
    '1234567890*#ABCD55',
  )
  expect(events.every(({ end }) => end.isEnd)).toBe(true)
  expect(new Set(events.map(({ duration }) => duration))).toEqual(new Set([0.16 * 8_000]))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.1 * 8_000)
})
