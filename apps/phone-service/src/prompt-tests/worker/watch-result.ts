import { runPeriodically } from '@parley/server'
import type { AnalysisDeps } from '../../call-analysis/index.ts'
import { isWanted } from '../records/index.ts'

const intervalMs = 1_000

/** Finds out, at any node, that the run of a result was cancelled or deleted, so that its request is not paid further. */
export function watchResult({ database, log }: AnalysisDeps, id: string) {
  const unwanted = new AbortController()
  const onFailure = (error: Error) => log.error('prompt_test.watch_failed', { error })
  const watch = runPeriodically({ intervalMs, onFailure }, async () => {
    if (!(await isWanted(database, id))) unwanted.abort()
  })
  return {
    signal: unwanted.signal,
    end: () => void watch[Symbol.asyncDispose](),
  }
}
