import type { CodecName, SampleRate, StreamQuality } from '@parley/rtp'

/** The audio of one leg on the wire, WebRTC or RTP. The frame clock calls `readFrame` and one of the writers. */
export interface Link {
  /** What is sent, or null before anything was agreed. */
  readonly codec: CodecName | null
  /** The next 20 ms from the leg, or null for silence. Valid until the next call. */
  readFrame(sampleRate: SampleRate): Int16Array | null
  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void
  writePayload(payload: Uint8Array): void
  skipFrame(): void
  /** False when telephone events were not agreed on. */
  sendDigits(digits: string): boolean
  /** On the clock of `performance.now()`; null when nothing has come yet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  readonly bufferMs: number
  readonly latePackets: number
  close(): Promise<void>
}
