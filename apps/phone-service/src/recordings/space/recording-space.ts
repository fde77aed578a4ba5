import { PhoneError } from '@parley/contract/phone'
import { isDiskFull } from '@parley/server'
import type { Services } from '../../services.ts'
import { getSpoolPath, type RecordingStorage, type RecordingStorageService } from '../recording-storage.ts'
import { listWrittenKeys, saveWrittenSize, sumRecordingBytes } from '../recordings.ts'
import { findAudioFile } from '../store/audio-file.ts'

type Deps = Pick<Services, 'database'> & RecordingStorageService

/** Why nothing can be recorded. */
type SpaceProblem = 'RECORDING_QUOTA_REACHED' | 'RECORDING_DISK_FULL'

/** Returns why nothing can be recorded in a workspace, or null. */
export async function findSpaceProblem(deps: Deps, workspaceId: string): Promise<SpaceProblem | null> {
  const { database, recordingStorage } = deps
  if (await isAnyDiskFull(recordingStorage)) return 'RECORDING_DISK_FULL'
  const { maxBytesPerWorkspace } = recordingStorage.limits
  return (await sumRecordingBytes(database, workspaceId)) < maxBytesPerWorkspace
    ? null
    : 'RECORDING_QUOTA_REACHED'
}

/** @throws {PhoneError} `RECORDING_QUOTA_REACHED`, `RECORDING_DISK_FULL` */
export async function requireRecordingSpace(deps: Deps, workspaceId: string): Promise<void> {
  const problem = await findSpaceProblem(deps, workspaceId)
  if (problem) throw new PhoneError(problem)
}

async function isAnyDiskFull(storage: RecordingStorage): Promise<boolean> {
  const { spoolDirectory, diskDirectory, store, limits } = storage
  // The operator may have mounted them separately.
  const directories = store.kind === 'disk' ? [spoolDirectory, diskDirectory] : [spoolDirectory]
  // A missing directory is reported when a recording starts.
  for (const directory of directories) if (await isDiskFull(directory, limits.minFreeDiskBytes)) return true
  return false
}

/** Saves the sizes of the recordings of a call that this node is writing, which count on all nodes. */
export async function saveWrittenSizes({ database, recordingStorage }: Deps, callId: string): Promise<void> {
  for (const key of await listWrittenKeys(database, callId)) {
    const file = await findAudioFile(getSpoolPath(recordingStorage, key))
    if (file) await saveWrittenSize(database, key, file.totalBytes)
  }
}
