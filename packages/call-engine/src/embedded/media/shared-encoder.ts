import { type CodecName, codecFormats, createEncoder, createResampler, type SampleRate } from '@parley/rtp'

/** Encodes one mix for all listeners with the same codec. */
export interface SharedEncoder {
  encode(mixed: Int16Array, sampleRate: SampleRate): Uint8Array
}

export function createSharedEncoder(codec: CodecName): SharedEncoder {
  const encoder = createEncoder(codec)
  const { sampleRate: wanted } = codecFormats[codec]
  let from: SampleRate = wanted
  let resampler = createResampler(wanted, wanted)

  return {
    encode(mixed, sampleRate) {
      if (sampleRate !== from) {
        from = sampleRate
        resampler = createResampler(from, wanted)
      }
      return encoder.encode(resampler.process(mixed))
    },
  }
}
