import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnAudio } from '../../announcements/index.ts'

/** A file that players read when they are added. Disposed after that. */
interface OpenFile extends AsyncDisposable {
  readonly file: string
}

interface Entry {
  /** Null when the audio has been deleted. */
  readonly written: Promise<OpenFile | null>
  users: number
  removal?: NodeJS.Timeout
}

/**
 * How long a file without users remains, so that the calls of a busy time do not read the same music again and
 * again. Deleted audio remains no longer.
 */
const defaultUnusedMs = 60_000

/** The uploaded audio that this node plays, each version in one temporary file. */
export class AudioFiles implements AsyncDisposable {
  readonly #entries = new Map<string, Entry>()
  readonly #unusedMs: number

  constructor(unusedMs = defaultUnusedMs) {
    this.#unusedMs = unusedMs
  }

  /** Reads and writes the audio, if no file of this version exists. Returns null when it has been deleted. */
  async open({ version, read }: Pick<OwnAudio, 'version' | 'read'>): Promise<OpenFile | null> {
    const entry = this.#entries.get(version) ?? this.#add(version, read)
    clearTimeout(entry.removal)
    entry.users++
    try {
      const opened = await entry.written
      if (opened)
        return { file: opened.file, [Symbol.asyncDispose]: async () => this.#release(version, entry) }
      this.#clearEntry(version, entry)
      return null
    } catch (error) {
      this.#clearEntry(version, entry)
      throw error
    }
  }

  /** Removes all files. */
  async [Symbol.asyncDispose](): Promise<void> {
    const entries = [...this.#entries]
    await Promise.all(entries.map(([version, entry]) => this.#remove(version, entry)))
  }

  #add(version: string, read: OwnAudio['read']): Entry {
    const entry: Entry = { written: read().then((audio) => audio && writeAudio(audio)), users: 0 }
    this.#entries.set(version, entry)
    return entry
  }

  #release(version: string, entry: Entry): void {
    entry.users--
    if (entry.users > 0) return
    entry.removal = setTimeout(() => void this.#remove(version, entry), this.#unusedMs)
    entry.removal.unref()
  }

  async #remove(version: string, entry: Entry): Promise<void> {
    clearTimeout(entry.removal)
    this.#clearEntry(version, entry)
    const opened = await entry.written.catch(() => null)
    await opened?.[Symbol.asyncDispose]()
  }

  #clearEntry(version: string, entry: Entry): void {
    if (this.#entries.get(version) === entry) this.#entries.delete(version)
  }
}

async function writeAudio(audio: Buffer): Promise<OpenFile> {
  await using stack = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'parley-announcement-'))
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'audio.wav')
  await writeFile(file, audio, { mode: 0o600 })
  const written = stack.move()
  return { file, [Symbol.asyncDispose]: () => written.disposeAsync() }
}
