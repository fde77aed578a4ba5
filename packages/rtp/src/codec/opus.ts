import { Encoder } from '@evan/opus'
import { required } from '@parley/primitives'
import { createDecoder, type OpusDecoderHandle } from 'libopus-wasm'
import type { AudioDecoder, AudioEncoder } from './audio-codec.ts'

const sampleRate = 16_000
const bitrate = 24_000

/**
 * 147 us per frame at complexity 5. Higher values cost more CPU than the quality gain justifies at this bit
 * rate.
 */
const complexity = 5

/** Expected packet loss. libopus adds redundancy only when this is above zero. */
const expectedLossPercent = 10

export function createOpusEncoder(): AudioEncoder {
  const encoder = new Encoder({ channels: 1, sample_rate: sampleRate, application: 'voip' })
  encoder.bitrate = bitrate
  encoder.complexity = complexity
  encoder.signal = 'voice'
  encoder.inband_fec = true
  encoder.packet_loss = expectedLossPercent
  return { encode: (pcm) => encoder.encode(pcm) }
}

export async function createOpusDecoder(): Promise<AudioDecoder> {
  const decoder = await createDecoder({ channels: 1, sampleRate })

  return {
    decode: (payload) => (opusPacketMs(payload) > 0 ? attempt(() => decoder.decode(payload)) : null),
    conceal: (samples) => conceal(decoder, samples),
    recover: (next, samples) =>
      attempt(() => decoder.decode(next, { decodeFec: true, frameSize: samples })) ??
      conceal(decoder, samples),
    close: () => decoder.free(),
  }
}

function conceal(decoder: OpusDecoderHandle, samples: number): Int16Array {
  return attempt(() => decoder.decodePacketLoss(samples)) ?? new Int16Array(samples)
}

/** libopus throws for a malformed payload; callers treat it as a lost one. */
function attempt(decode: () => Int16Array): Int16Array | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/** Returns the duration of a packet from its TOC byte (RFC 6716, section 3.1); 0 for an invalid packet. */
export function opusPacketMs(payload: Uint8Array): number {
  const toc = payload[0]
  if (toc === undefined) return 0
  const durationMs = opusFrameMs(toc >> 3) * opusFrameCount(toc & 3, payload)
  return durationMs <= 120 ? durationMs : 0
}

function opusFrameMs(configuration: number): number {
  if (configuration < 12) return required([10, 20, 40, 60][configuration & 3], 'the frame duration')
  if (configuration < 16) return configuration & 1 ? 20 : 10
  return required([2.5, 5, 10, 20][configuration & 3], 'the frame duration')
}

function opusFrameCount(code: number, payload: Uint8Array): number {
  if (code === 0) return 1
  return code === 3 ? (payload[1] ?? 0) & 0x3f : 2
}
