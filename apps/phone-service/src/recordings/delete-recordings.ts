import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { StoredRecording } from './recordings.ts'

/** Deletes the audio files of recordings. Call before deleting their rows, so that an interrupted deletion can resume. */
export async function deleteAudioFiles(
  directory: string,
  recordings: readonly StoredRecording[],
): Promise<void> {
  for (const { file } of recordings) await rm(join(directory, file), { force: true })
}

/** Deletes the rows of the recordings of a call. Returns how many there were. */
export async function deleteRecordingRows(database: Kysely<PhoneTables>, callId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('recordings')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
