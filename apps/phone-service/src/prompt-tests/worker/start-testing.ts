import { runPeriodically } from '@parley/server'
import type { AnalysisDeps } from '../../call-analysis/index.ts'
import { releaseWork, runConcurrently, WorkTurns } from '../../leased-work/index.ts'
import { deleteRunsBefore } from '../records/index.ts'
import { toOldestRun } from '../serialize-run.ts'
import { takeNextTest } from './run-test.ts'

const intervalMs = 1_000
const deletionIntervalMs = 60_000
const maxDeletedRuns = 100
/** Each has a transcript in memory while it waits for its answer. */
const concurrentTests = 20
/** Less than analyses have, which their users wait for. */
const limits = { perWorkspace: 2, perOwner: 4, perNode: concurrentTests }

/** Runs tests of prompts until disposed, apart from analyses, so that neither delays the other. */
export async function startTesting(deps: AnalysisDeps): Promise<AsyncDisposable> {
  const { database, log, now } = deps
  await releaseWork(database, 'prompt_test_results', deps.nodeId)
  const onFailure = (error: Error) => log.error('prompt_test.failed', { error })
  const turns = new WorkTurns(limits)
  const stack = new AsyncDisposableStack()
  stack.use(
    runPeriodically({ intervalMs: deletionIntervalMs, onFailure }, () =>
      deleteRunsBefore(database, toOldestRun(now()), maxDeletedRuns),
    ),
  )
  stack.use(
    runConcurrently({ intervalMs, maxRunning: concurrentTests, onFailure }, () => takeNextTest(deps, turns)),
  )
  return stack
}
