import { runPeriodically } from '@parley/server'
import { releaseWork, runConcurrently, WorkTurns } from '../../leased-work/index.ts'
import { takeNextAnalysis } from './analyse-call.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { startAutomaticAnalyses } from './start-automatic.ts'

const intervalMs = 1_000
const automaticIntervalMs = 3_000
/** Each has a transcript in memory while it waits for its answer. */
const concurrentAnalyses = 50
/** Neither one workspace nor some users with many of them occupy the node. */
const limits = { perWorkspace: 2, perOwner: 10, perNode: concurrentAnalyses }

/**
 * Analyses calls until disposed. Requests are rows: each is taken by one node for a limited time, and repeated when that
 * has passed.
 */
export async function startAnalysing(deps: AnalysisDeps): Promise<AsyncDisposable> {
  await releaseWork(deps.database, 'call_analyses', deps.nodeId)
  const onFailure = (error: Error) => deps.log.error('analysis.failed', { error })
  const turns = new WorkTurns(limits)
  const stack = new AsyncDisposableStack()
  stack.use(
    runPeriodically({ intervalMs: automaticIntervalMs, onFailure }, () => startAutomaticAnalyses(deps)),
  )
  stack.use(
    runConcurrently({ intervalMs, maxRunning: concurrentAnalyses, onFailure }, () =>
      takeNextAnalysis(deps, turns),
    ),
  )
  return stack
}
