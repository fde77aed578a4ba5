import { required } from '@parley/primitives'
import { createDecoder } from 'libopus-wasm'
import { expect, test, vi } from 'vitest'
import {
  AudioStream,
  type CodecName,
  codecFormats,
  createSine,
  detectTones,
  goertzelPower,
  type RtpPacket,
} from '../index.ts'

vi.mock('libopus-wasm', { spy: true })

const codecs = Object.keys(codecFormats) as CodecName[]

/** Sends ten seconds of a tone from one stream to another over a simulated network with a simulated clock. */
async function transmit(codec: CodecName, getDelayMs: (packet: number) => number | null) {
  const inFlight: { readonly packet: RtpPacket; readonly atMs: number }[] = []
  let nowMs = 0
  let sent = 0
  using sender = new AudioStream({
    send: (packet) => {
      const delayMs = getDelayMs(sent++)
      // The next frame may overwrite the payload.
      if (delayMs !== null)
        inFlight.push({ packet: { ...packet, payload: packet.payload.slice() }, atMs: nowMs + delayMs })
    },
  })
  using receiver = new AudioStream({ send: () => undefined, nowMs: () => nowMs })
  const formats = { formats: [{ codec, payloadType: 96 }], telephoneEvents: [] }
  await sender.setFormats(formats)
  await receiver.setFormats(formats)
  const voice = createSine(1000, 8000)
  const received = new Int16Array(500 * 160)

  for (let frame = 0; frame < 500; frame++) {
    nowMs = frame * 20
    sender.writeFrame(required(voice.read(160), 'the audio'), 8000)
    nowMs += 7
    inFlight.sort((a, b) => a.atMs - b.atMs)
    while (inFlight[0] && inFlight[0].atMs <= nowMs)
      receiver.receive(required(inFlight.shift(), 'a packet in flight').packet)
    received.set(receiver.readFrame(8000) ?? new Int16Array(160), frame * 160)
  }
  return received.subarray(160 * 50)
}

/**
 * Returns the share of 100 ms windows that contain the tone. Inserted and dropped frames shift its phase, so
 * longer windows would not match.
 */
function shareOfTone(received: Int16Array): number {
  const tenths = Array.from({ length: received.length / 800 }, (_, i) =>
    received.subarray(i * 800, (i + 1) * 800),
  )
  return (
    tenths.filter((tenth) => detectTones(tenth, [700, 1000, 1300], 8000).join() === '1000').length /
    tenths.length
  )
}

test.each(codecs)('%s remains intelligible with 5 percent loss and 50 ms jitter', async (codec) => {
  const received = await transmit(codec, (packet) =>
    packet % 20 === 7 ? null : 10 + ((packet * 7_919) % 51),
  )

  expect(shareOfTone(received)).toBeGreaterThan(0.9)
})

test.each(codecs)('%s is undistorted on a network without loss', async (codec) => {
  const received = await transmit(codec, () => 10)

  expect(goertzelPower(received, 1000, 8000)).toBeGreaterThan(0.98)
})

test('a burst of digits is received completely, and a flood is rate-limited', async () => {
  const received: string[] = []
  using receiver = new AudioStream({
    send: () => undefined,
    onDigit: (digit) => received.push(digit),
    nowMs: () => 0,
  })
  await receiver.setFormats({
    formats: [{ codec: 'PCMU', payloadType: 0 }],
    telephoneEvents: [{ payloadType: 101, clockRate: 8000 }],
  })
  const press = (digit: number, timestamp: number) => {
    const payload = Uint8Array.of(digit, 0x80, 5, 0)
    for (let copy = 0; copy < 3; copy++) {
      receiver.receive({ payloadType: 101, marker: false, sequenceNumber: copy, timestamp, ssrc: 1, payload })
    }
  }

  for (let n = 0; n < 5; n++) press(n, n * 1_000)
  expect(received.join('')).toBe('01234')

  for (let n = 5; n < 500; n++) press(n % 10, n * 1_000)
  expect(received.length).toBe(20)
})

test('an event keeps its timestamp across skipped frames, so that it remains one digit', async () => {
  const packets: RtpPacket[] = []
  using sender = new AudioStream({ send: (packet) => packets.push(packet) })
  await sender.setFormats({
    formats: [{ codec: 'PCMU', payloadType: 0 }],
    telephoneEvents: [{ payloadType: 101, clockRate: 8000 }],
  })
  sender.sendDigits('5')

  for (let frame = 0; frame < 20; frame++) {
    sender.writeFrame(new Int16Array(160), 8000)
    if (frame % 3 === 0) sender.skipFrame()
  }

  const events = packets.filter(({ payloadType }) => payloadType === 101)
  expect(events).toHaveLength(11)
  expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(1)
})

test('ZR27: formats that repeat a payload type have one decoder', async () => {
  using stream = new AudioStream({ send: () => undefined })
  vi.mocked(createDecoder).mockClear()

  const formats = Array.from({ length: 100 }, () => ({ codec: 'opus', payloadType: 112 }) as const)
  await stream.setFormats({ formats, telephoneEvents: [] })

  expect(createDecoder).toHaveBeenCalledTimes(1)
})
