import type { SampleRate } from './frame.ts'

/**
 * How much of a signal is one frequency: the share of its energy, 0 to 1, so that it does not depend on loudness. A pure
 * sine gives 1, noise about 0, silence 0.
 */
export function goertzelPower(pcm: Int16Array, frequencyHz: number, sampleRate: SampleRate): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRate)
  let before = 0
  let last = 0
  let energy = 0
  for (const sample of pcm) {
    const next = sample + coefficient * last - before
    before = last
    last = next
    energy += sample * sample
  }
  if (energy === 0) return 0
  const power = last * last + before * before - coefficient * last * before
  return Math.min(1, (2 * power) / (pcm.length * energy))
}

/**
 * Tells which of some frequencies a stretch of audio consists of: those with more than a tenth of its energy, while
 * the stretch is louder than -50 dBFS. In the order given.
 */
export function detectTone(
  pcm: Int16Array,
  candidatesHz: readonly number[],
  sampleRate: SampleRate,
): readonly number[] {
  let energy = 0
  for (const sample of pcm) energy += sample * sample
  if (pcm.length === 0 || energy / pcm.length < 100 * 100) return []
  return candidatesHz.filter((frequencyHz) => goertzelPower(pcm, frequencyHz, sampleRate) > 0.1)
}
