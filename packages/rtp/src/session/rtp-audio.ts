import { randomUUID } from 'node:crypto'
import type { SampleRate } from '../audio/frame.ts'
import type { CodecName } from '../codec/codec.ts'
import { type AudioFormats, AudioStream } from './audio-stream.ts'
import type { StreamQuality } from './rtcp-reporter.ts'
import { type RtpPeer, RtpSession } from './rtp-session.ts'

export interface RtpAudioOptions {
  /** Local address to bind. */
  readonly address: string
  /** Port range, both ends included; any port when omitted. */
  readonly ports?: { readonly min: number; readonly max: number }
  /** Called once per received digit. */
  readonly onDigit?: (digit: string) => void
  readonly onDigitsSent?: () => void
  /** Returns whether to send a packet. Tests simulate packet loss with it. */
  readonly sendFilter?: () => boolean
}

/** The negotiated connection. */
export interface RtpConnection extends RtpPeer, AudioFormats {}

/**
 * One RTP audio stream on one UDP port. Call `readFrame` and `writeFrame` once every 20 ms
 * ({@link startFrameClock}).
 */
export interface RtpAudio extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  /** Nothing is sent before the first call. Call it again after each renegotiation. */
  connect(connection: RtpConnection): Promise<void>
  /** The codec sent; null before the first `connect`. */
  readonly codec: CodecName | null
  /** Returns the next 20 ms received, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null
  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void
  /** Sends 20 ms that are already encoded in the codec of this stream. */
  writePayload(payload: Uint8Array): void
  /** Advances the timestamp by 20 ms without sending. */
  skipFrame(): void
  /**
   * Queues digits; a comma pauses for one second. Returns false when telephone events were not negotiated.
   */
  sendDigits(digits: string): boolean
  /** On the clock of `performance.now()`; null before the first packet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  /** Delay of the jitter buffer. */
  readonly bufferMs: number
  /** Packets that arrived too late to be played. */
  readonly latePackets: number
  close(): Promise<void>
}

export async function openRtpAudio(options: RtpAudioOptions): Promise<RtpAudio> {
  const { address, ports, sendFilter, onDigit, onDigitsSent } = options
  const opened: { session: RtpSession | null } = { session: null }
  const stream = new AudioStream({ send: (packet) => opened.session?.send(packet), onDigit, onDigitsSent })
  const session = await RtpSession.open({
    address,
    ports,
    sendFilter,
    ssrc: stream.ssrc,
    cname: randomUUID(),
    getClockRate: (payloadType) => stream.getClockRate(payloadType),
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
