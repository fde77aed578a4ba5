import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from '@parley/server'
import { findAudioFile } from './audio-file.ts'
import { isMissing } from './is-missing.ts'
import { type RecordingStore, RecordingStoreError } from './recording-store.ts'

/** Creates a store that keeps each object in a file below `directory`, which has the key as its path. */
export function createDiskStore(directory: string): RecordingStore {
  const toPath = (key: string) => join(directory, key)
  return {
    kind: 'disk',
    async put(key, file) {
      const path = toPath(key)
      const incomplete = `${path}.incomplete`
      await orStoreError(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rm(incomplete, { force: true })
        await linkOrCopy(file, incomplete)
        await syncToDisk(incomplete)
        await rename(incomplete, path)
        // Renaming a link to the file of its target leaves it.
        await rm(incomplete, { force: true })
        for (let folder = dirname(path); folder.startsWith(directory); folder = dirname(folder))
          await syncToDisk(folder)
      })
    },
    find: (key) => orStoreError(() => findAudioFile(toPath(key))),
    delete: (key) =>
      orStoreError(async () => {
        const path = toPath(key)
        await rm(path, { force: true })
        await rm(`${path}.incomplete`, { force: true })
        await syncToDisk(dirname(path)).catch(ignoreMissing)
      }),
  }
}

/** A link needs no space. Another disk, and some file systems, need a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (error) => {
    if (isMissing(error)) throw error
    await copyFile(from, to)
  })
}

async function orStoreError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw new RecordingStoreError(`The directory of the recordings failed: ${syscall} ${code}.`, false, {
      cause: error,
    })
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
