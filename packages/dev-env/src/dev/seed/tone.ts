import { createWavHeader } from '@parley/primitives'

const sampleRate = 8_000
const amplitude = 6_000

/**
 * Returns a WAV file in which a participant speaks (a tone) in turns of a second, beginning with turn
 * `firstTurn`.
 */
export function createToneFile(hertz: number, seconds: number, firstTurn: 0 | 1): Buffer {
  const samples = new Int16Array(sampleRate * seconds)
  for (let at = 0; at < samples.length; at++) {
    const isSpeaking = Math.floor(at / sampleRate) % 2 === firstTurn
    samples[at] = isSpeaking ? amplitude * Math.sin((2 * Math.PI * hertz * at) / sampleRate) : 0
  }
  const audio = Buffer.from(samples.buffer)
  return Buffer.concat([createWavHeader(sampleRate, audio.length), audio])
}
