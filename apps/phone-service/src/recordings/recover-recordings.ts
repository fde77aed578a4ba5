import { mkdir } from 'node:fs/promises'
import type { Services } from '../services.ts'
import { endByFile } from './end-recordings.ts'
import { listUnfinishedRecordings } from './recordings.ts'

/** Repairs the recordings that were being written at a crash. Returns the ids of the calls that have a recording. */
export async function recoverRecordings(
  tools: Pick<Services, 'database' | 'engine' | 'nodeId' | 'settings' | 'log'>,
): Promise<Set<string>> {
  const { recordingsDirectory } = tools.settings
  await mkdir(recordingsDirectory, { recursive: true, mode: 0o700 })
  const mended = await tools.engine.recoverRecordings(recordingsDirectory)
  if (mended.length > 0) tools.log.info('recordings.recovered', { count: mended.length })

  const unfinished = await listUnfinishedRecordings(tools.database, tools.nodeId)
  for (const recording of unfinished) {
    await endByFile(tools.database, recordingsDirectory, recording, 'recovered')
  }
  return new Set(unfinished.map(({ callId }) => callId))
}
