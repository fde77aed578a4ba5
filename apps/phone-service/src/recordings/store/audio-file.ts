import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isMissing } from './is-missing.ts'
import type { Audio } from './recording-store.ts'

/** Returns the audio in a file, which is opened when the reading starts; null when there is no such file. */
export async function findAudioFile(path: string): Promise<Audio | null> {
  const file = await stat(path).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!file) return null
  return {
    totalBytes: file.size,
    // A generator, because a stream opens the file immediately, and does not close it when it is never read.
    async *read(start, end) {
      yield* createReadStream(path, { start, end })
    },
  }
}
