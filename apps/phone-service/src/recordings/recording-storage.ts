import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { defaultMinFreeDiskBytes } from '@parley/server'
import type { StoredRecording } from './recordings.ts'
import { findAudioFile } from './store/audio-file.ts'
import { createDiskStore } from './store/disk-store.ts'
import { isMissing } from './store/is-missing.ts'
import type { Audio, RecordingStore } from './store/recording-store.ts'
import { createS3Store, type S3Options } from './store/s3-store.ts'

/** The service of this module. */
export interface RecordingStorageService {
  readonly recordingStorage: RecordingStorage
}

/**
 * The places of recordings. They are written to the spool of their node, so that a crash loses at most a
 * second, and moved to the store when they are finished.
 */
export interface RecordingStorage {
  readonly spoolDirectory: string
  /** The directory of the disk store. */
  readonly diskDirectory: string
  /** The store to which recordings are moved. */
  readonly store: RecordingStore
  /** The disk store, which has the recordings from before S3 was configured. */
  readonly disk: RecordingStore
  readonly limits: RecordingLimits
}

export interface RecordingLimits {
  /** Size of all recordings of a workspace. */
  readonly maxBytesPerWorkspace: number
  /** Below it, nothing is recorded, so that the database on the same disk can continue. */
  readonly minFreeDiskBytes: number
}

export interface RecordingOptions extends Partial<RecordingLimits> {
  /** The bucket in which finished recordings are stored. Default: they are stored in the data directory. */
  readonly s3?: S3Options | undefined
}

const defaultLimits: RecordingLimits = {
  maxBytesPerWorkspace: 50_000_000_000,
  minFreeDiskBytes: defaultMinFreeDiskBytes,
}

export async function openRecordingStorage(
  dataDirectory: string,
  { s3, ...limits }: RecordingOptions = {},
): Promise<RecordingStorage> {
  const diskDirectory = join(dataDirectory, 'recordings')
  const spoolDirectory = join(dataDirectory, 'recordings-spool')
  for (const directory of [diskDirectory, spoolDirectory])
    await mkdir(directory, { recursive: true, mode: 0o700 })
  const disk = createDiskStore(diskDirectory)
  return {
    spoolDirectory,
    diskDirectory,
    disk,
    store: s3 ? await createS3Store(s3) : disk,
    limits: { ...defaultLimits, ...limits },
  }
}

/** Returns the key of a recording that is written to `file` in the spool. */
export function toRecordingKey(
  { workspaceId, callId }: Pick<StoredRecording, 'workspaceId' | 'callId'>,
  file: string,
): string {
  return `${workspaceId}/${callId}/${basename(file)}`
}

export function getSpoolPath({ spoolDirectory }: RecordingStorage, key: string): string {
  return join(spoolDirectory, basename(key))
}

/** Returns the path of a recording that is on the disk of this node. */
export function getLocalPath(
  storage: RecordingStorage,
  { key, storedIn }: Pick<StoredRecording, 'key' | 'storedIn'>,
): string {
  return storedIn === 'disk' ? join(storage.diskDirectory, key) : getSpoolPath(storage, key)
}

/**
 * Returns the audio of a recording, or null when this node does not have it.
 *
 * @throws {RecordingStoreError}
 */
export async function findRecordingAudio(
  { recordingStorage }: RecordingStorageService,
  recording: StoredRecording,
): Promise<Audio | null> {
  const { store } = recordingStorage
  if (recording.storedIn === 's3') return store.kind === 's3' ? await store.find(recording.key) : null
  const file = await findAudioFile(getLocalPath(recordingStorage, recording))
  if (!file) return await store.find(recording.key)
  return {
    totalBytes: file.totalBytes,
    async *read(start, end) {
      try {
        yield* file.read(start, end)
      } catch (error) {
        if (!isMissing(error)) throw error
        // Moved to the store since it was found.
        const moved = await store.find(recording.key)
        if (!moved) throw error
        yield* moved.read(start, end)
      }
    },
  }
}
