import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { toRecordingKey } from './recording-storage.ts'
import { insertRecording } from './recordings.ts'

interface StartedRecordings {
  readonly callId: string
  readonly workspaceId: string
  readonly nodeId: string
  readonly started: readonly { readonly legId: string; readonly file: string; readonly startedAt: number }[]
}

/**
 * Inserts the recordings that have started, so that they can be recovered after a crash. Existing rows are
 * kept. Returns how many are new.
 */
export async function insertStartedRecordings(
  database: Kysely<PhoneTables>,
  { callId, workspaceId, nodeId, started }: StartedRecordings,
): Promise<number> {
  let count = 0
  for (const { legId, file, startedAt } of started) {
    const isNew = await insertRecording(database, {
      id: randomUUID(),
      callId,
      workspaceId,
      legId,
      nodeId,
      key: toRecordingKey({ workspaceId, callId }, file),
      startedAt: new Date(startedAt),
    })
    if (isNew) count += 1
  }
  return count
}
