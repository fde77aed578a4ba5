import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../services.ts'
import type { RecordingStorageService } from './recording-storage.ts'
import { RecordingStoreError } from './store/recording-store.ts'

const key = 'parley-check'

/**
 * Stores a small object in S3 and deletes it, so that wrong settings are found at start. A failure that may
 * pass is logged, because recordings wait in the spool.
 *
 * @throws {Error} with a message for the terminal when the store rejects it.
 */
export async function checkStore({
  recordingStorage: { store, spoolDirectory },
  log,
}: RecordingStorageService & Pick<Services, 'log'>): Promise<void> {
  if (store.kind !== 's3') return
  const file = join(spoolDirectory, key)
  try {
    await writeFile(file, 'This object can be deleted.\n', { mode: 0o600 })
    await store.put(key, file)
    await store.delete(key)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof RecordingStoreError && error.isPermanent)
      throw new Error(
        `Recordings cannot be stored: ${message} Check PARLEY_RECORDINGS_URL and the settings that start with PARLEY_S3_.`,
      )
    log.error('recordings.store_unavailable', { message })
  } finally {
    await rm(file, { force: true })
  }
}
