/** Returns the RMS level in dBFS; -127 for silence, as in RFC 6464. */
export function audioLevel(pcm: Int16Array): number {
  let energy = 0
  for (const sample of pcm) energy += sample * sample
  if (energy === 0) return -127
  return Math.max(-127, 10 * Math.log10(energy / pcm.length / 32_768 ** 2))
}
