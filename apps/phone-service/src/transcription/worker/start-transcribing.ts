import { runPeriodically } from '@parley/server'
import { releaseWork } from '../records/index.ts'
import { planNextTrack } from './plan-track.ts'
import { startAutomaticTranscriptions } from './start-automatic.ts'
import { BusyWorkspaces, transcribeNextChunk } from './transcribe-chunk.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

const intervalMs = 1_000
const automaticIntervalMs = 3_000
const concurrentChunks = 4
/** One workspace does not occupy the node. */
const concurrentChunksPerWorkspace = 2

/**
 * Transcribes recorded calls until disposed. Requests are rows: each recording, and each chunk of its speech, is taken by
 * one node for a limited time, and repeated when that has passed. A chunk that is transcribed is not sent again.
 */
export async function startTranscribing(deps: TranscriptionDeps): Promise<AsyncDisposable> {
  await releaseWork(deps.database, deps.nodeId)
  const onFailure = (error: Error) => deps.log.error('transcription.failed', { error })
  const busy = new BusyWorkspaces(concurrentChunksPerWorkspace)
  const stack = new AsyncDisposableStack()
  const repeat = (everyMs: number, run: (signal: AbortSignal) => Promise<boolean>) =>
    stack.use(
      runPeriodically({ intervalMs: everyMs, onFailure }, async (signal) =>
        (await run(signal)) ? 'more' : undefined,
      ),
    )
  repeat(automaticIntervalMs, async () => {
    await startAutomaticTranscriptions(deps)
    return false
  })
  repeat(intervalMs, (signal) => planNextTrack(deps, signal))
  for (let index = 0; index < concurrentChunks; index += 1)
    repeat(intervalMs, (signal) => transcribeNextChunk(deps, busy, signal))
  return stack
}
