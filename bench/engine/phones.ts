import { createSocket, type Socket } from 'node:dgram'
import { required } from '@parley/primitives'
import {
  type AudioDecoder,
  type CodecName,
  codecFormats,
  createDecoder,
  createEncoder,
  createTone,
  type FrameClock,
  parseRtp,
  serializeRtp,
  startFrameClock,
} from '@parley/rtp'
import { type Bridge, payloadTypes } from './bridge.ts'

/** Phones that talk in pairs over a bridge. The first pair measures latency. */
export interface Phones extends AsyncDisposable {
  /** Latency added by the bridge, from packet to packet, in milliseconds. */
  readonly latenciesMs: readonly number[]
  /** Ratio of received to expected packets. */
  readonly receivedRatio: number
  forget(): void
}

interface Phone {
  readonly socket: Socket
  readonly voice: readonly Uint8Array[]
  readonly target: number
  received: number
}

const soundEveryFrames = 25
const loud = 2_000

export async function talk(bridge: Bridge, codec: CodecName, legs: number): Promise<Phones> {
  const voice = record(codec, 'voice')
  const phones: Phone[] = []
  for (let i = 0; i < legs; i += 2) {
    const [one, other] = [await bind(), await bind()]
    const [target, otherTarget] = await bridge.join(codec, [one.address().port, other.address().port])
    phones.push({ socket: one, voice, target, received: 0 })
    phones.push({ socket: other, voice, target: otherTarget, received: 0 })
  }
  for (const phone of phones) phone.socket.on('message', () => phone.received++)

  const watch = await watchLatency(codec, required(phones[1], 'the second phone').socket)
  let sent = 0
  const clock = startFrameClock(() => {
    sent++
    phones.forEach((phone, index) => {
      const isSound = index === 0 && sent % soundEveryFrames === 0
      const quiet = index < 2 ? watch.silence : phone.voice
      const payload = isSound ? watch.sound : required(quiet[sent % quiet.length], 'a payload')
      if (isSound) watch.begin()
      transmit(phone, index, codec, sent, payload)
    })
  })

  return {
    latenciesMs: watch.latenciesMs,
    get receivedRatio() {
      return phones.reduce((sum, { received }) => sum + received, 0) / (sent * legs)
    },
    forget() {
      watch.latenciesMs.length = 0
      sent = 0
      for (const phone of phones) phone.received = 0
    },
    [Symbol.asyncDispose]: () => hangUp(clock, phones, watch.decoder),
  }
}

async function hangUp(clock: FrameClock, phones: readonly Phone[], decoder: AudioDecoder): Promise<void> {
  clock.stop()
  decoder.close()
  await Promise.all(phones.map(({ socket }) => new Promise<void>((resolve) => socket.close(() => resolve()))))
}

function transmit(phone: Phone, index: number, codec: CodecName, frame: number, payload: Uint8Array): void {
  const timestamp = frame * (codecFormats[codec].rtpClockRate / 50)
  const payloadType = payloadTypes[codec]
  const packet = {
    payloadType,
    marker: frame === 1,
    sequenceNumber: frame,
    timestamp,
    ssrc: 1_000 + index,
    payload,
  }
  phone.socket.send(serializeRtp(packet), phone.target, '127.0.0.1')
}

async function bind(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', lookup: (host, _options, callback) => callback(null, host, 4) })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket
}

/** Encodes one second of payloads. */
function record(codec: CodecName, what: 'voice' | 'silence'): readonly Uint8Array[] {
  const { sampleRate } = codecFormats[codec]
  const encoder = createEncoder(codec)
  const syllables = [
    { frequenciesHz: [180, 540, 1_200], durationMs: 180 },
    { frequenciesHz: [], durationMs: 60 },
    { frequenciesHz: [220, 880, 2_300], durationMs: 160 },
    { frequenciesHz: [], durationMs: 100 },
  ]
  const source = createTone(
    what === 'voice' ? syllables : [{ frequenciesHz: [], durationMs: 100 }],
    sampleRate,
    'repeat',
  )
  return Array.from({ length: 50 }, () =>
    encoder.encode(required(source.read(sampleRate / 50), 'the audio')).slice(),
  )
}

/** Detects in the received audio when the other phone made its sound: the packet and the position in it. */
async function watchLatency(codec: CodecName, socket: Socket) {
  const { sampleRate } = codecFormats[codec]
  const decoder = await createDecoder(codec)
  const latenciesMs: number[] = []
  let soundStartMs: number | null = null
  socket.on('message', (datagram) => {
    const packet = parseRtp(datagram)
    const pcm = packet?.payloadType === payloadTypes[codec] ? decoder.decode(packet.payload) : null
    const onset = pcm?.findIndex((sample) => Math.abs(sample) > loud) ?? -1
    if (soundStartMs === null || onset < 0) return
    latenciesMs.push(performance.now() - soundStartMs + (onset * 1000) / sampleRate)
    soundStartMs = null
  })
  const encoder = createEncoder(codec)
  const samples = sampleRate / 50
  // The burst starts at the first sample of a frame, so that codec delay from the previous frame does not
  // blur it.
  const burst = Int16Array.from(
    { length: samples },
    (_, i) => 20_000 * Math.cos((2 * Math.PI * 1_000 * i) / sampleRate),
  )
  for (let i = 0; i < 10; i++) encoder.encode(new Int16Array(samples))
  const sound = encoder.encode(burst).slice()

  return {
    decoder,
    latenciesMs,
    sound,
    silence: record(codec, 'silence'),
    begin() {
      soundStartMs = performance.now()
    },
  }
}
