import { runPeriodically } from '@parley/server'
import { releaseWork, runConcurrently, WorkTurns } from '../../leased-work/index.ts'
import { planNextTrack } from './plan-track.ts'
import { startAutomaticTranscriptions } from './start-automatic.ts'
import { takeNextChunk } from './transcribe-chunk.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

const intervalMs = 1_000
const automaticIntervalMs = 3_000
/** A request costs little but the time in which it waits for its response. */
const concurrentChunks = 100
/** Neither one workspace nor some users with many of them occupy the node. */
const chunkLimits = { perWorkspace: 2, perOwner: 10, perNode: concurrentChunks }

/**
 * Transcribes recorded calls until disposed. Requests are rows: each recording, and each chunk of its speech, is taken by
 * one node for a limited time, and repeated when that has passed. A chunk that is transcribed is not sent again.
 */
export async function startTranscribing(deps: TranscriptionDeps): Promise<AsyncDisposable> {
  await releaseWork(deps.database, 'transcription_tracks', deps.nodeId)
  await releaseWork(deps.database, 'transcription_chunks', deps.nodeId)
  const onFailure = (error: Error) => deps.log.error('transcription.failed', { error })
  const stack = new AsyncDisposableStack()
  const trackTurns = new WorkTurns({ perWorkspace: 1, perOwner: 1, perNode: Number.POSITIVE_INFINITY })
  const chunkTurns = new WorkTurns(chunkLimits)
  stack.use(
    runPeriodically({ intervalMs: automaticIntervalMs, onFailure }, () => startAutomaticTranscriptions(deps)),
  )
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async (signal) =>
      (await planNextTrack(deps, trackTurns, signal)) ? 'more' : undefined,
    ),
  )
  stack.use(
    runConcurrently({ intervalMs, maxRunning: concurrentChunks, onFailure }, () =>
      takeNextChunk(deps, chunkTurns),
    ),
  )
  return stack
}
