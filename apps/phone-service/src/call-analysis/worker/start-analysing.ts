import { runPeriodically } from '@parley/server'
import { BusyWorkspaces } from '../../transcription/index.ts'
import { releaseAnalyses } from '../records/index.ts'
import { analyseNextCall } from './analyse-call.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { startAutomaticAnalyses } from './start-automatic.ts'

const intervalMs = 1_000
const automaticIntervalMs = 3_000
const concurrentAnalyses = 4
/** One workspace does not occupy the node. */
const concurrentAnalysesPerWorkspace = 2

/**
 * Analyses calls until disposed. Requests are rows: each is taken by one node for a limited time, and repeated when that
 * has passed.
 */
export async function startAnalysing(deps: AnalysisDeps): Promise<AsyncDisposable> {
  await releaseAnalyses(deps.database, deps.nodeId)
  const onFailure = (error: Error) => deps.log.error('analysis.failed', { error })
  const busy = new BusyWorkspaces(concurrentAnalysesPerWorkspace)
  const stack = new AsyncDisposableStack()
  stack.use(
    runPeriodically({ intervalMs: automaticIntervalMs, onFailure }, () => startAutomaticAnalyses(deps)),
  )
  for (let index = 0; index < concurrentAnalyses; index += 1)
    stack.use(
      runPeriodically({ intervalMs, onFailure }, async (signal) =>
        (await analyseNextCall(deps, busy, signal)) ? 'more' : undefined,
      ),
    )
  return stack
}
