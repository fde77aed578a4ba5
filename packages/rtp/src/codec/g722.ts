import { clip16 } from '../audio/frame.ts'
import type { AudioDecoder, AudioEncoder } from './audio-codec.ts'
import { createPitchRepeater } from './conceal.ts'
import { createBand, type G722Band, higherBand, lowerBand, receiveBand } from './g722-band.ts'

/**
 * ITU-T G.722 at 64 kb/s: two sub-bands of 8 kHz, six bits per sample in the lower band, two in the higher.
 */

/** Quadrature mirror filter: the 12 coefficients of one phase. The other phase uses them in reverse order. */
const qmfCoefficients = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11)

export function createG722Encoder(): AudioEncoder {
  const lower = createBand(lowerBand.firstStep)
  const higher = createBand(higherBand.firstStep)
  const window = new Int32Array(24)
  let payload = new Uint8Array(0)

  return {
    encode(pcm) {
      const pairs = pcm.length >> 1
      if (payload.length !== pairs) payload = new Uint8Array(pairs)
      for (let i = 0; i < pairs; i++) {
        window.copyWithin(0, 2)
        window[22] = pcm[2 * i]!
        window[23] = pcm[2 * i + 1]!
        const { odd, even } = filterQmf(window)
        const low = encodeBand(lower, lowerBand, (even + odd) >> 14)
        const high = encodeBand(higher, higherBand, (even - odd) >> 14)
        payload[i] = (high << 6) | low
      }
      return payload
    },
  }
}

export function createG722Decoder(): AudioDecoder {
  const lower = createBand(lowerBand.firstStep)
  const higher = createBand(higherBand.firstStep)
  const window = new Int32Array(24)
  const repeater = createPitchRepeater(16_000)
  let pcm = new Int16Array(0)

  return {
    decode(payload) {
      if (payload.length === 0) return null
      if (pcm.length !== payload.length * 2) pcm = new Int16Array(payload.length * 2)
      for (let i = 0; i < payload.length; i++) {
        const low = receiveBand(lower, lowerBand, payload[i]! & 0x3f)
        const high = receiveBand(higher, higherBand, payload[i]! >> 6)
        window.copyWithin(0, 2)
        window[22] = low + high
        window[23] = low - high
        const { odd, even } = filterQmf(window)
        pcm[2 * i] = clip16(even >> 11)
        pcm[2 * i + 1] = clip16(odd >> 11)
      }
      repeater.record(pcm)
      return pcm
    },
    conceal: (samples) => repeater.repeat(samples),
    recover: (_next, samples) => repeater.repeat(samples),
    close() {},
  }
}

function filterQmf(window: Int32Array): { readonly odd: number; readonly even: number } {
  let odd = 0
  let even = 0
  for (let i = 0; i < 12; i++) {
    odd += window[2 * i]! * qmfCoefficients[i]!
    even += window[2 * i + 1]! * qmfCoefficients[11 - i]!
  }
  return { odd, even }
}

/** Quantizes the prediction error and updates the predictor as the decoder will. */
function encodeBand(band: G722Band, table: typeof lowerBand, sample: number): number {
  const difference = clip16(sample - band.predicted)
  const magnitude = difference >= 0 ? difference : -(difference + 1)
  let level = 1
  while (level < table.thresholds.length && magnitude >= (table.thresholds[level]! * band.step) >> 12) level++
  const code = (difference < 0 ? table.negativeCodes : table.positiveCodes)[level]!
  receiveBand(band, table, code)
  return code
}
