import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { getLocalPath, type RecordingStorage, toRecordingKey } from './recording-storage.ts'
import { finalizeRecording, type StoredRecording } from './recordings.ts'
import { findAudioFile } from './store/audio-file.ts'
import { listUnfinishedOfCall } from './unfinished-recordings.ts'
import { readWavHeader } from './wav/wav.ts'

/** Finalizes the recordings of a call whose conference has closed, from the files in the spool. */
export async function finalizeCallRecordings(
  database: Kysely<PhoneTables>,
  storage: RecordingStorage,
  callId: string,
): Promise<void> {
  for (const recording of await listUnfinishedOfCall(database, callId))
    await finalizeFromFile(database, storage, recording, 'finished')
}

/** Finalizes a recording of a call whose file the engine has finished. */
export async function finalizeRecordingFile(
  database: Kysely<PhoneTables>,
  storage: RecordingStorage,
  call: { readonly workspaceId: string; readonly callId: string },
  file: string,
): Promise<void> {
  await finalizeFromFile(
    database,
    storage,
    { key: toRecordingKey(call, file), storedIn: 'spool' },
    'finished',
  )
}

/** Finalizes a recording with the duration and size of its file. A recording without a file becomes `lost`. */
export async function finalizeFromFile(
  database: Kysely<PhoneTables>,
  storage: RecordingStorage,
  recording: Pick<StoredRecording, 'key' | 'storedIn'>,
  state: 'finished' | 'recovered',
): Promise<void> {
  const size = await measureFile(getLocalPath(storage, recording))
  await finalizeRecording(
    database,
    recording.key,
    size ? { state, ...size } : { state: 'lost', durationMs: 0, sizeBytes: 0 },
  )
}

/** Returns the duration and size of a WAV file, or null when it is missing or cannot be read. */
async function measureFile(path: string): Promise<{ durationMs: number; sizeBytes: number } | null> {
  try {
    const audio = await findAudioFile(path)
    if (!audio) return null
    const { durationMs } = await readWavHeader(audio)
    return { durationMs, sizeBytes: audio.totalBytes }
  } catch {
    return null
  }
}
