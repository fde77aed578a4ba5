import { frameMs, type SampleRate } from '../audio/frame.ts'
import type { AudioDecoder, AudioEncoder } from './audio-codec.ts'
import { createAlawDecoder, createAlawEncoder, createUlawDecoder, createUlawEncoder } from './g711.ts'
import { createG722Decoder, createG722Encoder } from './g722.ts'
import { createOpusDecoder, createOpusEncoder, opusPacketMs } from './opus.ts'

/** Encoding names as in SDP (RFC 3551, RFC 7587). */
export type CodecName = 'PCMU' | 'PCMA' | 'G722' | 'opus'

export interface CodecFormat {
  readonly name: CodecName
  /** Sample rate of the decoded PCM. */
  readonly sampleRate: SampleRate
  /**
   * Clock rate of RTP timestamps. 8000 for G.722, a historical error that RFC 3551, section 4.5.2 preserves;
   * always 48000 for Opus.
   */
  readonly rtpClockRate: 8000 | 48000
  /** Value of the SDP attribute `a=rtpmap`. */
  readonly rtpmap: string
  /** Static payload type of RFC 3551; null for a dynamic one. */
  readonly staticPayloadType: number | null
}

export const codecFormats: Readonly<Record<CodecName, CodecFormat>> = {
  PCMU: { name: 'PCMU', sampleRate: 8000, rtpClockRate: 8000, rtpmap: 'PCMU/8000', staticPayloadType: 0 },
  PCMA: { name: 'PCMA', sampleRate: 8000, rtpClockRate: 8000, rtpmap: 'PCMA/8000', staticPayloadType: 8 },
  G722: { name: 'G722', sampleRate: 16000, rtpClockRate: 8000, rtpmap: 'G722/8000', staticPayloadType: 9 },
  opus: {
    name: 'opus',
    sampleRate: 16000,
    rtpClockRate: 48000,
    rtpmap: 'opus/48000/2',
    staticPayloadType: null,
  },
}

/** Creates an encoder. Opus runs at 16 kHz mono, 24 kb/s, with in-band forward error correction. */
export function createEncoder(codec: CodecName): AudioEncoder {
  switch (codec) {
    case 'PCMU':
      return createUlawEncoder()
    case 'PCMA':
      return createAlawEncoder()
    case 'G722':
      return createG722Encoder()
    case 'opus':
      return createOpusEncoder()
  }
}

export async function createDecoder(codec: CodecName): Promise<AudioDecoder> {
  switch (codec) {
    case 'PCMU':
      return createUlawDecoder()
    case 'PCMA':
      return createAlawDecoder()
    case 'G722':
      return createG722Decoder()
    case 'opus':
      return await createOpusDecoder()
  }
}

/** Returns the duration of a payload in milliseconds without decoding it; 0 for an invalid payload. */
export function payloadMs(codec: CodecName, payload: Uint8Array): number {
  return codec === 'opus' ? opusPacketMs(payload) : payload.length / 8
}

/** Returns the increment of the RTP timestamp per frame. */
export function timestampStep(codec: CodecName): number {
  return (codecFormats[codec].rtpClockRate / 1000) * frameMs
}
