/** Root mean square over full scale, in dBFS; -127 for silence, as RFC 6464 has it. */
export function audioLevel(pcm: Int16Array): number {
  let energy = 0
  for (const sample of pcm) energy += sample * sample
  if (energy === 0) return -127
  return Math.max(-127, 10 * Math.log10(energy / pcm.length / 32_768 ** 2))
}

export interface VoiceDetector {
  /** Takes the level of one frame in dBFS and tells whether somebody is talking. */
  hear(levelDbfs: number): boolean
}

/** Above this, whatever the noise, somebody talks; below the other, nobody does. */
const alwaysVoiceDbfs = -30
const neverVoiceDbfs = -55
const aboveNoiseDb = 12
const hangoverFrames = 15

/** Voice is what stands out of the noise of the last seconds; a pause shorter than 300 ms does not end it. */
export function createVoiceDetector(): VoiceDetector {
  let noiseDbfs = -60
  let hangover = 0

  return {
    hear(levelDbfs) {
      // The floor follows down at once and up slowly, so that it stays under the voice.
      noiseDbfs = levelDbfs < noiseDbfs ? levelDbfs : Math.min(noiseDbfs + 0.05, levelDbfs)
      const standsOut = levelDbfs > noiseDbfs + aboveNoiseDb && levelDbfs > neverVoiceDbfs
      if (standsOut || levelDbfs > alwaysVoiceDbfs) hangover = hangoverFrames
      else if (hangover > 0) hangover--
      return hangover > 0
    },
  }
}
