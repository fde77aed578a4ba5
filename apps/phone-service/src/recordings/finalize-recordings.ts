import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { finalizeRecording, listRecordings, type StoredRecording } from './recordings.ts'
import { readWavHeader } from './wav/wav.ts'

/** Finalizes the recordings of a call whose conference has closed, from the files on disk. */
export async function finalizeCallRecordings(
  database: Kysely<PhoneTables>,
  directory: string,
  callId: string,
): Promise<void> {
  const recordings = await listRecordings(database, [callId])
  const unfinished = recordings.filter(({ state }) => state === 'writing')
  for (const recording of unfinished) await finalizeFromFile(database, directory, recording, 'finished')
}

/**
 * Finalizes a recording with the duration and size of its file. A recording without a file becomes `lost`.
 */
export async function finalizeFromFile(
  database: Kysely<PhoneTables>,
  directory: string,
  recording: Pick<StoredRecording, 'file'>,
  state: 'finished' | 'recovered',
): Promise<void> {
  const path = join(directory, recording.file)
  try {
    const [{ size }, header] = await Promise.all([stat(path), readWavHeader(path)])
    const end = { state, durationMs: header.durationMs, sizeBytes: size }
    await finalizeRecording(database, recording.file, end)
  } catch {
    await finalizeRecording(database, recording.file, { state: 'lost', durationMs: 0, sizeBytes: 0 })
  }
}
