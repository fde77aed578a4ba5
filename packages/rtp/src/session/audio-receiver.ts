import { frameMs, type SampleRate, samplesPerFrame } from '../audio/frame.ts'
import { createResampler, type Resampler } from '../audio/resample.ts'
import type { AudioDecoder } from '../codec/audio-codec.ts'
import { type CodecName, codecFormats, payloadMs } from '../codec/codec.ts'
import type { RtpPacket } from '../packet/rtp-packet.ts'
import { JitterBuffer } from './jitter-buffer.ts'
import { createPcmQueue, merge } from './pcm-queue.ts'

/** The decoder of one payload type. */
export interface Receiver {
  readonly codec: CodecName
  readonly decoder: AudioDecoder
}

interface QueuedPacket {
  readonly receiver: Receiver
  readonly payload: Uint8Array
}

/** Longer than any packet of a supported codec. */
const maxPacketMs = 200

/** Turns packets into a steady stream of frames: one jitter buffer, and one decoder per payload type. */
export class AudioReceiver {
  #nowMs: () => number
  #buffer = new JitterBuffer<QueuedPacket>()
  #playing: Receiver | null = null
  #queue = createPcmQueue()
  #source = { ssrc: -1, timestamp: 0, ticks: 0, clockRate: 0 }
  #resampling: { readonly from: SampleRate; readonly to: SampleRate; readonly resampler: Resampler } | null =
    null

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Delay of the jitter buffer. */
  get bufferMs(): number {
    return Math.max(0, this.#buffer.delayMs)
  }

  /** Packets that arrived too late to be played. */
  get latePackets(): number {
    return this.#buffer.latePackets
  }

  /** Adds a received packet. Ignores packets without audio. */
  receive(packet: RtpPacket, receiver: Receiver): void {
    const durationMs = payloadMs(receiver.codec, packet.payload)
    if (durationMs <= 0 || durationMs > maxPacketMs) return
    const { rtpClockRate } = codecFormats[receiver.codec]
    const source = this.#source
    if (source.ssrc !== packet.ssrc || source.clockRate !== rtpClockRate) {
      this.#buffer.reset()
      this.#source = { ssrc: packet.ssrc, timestamp: packet.timestamp, ticks: 0, clockRate: rtpClockRate }
    } else {
      // The signed difference of two 32-bit timestamps handles wraps and reordering.
      source.ticks += (packet.timestamp - source.timestamp) | 0
      source.timestamp = packet.timestamp
    }
    const atMs = (this.#source.ticks * 1000) / rtpClockRate
    this.#buffer.put({ receiver, payload: packet.payload }, atMs, durationMs, this.#nowMs())
  }

  /** Returns the next 20 ms received, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null {
    const nowMs = this.#nowMs()
    let needed = this.#samplesNeeded()
    while (needed === null || this.#queue.length < needed) {
      if (!this.#step(nowMs)) break
      needed = this.#samplesNeeded()
    }
    if (!this.#playing) return null
    const { sampleRate: decoded } = codecFormats[this.#playing.codec]
    const pcm = this.#queue.take(samplesPerFrame(decoded))
    if (!pcm) return null
    if (decoded === sampleRate) return pcm
    if (this.#resampling?.from !== decoded || this.#resampling.to !== sampleRate) {
      this.#resampling = { from: decoded, to: sampleRate, resampler: createResampler(decoded, sampleRate) }
    }
    return this.#resampling.resampler.process(pcm)
  }

  /** Frees a decoder and discards the audio still buffered for it. */
  drop(receiver: Receiver): void {
    if (this.#playing === receiver) {
      this.#playing = null
      this.#queue.clear()
    }
    this.#buffer.reset()
    receiver.decoder.close()
  }

  #samplesNeeded(): number | null {
    return this.#playing ? samplesPerFrame(codecFormats[this.#playing.codec].sampleRate) : null
  }

  /** Decodes one step of the jitter buffer into the queue. Returns false when nothing is available. */
  #step(nowMs: number): boolean {
    const queuedMs = this.#playing
      ? this.#queue.length / (codecFormats[this.#playing.codec].sampleRate / 1000)
      : 0
    const step = this.#buffer.take(nowMs, queuedMs)
    switch (step.kind) {
      case 'wait':
        return false
      case 'play':
        this.#queue.add(this.#decode(step.packet))
        return true
      case 'merge': {
        const first = this.#decode(step.first).slice()
        this.#queue.add(merge(first, this.#decode(step.second)))
        return true
      }
      case 'missing':
        return this.#fill(step.durationMs, step.next)
      case 'stretch':
        return this.#fill(frameMs, null)
    }
  }

  #decode({ receiver, payload }: QueuedPacket): Int16Array {
    if (
      this.#playing &&
      codecFormats[this.#playing.codec].sampleRate !== codecFormats[receiver.codec].sampleRate
    ) {
      this.#queue.clear()
    }
    this.#playing = receiver
    const samples = Math.round(
      payloadMs(receiver.codec, payload) * (codecFormats[receiver.codec].sampleRate / 1000),
    )
    return receiver.decoder.decode(payload) ?? receiver.decoder.conceal(samples)
  }

  #fill(durationMs: number, next: QueuedPacket | null): boolean {
    if (!this.#playing) return false
    const { codec, decoder } = this.#playing
    // Opus conceals in multiples of 2.5 ms.
    const samples = Math.max(1, Math.round(durationMs / 2.5)) * 2.5 * (codecFormats[codec].sampleRate / 1000)
    const isRecoverable = next !== null && next.receiver === this.#playing && durationMs === frameMs
    this.#queue.add(isRecoverable ? decoder.recover(next.payload, samples) : decoder.conceal(samples))
    return true
  }
}
