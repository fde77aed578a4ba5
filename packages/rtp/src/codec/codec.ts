import { frameMs, type SampleRate } from '../audio/frame.ts'
import { createAlawDecoder, createAlawEncoder, createUlawDecoder, createUlawEncoder } from './g711.ts'
import { createG722Decoder, createG722Encoder } from './g722.ts'
import { createOpusDecoder, createOpusEncoder, opusPacketMs } from './opus.ts'

/** By the encoding name that SDP gives it (RFC 3551, RFC 7587). */
export type CodecName = 'PCMU' | 'PCMA' | 'G722' | 'opus'

export interface CodecFormat {
  readonly name: CodecName
  /** Of the PCM on this side. */
  readonly sampleRate: SampleRate
  /** Of RTP timestamps. 8000 for G.722 by an old mistake that RFC 3551, section 4.5.2 keeps; 48000 for Opus always. */
  readonly rtpClockRate: 8000 | 48000
  /** As `a=rtpmap` says it. */
  readonly rtpmap: string
  /** The payload type of RFC 3551, or null for a dynamic one. */
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

export interface AudioEncoder {
  /** One frame of PCM at the codec's sample rate. The result may be reused by the next call: send it or copy it. */
  encode(pcm: Int16Array): Uint8Array
}

export interface AudioDecoder {
  /** The audio of one payload, or null for a payload that is none. The result may be reused by the next call. */
  decode(payload: Uint8Array): Int16Array | null
  /** Audio in place of `samples` lost samples. It fades to silence when much is lost in a row. */
  conceal(samples: number): Int16Array
  /** The audio of the packet before `next`, as well as `next` knows it (forward error correction). */
  recover(next: Uint8Array, samples: number): Int16Array
  /** Frees what the codec holds. */
  close(): void
}

/** Opus: 16 kHz mono, 24 kb/s, in-band error correction. */
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

/** How much audio a payload holds, in milliseconds, without decoding it; 0 for a payload that is none. */
export function payloadMs(codec: CodecName, payload: Uint8Array): number {
  return codec === 'opus' ? opusPacketMs(payload) : payload.length / 8
}

/** How far one frame moves the RTP timestamp. */
export function timestampStep(codec: CodecName): number {
  return (codecFormats[codec].rtpClockRate / 1000) * frameMs
}
