import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runPeriodically } from '@parley/server'
import type { Services } from '../services.ts'
import type { RecordingStorageService } from './recording-storage.ts'
import { listRecordingFiles } from './recordings.ts'

type Deps = Pick<Services, 'database' | 'log'> & RecordingStorageService

const intervalMs = 60 * 60_000
/** A call saves its recordings as soon as they begin, or when the database responds again. */
const minAgeMs = 24 * 60 * 60_000

/** The files that the engine writes: the id of the recording and that of the leg. */
const recordingFile = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.[^/]+\.wav$/

/**
 * Removes audio from the spool of this node that belongs to no recording, until disposed. A process leaves it when it
 * crashes before the recording is saved. No user could play it or delete it.
 */
export function startRemovingOrphanedAudio(deps: Deps): AsyncDisposable {
  const onFailure = (error: Error) => deps.log.error('recordings.orphan_removal_failed', { error })
  return runPeriodically({ intervalMs, onFailure }, () => removeOrphanedAudio(deps))
}

async function removeOrphanedAudio({ database, log, recordingStorage }: Deps): Promise<void> {
  const { spoolDirectory } = recordingStorage
  const old = await listOldFiles(spoolDirectory)
  if (old.length === 0) return
  const known = await listRecordingFiles(database, old)
  const orphaned = old.filter((name) => !known.has(name))
  for (const name of orphaned) await rm(join(spoolDirectory, name), { force: true })
  if (orphaned.length > 0) log.warn('recordings.orphans_removed', { count: orphaned.length })
}

async function listOldFiles(directory: string): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(directory)) {
    if (!recordingFile.test(name)) continue
    // Moved to the store meanwhile.
    const file = await stat(join(directory, name)).catch(() => null)
    if (file && file.mtimeMs < Date.now() - minAgeMs) old.push(name)
  }
  return old
}
