import { mkdir } from 'node:fs/promises'
import type { Services } from '../services.ts'
import { finalizeFromFile } from './finalize-recordings.ts'
import { listUnfinishedRecordings } from './recordings.ts'

/**
 * Repairs the recordings that were being written at a crash. Returns the ids of the calls that have a
 * recording.
 */
export async function recoverRecordings(
  deps: Pick<Services, 'database' | 'engine' | 'nodeId' | 'settings' | 'log'>,
): Promise<Set<string>> {
  const { recordingsDirectory } = deps.settings
  await mkdir(recordingsDirectory, { recursive: true, mode: 0o700 })
  const mended = await deps.engine.recoverRecordings(recordingsDirectory)
  if (mended.length > 0) deps.log.info('recordings.recovered', { count: mended.length })

  const unfinished = await listUnfinishedRecordings(deps.database, deps.nodeId)
  for (const recording of unfinished) {
    await finalizeFromFile(deps.database, recordingsDirectory, recording, 'recovered')
  }
  return new Set(unfinished.map(({ callId }) => callId))
}
