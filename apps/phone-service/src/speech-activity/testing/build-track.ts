import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createWavHeader } from '@parley/primitives'
import { type AudioSource, createResampler, readWav, type SampleRate } from '@parley/rtp'
import type { Audio } from '../../recordings/index.ts'

/** A sound at 8 kHz. */
type Sound = Int16Array

const sampleRate = 8_000
/** The spoken files begin and end with at most so much silence. */
const paddingMs = 200

/** Reads a spoken file of the call engine or of the simulated network, such as `voicemail-greeting.de-DE`. */
export async function readSpeech(name: string): Promise<Sound> {
  const folder = name.includes('.') ? 'call-engine' : 'simulated-pstn'
  const path = new URL(`../../../../../packages/${folder}/assets/${name}.wav`, import.meta.url)
  const wav = readWav(await readFile(fileURLToPath(path)))
  if (!wav) throw new Error(`${name} is not a WAV file.`)
  const source = wav.sampleRate as SampleRate
  return source === sampleRate ? wav.pcm : createResampler(source, sampleRate).process(wav.pcm)
}

export function createSilence(seconds: number): Sound {
  return new Int16Array(seconds * sampleRate)
}

/** Returns white noise, the same at each call. */
export function createNoise(seconds: number, levelDbfs: number): Sound {
  const amplitude = 32_768 * 10 ** (levelDbfs / 20) * Math.sqrt(3)
  let state = 1
  return Int16Array.from({ length: seconds * sampleRate }, () => {
    // Park and Miller's generator.
    state = (state * 48_271) % 2_147_483_647
    return amplitude * ((2 * state) / 2_147_483_647 - 1)
  })
}

export function readTone(source: AudioSource, seconds: number): Sound {
  return source.read(seconds * sampleRate) ?? new Int16Array()
}

export function join(...sounds: readonly Sound[]): Sound {
  return Int16Array.from(sounds.flatMap((sound) => [...sound]))
}

export function mix(first: Sound, second: Sound): Sound {
  return first.map((sample, at) => Math.max(-32_768, Math.min(32_767, sample + (second[at] ?? 0))))
}

/** Returns the time in which a spoken file surely speaks, after `startMs` of other sounds. */
export function toSpokenTime(sound: Sound, startMs = 0): { startMs: number; endMs: number } {
  return { startMs: startMs + paddingMs, endMs: startMs + toMs(sound) - paddingMs }
}

export function toMs(sound: Sound): number {
  return (sound.length / sampleRate) * 1000
}

/** Returns a recorded track with a sound, in 16-bit PCM at 8 or 16 kHz. */
export function createTrack(sound: Sound, rate: SampleRate = sampleRate): Audio {
  const pcm = rate === sampleRate ? sound : createResampler(sampleRate, rate).process(sound)
  const data = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  const file = Buffer.concat([createWavHeader(rate, data.length), data])
  return {
    totalBytes: file.length,
    async *read(start, end) {
      // In pieces that do not end at a sample, as of a network.
      for (let at = start; at <= end; at += 9_999) yield file.subarray(at, Math.min(at + 9_999, end + 1))
    },
  }
}
