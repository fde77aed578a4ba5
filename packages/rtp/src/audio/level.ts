/** Returns the RMS level in dBFS; -127 for silence, as in RFC 6464. */
export function audioLevel(pcm: Int16Array): number {
  let energy = 0
  for (const sample of pcm) energy += sample * sample
  if (energy === 0) return -127
  return Math.max(-127, 10 * Math.log10(energy / pcm.length / 32_768 ** 2))
}

export interface VoiceDetector {
  /** Adds the level of one frame in dBFS and returns whether speech is active. */
  update(levelDbfs: number): boolean
}

/** Levels above the first are always speech; levels below the second never are. */
const alwaysVoiceDbfs = -30
const neverVoiceDbfs = -55
const aboveNoiseDb = 12
const hangoverFrames = 15

/**
 * Detects speech as a level above the noise floor of the last seconds. A pause shorter than 300 ms does not
 * end it.
 */
export function createVoiceDetector(): VoiceDetector {
  let noiseDbfs = -60
  let hangover = 0

  return {
    update(levelDbfs) {
      // The noise floor falls immediately and rises slowly, so that it stays below the speech level.
      noiseDbfs = levelDbfs < noiseDbfs ? levelDbfs : Math.min(noiseDbfs + 0.05, levelDbfs)
      const isAboveNoise = levelDbfs > noiseDbfs + aboveNoiseDb && levelDbfs > neverVoiceDbfs
      if (isAboveNoise || levelDbfs > alwaysVoiceDbfs) hangover = hangoverFrames
      else if (hangover > 0) hangover--
      return hangover > 0
    },
  }
}
