import { rm } from 'node:fs/promises'
import type { Conference } from '@parley/call-engine'
import { insertStartedRecordings } from '../../recordings/index.ts'
import type { CallDeps } from './call-deps.ts'
import type { CallRecord } from './call-record.ts'

/**
 * Records legs and stores which recordings have started. When they cannot be stored, the recording of the call stops and
 * their audio is deleted, because nothing would delete it later. Returns whether a leg is recorded.
 */
export async function recordLegs(
  { deps, record }: { readonly deps: CallDeps; readonly record: CallRecord },
  conference: Conference,
  legIds: readonly string[],
): Promise<boolean> {
  const { database, nodeId, recordingStorage } = deps
  const { id: callId, workspaceId } = record.stored
  const started = await conference.startRecording({
    legs: legIds,
    directory: recordingStorage.spoolDirectory,
  })
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
  if (started.length === 0) return false
  record.markRecorded()
  return true
}
