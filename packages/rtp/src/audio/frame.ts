/** Duration of one audio frame: the unit of packets and of mixing. */
export const frameMs = 20

/** Sample rates of PCM inside Parley. Nothing is resampled to 48 kHz in JavaScript. */
export type SampleRate = 8000 | 16000

/** Returns the samples per frame: 160 at 8 kHz, 320 at 16 kHz. */
export function samplesPerFrame(sampleRate: SampleRate): number {
  return (sampleRate / 1000) * frameMs
}

/** Clamps a sample to the 16-bit range. */
export function clip16(sample: number): number {
  return sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample
}
