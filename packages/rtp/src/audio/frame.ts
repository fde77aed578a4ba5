/** How much audio travels and is mixed at a time. */
export const frameMs = 20

/** Samples per second of PCM inside the house. Nothing is ever resampled to 48 kHz in JavaScript. */
export type SampleRate = 8000 | 16000

/** Samples of one frame: 160 at 8 kHz, 320 at 16 kHz. */
export function samplesPerFrame(sampleRate: SampleRate): number {
  return (sampleRate / 1000) * frameMs
}

/** The nearest value that 16 bits hold. */
export function clip16(sample: number): number {
  return sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample
}
