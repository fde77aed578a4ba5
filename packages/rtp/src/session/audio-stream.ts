import { randomInt } from 'node:crypto'
import { createSerialQueue } from '@parley/primitives'
import type { SampleRate } from '../audio/frame.ts'
import { createResampler, type Resampler } from '../audio/resample.ts'
import type { AudioEncoder } from '../codec/audio-codec.ts'
import { type CodecName, codecFormats, createDecoder, createEncoder, timestampStep } from '../codec/codec.ts'
import type { RtpPacket } from '../packet/rtp-packet.ts'
import { parseTelephoneEvent } from '../packet/telephone-event.ts'
import { AudioReceiver, type Receiver } from './audio-receiver.ts'
import { createDigitLimit } from './digit-limit.ts'
import { createTelephoneEventSender } from './telephone-event-sender.ts'

/** The negotiated formats of one stream, by payload type. */
export interface AudioFormats {
  /** In order of preference: the first is sent, all are received. */
  readonly formats: readonly { readonly codec: CodecName; readonly payloadType: number }[]
  /** All are received; the one with the codec's clock rate is sent. */
  readonly telephoneEvents: readonly { readonly payloadType: number; readonly clockRate: number }[]
}

export interface AudioStreamOptions {
  /** Sends one packet. */
  readonly send: (packet: RtpPacket) => void
  /** Called once per received digit, at its start. */
  readonly onDigit?: (digit: string) => void
  /** Called when all queued digits are sent. */
  readonly onDigitsSent?: () => void
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number
}

const recentEventCount = 4

/**
 * One bidirectional RTP audio stream: PCM frames on one side, RTP packets on the other, with codec, jitter
 * buffer, concealment and telephone events between them. The owner calls `readFrame` and either `writeFrame`
 * or `writePayload` once every 20 ms.
 */
export class AudioStream implements Disposable {
  readonly ssrc = randomInt(1, 0xffffffff)
  #options: AudioStreamOptions
  #nowMs: () => number
  #formats: AudioFormats = { formats: [], telephoneEvents: [] }
  #receivers = new Map<number, Receiver>()
  #encoder: AudioEncoder | null = null
  #formatChanges = createSerialQueue()
  #isDisposed = false
  #sequenceNumber = randomInt(0, 0x8000)
  #timestamp = randomInt(0, 0xffffffff)
  #starting = true
  #eventStartedAt = 0
  #events = createTelephoneEventSender()
  #eventTimestamps: number[] = []
  readonly #digitLimit = createDigitLimit()
  #receiver: AudioReceiver
  #toEncoder: { readonly from: SampleRate; readonly to: SampleRate; readonly resampler: Resampler } | null =
    null

  constructor(options: AudioStreamOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
    this.#receiver = new AudioReceiver(this.#nowMs)
  }

  /**
   * Sets the formats to send and receive. May be called again; unchanged formats continue without
   * interruption.
   */
  setFormats(formats: AudioFormats): Promise<void> {
    // Serialized: concurrent calls would each create codecs, and one set would leak.
    return this.#formatChanges.run(() => this.#changeFormats(formats))
  }

  async #changeFormats(formats: AudioFormats): Promise<void> {
    const receivers = await this.#createReceivers(formats)
    if (this.#isDisposed) return this.#closeUnused(receivers)
    const codec = formats.formats[0]?.codec
    if (codec !== this.codec) this.#encoder = codec ? createEncoder(codec) : null
    const retained = new Set(receivers.values())
    for (const receiver of this.#receivers.values())
      if (!retained.has(receiver)) this.#receiver.drop(receiver)
    this.#receivers = receivers
    this.#formats = formats
  }

  /**
   * Returns one receiver for each payload type, reusing those in use. Frees the new decoders when one cannot
   * be created: they are outside the memory that JavaScript collects.
   */
  async #createReceivers({ formats }: AudioFormats): Promise<Map<number, Receiver>> {
    const receivers = new Map<number, Receiver>()
    try {
      for (const { codec, payloadType } of formats) {
        if (receivers.has(payloadType)) continue
        const before = this.#receivers.get(payloadType)
        receivers.set(
          payloadType,
          before?.codec === codec ? before : { codec, decoder: await createDecoder(codec) },
        )
      }
    } catch (error) {
      this.#closeUnused(receivers)
      throw error
    }
    return receivers
  }

  #closeUnused(receivers: ReadonlyMap<number, Receiver>): void {
    for (const [payloadType, receiver] of receivers)
      if (this.#receivers.get(payloadType) !== receiver) receiver.decoder.close()
  }

  /** The codec sent; null before the first `setFormats`. */
  get codec(): CodecName | null {
    return this.#formats.formats[0]?.codec ?? null
  }

  /** Whether telephone events were negotiated. */
  get hasTelephoneEvents(): boolean {
    return this.#telephoneEvent() !== null
  }

  /** Delay of the jitter buffer. */
  get bufferMs(): number {
    return this.#receiver.bufferMs
  }

  /** Packets that arrived too late to be played. */
  get latePackets(): number {
    return this.#receiver.latePackets
  }

  /** Returns the RTP clock rate of a payload type, or null when it was not negotiated. */
  getClockRate(payloadType: number): number | null {
    const receiver = this.#receivers.get(payloadType)
    if (receiver) return codecFormats[receiver.codec].rtpClockRate
    return this.#formats.telephoneEvents.find((event) => event.payloadType === payloadType)?.clockRate ?? null
  }

  /** Adds a received packet. Ignores packets that are malformed or were not negotiated. */
  receive(packet: RtpPacket): void {
    const receiver = this.#receivers.get(packet.payloadType)
    if (receiver) this.#receiver.receive(packet, receiver)
    else if (this.getClockRate(packet.payloadType) !== null) this.#digitReceived(packet)
  }

  /** Returns the next 20 ms received, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null {
    return this.#receiver.readFrame(sampleRate)
  }

  /** Encodes and sends 20 ms of PCM. */
  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void {
    const { codec } = this
    if (!codec || !this.#encoder) return
    const wanted = codecFormats[codec].sampleRate
    if (wanted === sampleRate) {
      this.writePayload(this.#encoder.encode(pcm))
      return
    }
    if (this.#toEncoder?.from !== sampleRate || this.#toEncoder.to !== wanted) {
      this.#toEncoder = { from: sampleRate, to: wanted, resampler: createResampler(sampleRate, wanted) }
    }
    this.writePayload(this.#encoder.encode(this.#toEncoder.resampler.process(pcm)))
  }

  /** Sends 20 ms that are already encoded in the codec of this stream. */
  writePayload(payload: Uint8Array): void {
    const format = this.#formats.formats[0]
    if (!format) return
    if (!this.#sendEvent()) {
      this.#send(format.payloadType, this.#starting, this.#timestamp, payload)
      this.#starting = false
    }
    this.skipFrame()
  }

  /** Advances the timestamp by 20 ms without sending. */
  skipFrame(): void {
    const { codec } = this
    if (codec) this.#timestamp = (this.#timestamp + timestampStep(codec)) >>> 0
  }

  /** Queues digits. Returns false when telephone events were not negotiated; nothing is sent then. */
  sendDigits(digits: string): boolean {
    if (!this.hasTelephoneEvents) return false
    this.#events.queue(digits)
    return true
  }

  /** Frees the codecs. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
    for (const receiver of this.#receivers.values()) this.#receiver.drop(receiver)
    this.#receivers.clear()
    this.#encoder = null
    this.#formats = { formats: [], telephoneEvents: [] }
  }

  #telephoneEvent() {
    const { codec } = this
    if (!codec) return null
    const { rtpClockRate } = codecFormats[codec]
    const { telephoneEvents } = this.#formats
    return telephoneEvents.find(({ clockRate }) => clockRate === rtpClockRate) ?? telephoneEvents[0] ?? null
  }

  #sendEvent(): boolean {
    const format = this.#events.idle ? null : this.#telephoneEvent()
    if (!format) return false
    const event = this.#events.next(format.clockRate)
    if (event) {
      // All packets of an event carry the timestamp of its start (RFC 4733, section 2.5.1.2).
      if (event.marker) this.#eventStartedAt = this.#timestamp
      this.#send(format.payloadType, event.marker, this.#eventStartedAt, event.payload)
    }
    if (this.#events.idle) this.#options.onDigitsSent?.()
    return event !== null
  }

  #send(payloadType: number, marker: boolean, timestamp: number, payload: Uint8Array): void {
    this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff
    const { ssrc } = this
    this.#options.send({
      payloadType,
      marker,
      sequenceNumber: this.#sequenceNumber,
      timestamp,
      ssrc,
      payload,
    })
  }

  #digitReceived(packet: RtpPacket): void {
    const event = parseTelephoneEvent(packet.payload)
    if (!event || this.#eventTimestamps.includes(packet.timestamp)) return
    if (!this.#digitLimit.take(this.#nowMs())) return
    this.#eventTimestamps.push(packet.timestamp)
    if (this.#eventTimestamps.length > recentEventCount) this.#eventTimestamps.shift()
    this.#options.onDigit?.(event.digit)
  }
}
