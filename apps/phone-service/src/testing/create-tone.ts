import { createWavHeader, required } from '@parley/primitives'
import { createSine } from '@parley/rtp'

/** Returns a WAV file with a tone, in Base64. */
export function createTone(toneHz: number, { seconds = 3, sampleRate = 8_000 } = {}): string {
  const pcm = required(createSine(toneHz, 8_000).read(seconds * sampleRate), 'samples')
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return Buffer.concat([createWavHeader(sampleRate, bytes.length), bytes]).toString('base64')
}
