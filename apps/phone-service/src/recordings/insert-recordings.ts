import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { finalizeFromFile } from './finalize-recordings.ts'
import { insertRecording } from './recordings.ts'

interface StartedRecordings {
  readonly callId: string
  readonly workspaceId: string
  readonly nodeId: string
  readonly started: readonly { readonly legId: string; readonly file: string; readonly startedAt: number }[]
}

/**
 * Inserts the recordings that have started, so that they can be recovered after a crash. Existing rows are
 * kept.
 */
export async function insertStartedRecordings(
  database: Kysely<PhoneTables>,
  directory: string,
  { callId, workspaceId, nodeId, started }: StartedRecordings,
): Promise<void> {
  for (const { legId, file, startedAt } of started) {
    await insertRecording(database, {
      id: randomUUID(),
      callId,
      workspaceId,
      legId,
      nodeId,
      file: relative(directory, file),
      startedAt: new Date(startedAt),
      durationMs: 0,
      sizeBytes: 0,
      state: 'writing',
    })
  }
}

/** Finalizes a recording whose file the engine has finished. */
export async function finalizeRecordingFile(
  database: Kysely<PhoneTables>,
  directory: string,
  file: string,
): Promise<void> {
  await finalizeFromFile(database, directory, { file: relative(directory, file) }, 'finished')
}
