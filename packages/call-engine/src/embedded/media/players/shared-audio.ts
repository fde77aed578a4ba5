import { type FileHandle, open } from 'node:fs/promises'
import { readWav } from '@parley/rtp'

/** The audio of a file, which all players of the same audio share. Disposed with its player. */
export interface SharedAudio extends Disposable {
  readonly pcm: Int16Array
  readonly sampleRate: 8000 | 16_000
}

interface Entry extends Omit<SharedAudio, keyof Disposable> {
  /** Digest of the file. */
  readonly content: string
  /** The last file with this content. */
  file: string
  players: number
}

/**
 * The audio of the files that the players of a process play. Each is in memory once, however many players it has:
 * of two files with the same content, which are written when music has not been played for a while, too.
 */
export class SharedAudioFiles {
  readonly #byFile = new Map<string, Entry>()
  readonly #byContent = new Map<string, Entry>()
  readonly #loading = new Map<string, Promise<Entry>>()

  /** @throws {Error} the file does not exist, or is not a 16-bit mono WAV file at 8 or 16 kHz. */
  async open(path: string): Promise<SharedAudio> {
    await using file = await open(path)
    const { dev, ino, size, mtimeNs } = await file.stat({ bigint: true })
    const identity = [dev, ino, size, mtimeNs].join('-')
    const entry = this.#byFile.get(identity) ?? (await this.#load(file, identity, path))
    entry.players++
    let isDisposed = false
    return {
      pcm: entry.pcm,
      sampleRate: entry.sampleRate,
      [Symbol.dispose]: () => {
        if (isDisposed) return
        isDisposed = true
        if (--entry.players === 0) this.#remove(entry)
      },
    }
  }

  /** Concurrent players read a file once. */
  async #load(file: FileHandle, identity: string, path: string): Promise<Entry> {
    const loading = this.#loading.get(identity) ?? this.#readEntry(file, identity, path)
    this.#loading.set(identity, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(identity)
    }
  }

  async #readEntry(file: FileHandle, identity: string, path: string): Promise<Entry> {
    const bytes = await file.readFile()
    // In another thread: a frame must not wait for the digest of several megabytes.
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    const content = Buffer.from(digest).toString('hex')
    const entry = this.#byContent.get(content) ?? {
      ...decode(bytes, path),
      content,
      file: identity,
      players: 0,
    }
    this.#byFile.delete(entry.file)
    entry.file = identity
    this.#byFile.set(identity, entry)
    this.#byContent.set(content, entry)
    return entry
  }

  #remove(entry: Entry): void {
    this.#byFile.delete(entry.file)
    this.#byContent.delete(entry.content)
  }
}

function decode(bytes: Buffer, path: string): Pick<Entry, 'pcm' | 'sampleRate'> {
  const audio = readWav(bytes)
  if (audio?.sampleRate === 8000 || audio?.sampleRate === 16_000)
    return { pcm: audio.pcm, sampleRate: audio.sampleRate }
  throw new Error(`${path} is not a 16-bit mono WAV file at 8 or 16 kHz.`)
}
