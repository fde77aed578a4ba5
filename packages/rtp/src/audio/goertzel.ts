import type { SampleRate } from './frame.ts'

/**
 * Returns the share of a signal's energy at one frequency (Goertzel algorithm), 0 to 1 and independent of
 * loudness. A pure sine yields 1, noise about 0, silence 0.
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
 * Returns the candidates, in the order given, that hold more than a tenth of the energy. Returns an empty
 * list for audio below -50 dBFS.
 */
export function detectTones(
  pcm: Int16Array,
  candidatesHz: readonly number[],
  sampleRate: SampleRate,
): readonly number[] {
  let energy = 0
  for (const sample of pcm) energy += sample * sample
  if (pcm.length === 0 || energy / pcm.length < 100 * 100) return []
  return candidatesHz.filter((frequencyHz) => goertzelPower(pcm, frequencyHz, sampleRate) > 0.1)
}
