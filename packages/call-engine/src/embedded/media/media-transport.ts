import type { CodecName, SampleRate, StreamQuality } from '@parley/rtp'

/**
 * The media transport of one leg, WebRTC or RTP. The frame clock calls `readFrame` and one of the write
 * methods.
 */
export interface MediaTransport {
  /** The codec sent; null before negotiation. */
  readonly codec: CodecName | null
  /** Whether the peer receives what is written. A telephone that holds us does not. */
  readonly isSending: boolean
  /** Returns the next 20 ms from the leg, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null
  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void
  writePayload(payload: Uint8Array): void
  skipFrame(): void
  /** Returns false when telephone events were not negotiated. */
  sendDigits(digits: string): boolean
  /** On the clock of `performance.now()`; null before the first packet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  readonly bufferMs: number
  readonly latePackets: number
  close(): Promise<void>
}
