import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredRecording } from './recordings.ts'

/**
 * Deletes the audio files of recordings. Call before deleting their rows, so that an interrupted deletion can
 * resume.
 */
export async function deleteAudioFiles(
  directory: string,
  recordings: readonly StoredRecording[],
): Promise<void> {
  for (const { file } of recordings) await rm(join(directory, file), { force: true })
}
