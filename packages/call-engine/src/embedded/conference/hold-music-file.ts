import { createWavHeader, required } from '@parley/primitives'
import { createHoldMusic, holdMusicSeconds } from '@parley/rtp'

const sampleRate = 8_000

/** Returns the music on hold until it repeats, as a WAV file. */
export function createHoldMusicFile(): Buffer {
  const samples = required(createHoldMusic(sampleRate).read(holdMusicSeconds * sampleRate), 'the music')
  const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return Buffer.concat([createWavHeader(sampleRate, pcm.length), pcm])
}
