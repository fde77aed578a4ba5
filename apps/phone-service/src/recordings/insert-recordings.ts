import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Conference } from '@parley/call-engine'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Services } from '../services.ts'
import { type RecordingStorageService, toRecordingKey } from './recording-storage.ts'
import { insertRecording } from './recordings.ts'

interface StartedRecordings {
  readonly callId: string
  readonly workspaceId: string
  readonly nodeId: string
  readonly started: readonly { readonly legId: string; readonly file: string; readonly startedAt: number }[]
}

/**
 * Records legs and stores which recordings have started. When they cannot be stored, the recording of the call stops and
 * their audio is deleted, because nothing would delete it later. Returns whether a leg is recorded.
 */
export async function recordLegs(
  { database, nodeId, recordingStorage }: Pick<Services, 'database' | 'nodeId'> & RecordingStorageService,
  { id: callId, workspaceId }: { readonly id: string; readonly workspaceId: string },
  conference: Conference,
  legIds: readonly string[],
): Promise<boolean> {
  const directory = recordingStorage.spoolDirectory
  const started = await conference.startRecording({ legs: legIds, directory })
  try {
    await insertStartedRecordings(database, { callId, workspaceId, nodeId, started })
  } catch (error) {
    try {
      await conference.stopRecording()
    } finally {
      for (const { file } of started) await rm(file, { force: true })
    }
    throw error
  }
  return started.length > 0
}

/**
 * Inserts the recordings that have started, so that they can be recovered after a crash. Existing rows are
 * kept.
 */
export async function insertStartedRecordings(
  database: Kysely<PhoneTables>,
  { callId, workspaceId, nodeId, started }: StartedRecordings,
): Promise<void> {
  for (const { legId, file, startedAt } of started) {
    await insertRecording(database, {
      id: randomUUID(),
      callId,
      workspaceId,
      legId,
      nodeId,
      key: toRecordingKey({ workspaceId, callId }, file),
      startedAt: new Date(startedAt),
    })
  }
}
