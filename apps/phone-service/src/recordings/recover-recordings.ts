import { dirname } from 'node:path'
import type { Services } from '../services.ts'
import { finalizeFromFile } from './finalize-recordings.ts'
import { getLocalPath, type RecordingStorageService } from './recording-storage.ts'
import { listLostRecordings, listUnfinishedRecordings } from './unfinished-recordings.ts'

/** Repairs the recordings that were being written at a crash, also when the node has not run for a day since. */
export async function recoverRecordings(
  deps: Pick<Services, 'database' | 'engine' | 'nodeId' | 'log'> & RecordingStorageService,
): Promise<void> {
  const { database, engine, nodeId, log, recordingStorage } = deps
  const unfinished = [
    ...(await listUnfinishedRecordings(database, nodeId)),
    ...(await listLostRecordings(database, nodeId)),
  ]
  // An earlier version wrote recordings to the directories in which it stored them.
  const directories = unfinished.map((recording) => dirname(getLocalPath(recordingStorage, recording)))
  for (const directory of new Set([recordingStorage.spoolDirectory, ...directories])) {
    const repaired = await engine.recoverRecordings(directory)
    if (repaired.length > 0) log.info('recordings.recovered', { count: repaired.length })
  }
  for (const recording of unfinished)
    await finalizeFromFile(database, recordingStorage, recording, 'recovered')
}
