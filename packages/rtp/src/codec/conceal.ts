import type { SampleRate } from '../audio/frame.ts'

/**
 * Packet loss concealment for codecs without their own: repeats the last pitch period, attenuates each
 * repetition, and is silent after 80 ms. Based on G.711 Appendix I, without its algorithmic delay.
 */
export interface PitchRepeater {
  record(pcm: Int16Array): void
  repeat(samples: number): Int16Array
}

const historyMs = 60
const minPeriodMs = 5
const maxPeriodMs = 20
const fadeMs = 80
const overlapMs = 2.5

export function createPitchRepeater(sampleRate: SampleRate): PitchRepeater {
  const perMs = sampleRate / 1000
  const historySamples = historyMs * perMs
  const fadeSamples = fadeMs * perMs
  const history = new Int16Array(historySamples)
  let period = 0
  let position = 0
  let repeated = 0

  /** Cross-fades from the repeated period to the received audio over 2.5 ms to avoid a click. */
  function smoothReturn(pcm: Int16Array): void {
    const overlapSamples = Math.min(overlapMs * perMs, pcm.length)
    const volume = Math.max(0, 1 - repeated / fadeSamples)
    for (let i = 0; i < overlapSamples; i++) {
      const weight = (i + 1) / (overlapSamples + 1)
      const faded = history[historySamples - period + ((position + i) % period)]! * volume
      pcm[i] = pcm[i]! * weight + faded * (1 - weight)
    }
  }

  return {
    record(pcm) {
      if (repeated > 0) smoothReturn(pcm)
      repeated = 0
      if (pcm.length >= historySamples) {
        history.set(pcm.subarray(pcm.length - historySamples))
      } else {
        history.copyWithin(0, pcm.length)
        history.set(pcm, historySamples - pcm.length)
      }
    },
    repeat(samples) {
      if (repeated === 0) {
        period = findPitchPeriod(history, perMs)
        position = 0
      }
      const pcm = new Int16Array(samples)
      for (let i = 0; i < samples && repeated < fadeSamples; i++) {
        pcm[i] = history[historySamples - period + position]! * (1 - repeated / fadeSamples)
        position = (position + 1) % period
        repeated++
      }
      return pcm
    },
  }
}

/** Returns the lag in samples with the highest autocorrelation of the last 20 ms (50 to 200 Hz). */
function findPitchPeriod(history: Int16Array, perMs: number): number {
  const windowStart = history.length - maxPeriodMs * perMs
  let bestLag = maxPeriodMs * perMs
  let bestScore = 0
  for (let lag = minPeriodMs * perMs; lag <= maxPeriodMs * perMs; lag++) {
    let product = 0
    let energy = 1
    for (let i = windowStart; i < history.length; i += 2) {
      const earlier = history[i - lag]!
      product += history[i]! * earlier
      energy += earlier * earlier
    }
    const score = product <= 0 ? 0 : (product * product) / energy
    if (score > bestScore) {
      bestScore = score
      bestLag = lag
    }
  }
  return bestLag
}
