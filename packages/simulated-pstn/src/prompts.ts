import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type AudioSource, readWav } from '@parley/rtp'

export type PromptName = 'welcome' | 'keys' | 'call-back' | 'called-back' | 'emergency' | 'out-of-service'

const keyFileNames: Readonly<Record<string, string>> = { '*': 'star', '#': 'pound' }

/** Spoken announcements: WAV files at 8 kHz, each read once. */
export class Prompts {
  readonly #read = new Map<string, Promise<Int16Array>>()

  async open(name: PromptName): Promise<AudioSource> {
    return createSource(await this.#pcm(name))
  }

  /** Returns the spoken name of a key; null for an unknown key. */
  async openKey(key: string): Promise<AudioSource | null> {
    return /^[0-9*#]$/.test(key) ? createSource(await this.#pcm(`digit-${keyFileNames[key] ?? key}`)) : null
  }

  #pcm(file: string): Promise<Int16Array> {
    const known = this.#read.get(file)
    if (known !== undefined) return known
    const read = readPcm(fileURLToPath(new URL(`../assets/${file}.wav`, import.meta.url)))
    this.#read.set(file, read)
    return read
  }
}

async function readPcm(path: string): Promise<Int16Array> {
  const wav = readWav(await readFile(path))
  if (wav?.sampleRate !== 8_000) throw new Error(`${path} is not a WAV file with a sample rate of 8 kHz.`)
  return wav.pcm
}

function createSource(pcm: Int16Array): AudioSource {
  let at = 0
  return {
    read(samples) {
      if (at >= pcm.length) return null
      const frame = new Int16Array(samples)
      frame.set(pcm.subarray(at, at + samples))
      at += samples
      return frame
    },
  }
}
