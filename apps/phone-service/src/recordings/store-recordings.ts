import { rm } from 'node:fs/promises'
import { runPeriodically } from '@parley/server'
import { lockCall } from '../call-log/records/index.ts'
import type { Services } from '../services.ts'
import { publishAudio } from './publish-audio.ts'
import { getLocalPath, getSpoolPath, type RecordingStorageService } from './recording-storage.ts'
import {
  deleteRecordingRow,
  listRecordingsToDelete,
  listRecordingsToStore,
  type StoredRecording,
  saveRecordingStore,
} from './recordings.ts'
import { startRemovingOrphanedAudio } from './remove-orphaned-audio.ts'
import { findAudioFile } from './store/audio-file.ts'
import { RecordingStoreError } from './store/recording-store.ts'

type Deps = Pick<Services, 'database' | 'nodeId' | 'log'> & RecordingStorageService

const intervalMs = 1_000
const maxDelayMs = 5 * 60_000
const maxFinalMs = 10_000

/**
 * Moves finished recordings to the store, and deletes the objects and rows of deleted ones, until disposed.
 * Disposing moves those that have just been finished, for at most 10 s. Audio without a recording is removed.
 * While the store fails, all operations are repeated after a delay that doubles with each failure. The operation
 * on a recording that the store rejects is repeated alone after the longest delay. One pass at a time, so that
 * no recording is moved and deleted concurrently.
 */
export function startStoringRecordings(deps: Deps): AsyncDisposable {
  const onFailure = ({ message }: Error) => deps.log.error('recordings.store_failed', { message })
  const nextAttempts: NextAttempts = new Map()
  let delayMs = 0
  let waitsUntilMs = 0
  const stack = new AsyncDisposableStack()
  // The recordings of the calls that have ended with the service. Another one cannot read this spool.
  stack.defer(async () => {
    await storeRecordings(deps, nextAttempts, AbortSignal.timeout(maxFinalMs)).catch(onFailure)
  })
  stack.use(startRemovingOrphanedAudio(deps))
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async (signal) => {
      if (performance.now() < waitsUntilMs) return
      const hasFailed = await storeRecordings(deps, nextAttempts, signal)
      delayMs = hasFailed ? Math.min(Math.max(delayMs * 2, intervalMs), maxDelayMs) : 0
      waitsUntilMs = performance.now() + delayMs
    }),
  )
  return stack
}

/** The earliest time of the next attempt, by the id of a recording that the store has rejected. */
type NextAttempts = Map<string, number>

/** Tries each recording once, except those whose next attempt is later. Returns whether the store has failed. */
async function storeRecordings(
  deps: Deps,
  nextAttempts: NextAttempts,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, nodeId, log, recordingStorage } = deps
  const startedAt = performance.now()
  for (const [id, nextAt] of nextAttempts) if (nextAt <= startedAt) nextAttempts.delete(id)
  let hasFailed = false
  async function attempt(recording: StoredRecording, operation: () => Promise<void>): Promise<void> {
    if (signal.aborted || nextAttempts.has(recording.id)) return
    await operation().catch((error: Error) => {
      if (signal.aborted) return
      const isRejected = error instanceof RecordingStoreError && error.isPermanent
      if (isRejected) nextAttempts.set(recording.id, performance.now() + maxDelayMs)
      else hasFailed = true
      log.error('recording.store_failed', { recordingId: recording.id, message: error.message })
    })
  }
  for (const recording of await listRecordingsToDelete(database, nodeId))
    await attempt(recording, () => deleteRecording(deps, recording))
  for (const recording of await listRecordingsToStore(database, nodeId, recordingStorage.store.kind))
    await attempt(recording, () => moveToStore(deps, recording, signal))
  return hasFailed
}

/**
 * Stores the object, then removes the file, then saves where the object is: after a crash between two steps,
 * the recording exists once or twice, and the next attempt continues.
 */
async function moveToStore(
  { database, recordingStorage }: Deps,
  recording: StoredRecording,
  signal: AbortSignal,
): Promise<void> {
  const { store } = recordingStorage
  const path = getLocalPath(recordingStorage, recording)
  if (await findAudioFile(path)) await store.put(recording.key, path, signal)
  else if (!(await store.find(recording.key)))
    throw new RecordingStoreError('The recording is neither on this node nor in the store.', true)
  await rm(path, { force: true })
  await database.transaction().execute(async (transaction) => {
    await lockCall(transaction, recording.callId)
    await saveRecordingStore(transaction, recording.id, store.kind)
    // One that moves from the disk to S3 was published when it was on the disk.
    if (recording.storedIn === 'spool') await publishAudio(transaction, recording)
  })
}

/** Deletes the audio everywhere, before the row: after a crash, the next attempt finds the row. */
async function deleteRecording(
  { database, recordingStorage }: Deps,
  recording: StoredRecording,
): Promise<void> {
  const { disk, store } = recordingStorage
  await rm(getSpoolPath(recordingStorage, recording.key), { force: true })
  await disk.delete(recording.key)
  if (store !== disk) await store.delete(recording.key)
  else if (recording.storedIn === 's3')
    throw new RecordingStoreError('The recording is in S3, which is not configured.', true)
  await database.transaction().execute(async (transaction) => {
    await lockCall(transaction, recording.callId)
    await deleteRecordingRow(transaction, recording.id)
    // The others may have waited for it, except for a lost one.
    if (recording.storedIn === 'spool' && recording.state !== 'lost')
      await publishAudio(transaction, recording)
  })
}
