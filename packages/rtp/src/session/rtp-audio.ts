import { randomUUID } from 'node:crypto'
import type { SampleRate } from '../audio/frame.ts'
import type { CodecName } from '../codec/codec.ts'
import { type AudioFormats, AudioStream } from './audio-stream.ts'
import type { StreamQuality } from './reporting.ts'
import { openRtpSession, type RtpPeer, type RtpSession } from './rtp-session.ts'

export interface RtpAudioOptions {
  /** An address of this machine. */
  readonly address: string
  /** The ports it may take, both ends included. Any when it is left out. */
  readonly ports?: { readonly min: number; readonly max: number }
  /** A digit has been pressed at the other side. */
  readonly onDigit?: (digit: string) => void
  readonly onDigitsSent?: () => void
  /** Tells for each packet whether it goes on the wire. A network that loses packets is made of this. */
  readonly mayLeave?: () => boolean
}

/** What signalling agreed on. */
export interface RtpConnection extends RtpPeer, AudioFormats {}

/** One telephone's audio on one UDP port: call `readFrame` and `writeFrame` once every 20 ms ({@link startFrameClock}). */
export interface RtpAudio extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  /** Silent until then. May be called again with each agreement. */
  connect(connection: RtpConnection): Promise<void>
  /** What is sent, or null before the first agreement. */
  readonly codec: CodecName | null
  /** The next 20 ms that the other side said, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null
  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void
  /** Sends 20 ms that are encoded already, in the codec that is sent. */
  writePayload(payload: Uint8Array): void
  /** Lets 20 ms pass without sending. */
  skipFrame(): void
  /** Queues digits; a comma is a pause of a second. False when telephone events were not agreed on. */
  sendDigits(digits: string): boolean
  /** On the clock of `performance.now()`; null when nothing has come yet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  /** How long audio waits in the jitter buffer. */
  readonly bufferMs: number
  /** Packets that came too late to be played. */
  readonly latePackets: number
  close(): Promise<void>
}

export async function openRtpAudio(options: RtpAudioOptions): Promise<RtpAudio> {
  const { address, ports, mayLeave, onDigit, onDigitsSent } = options
  const opened: { session: RtpSession | null } = { session: null }
  const stream = new AudioStream({ send: (packet) => opened.session?.send(packet), onDigit, onDigitsSent })
  const session = await openRtpSession({
    address,
    ports,
    mayLeave,
    ssrc: stream.ssrc,
    cname: randomUUID(),
    clockRateOf: (payloadType) => stream.clockRateOf(payloadType),
    onPacket: (packet) => stream.receive(packet),
  })
  opened.session = session
  const close = async () => {
    await session.close()
    stream[Symbol.dispose]()
  }

  return {
    address: session.address,
    port: session.port,
    rtcpPort: session.rtcpPort,
    async connect(connection) {
      await stream.setFormats(connection)
      session.connect(connection)
    },
    get codec() {
      return stream.codec
    },
    readFrame: (sampleRate) => stream.readFrame(sampleRate),
    writeFrame: (pcm, sampleRate) => stream.writeFrame(pcm, sampleRate),
    writePayload: (payload) => stream.writePayload(payload),
    skipFrame: () => stream.skipFrame(),
    sendDigits: (digits) => stream.sendDigits(digits),
    get lastReceivedAtMs() {
      return session.lastReceivedAtMs
    },
    get quality() {
      return session.quality
    },
    get bufferMs() {
      return stream.bufferMs
    },
    get latePackets() {
      return stream.latePackets
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
