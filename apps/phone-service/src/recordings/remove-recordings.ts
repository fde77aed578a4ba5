import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { StoredRecording } from './recordings.ts'

/** Removes the audio of recordings. To be done before their rows: whoever is interrupted in between can do it again. */
export async function removeAudio(directory: string, recordings: readonly StoredRecording[]): Promise<void> {
  for (const { file } of recordings) await rm(join(directory, file), { force: true })
}

/** Forgets the recordings of a call; answers with how many were still known. */
export async function deleteRecordingRows(database: Kysely<PhoneTables>, callId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('recordings')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
