import { unwrap } from '@parley/client'
import { queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from '../phone-api.ts'
import { queryKeys } from '../query-keys.ts'

/** While a run is running. */
const progressIntervalMs = 1_500

/** The queries of the test runs of the prompt, and of reference calls. */
export function promptTestQueries(api: PhoneApi) {
  return {
    testRuns: () =>
      queryOptions({
        queryKey: queryKeys.promptTests.runs,
        queryFn: ({ signal }) => api('GET /analysis-prompt/test-runs', {}, { signal }).then(unwrap),
        // Another administrator may have started one.
        staleTime: 0,
        refetchInterval: ({ state }) =>
          (state.data?.items.some((run) => run.state === 'running') ?? false) && progressIntervalMs,
      }),
    testRun: (run: string) =>
      queryOptions({
        queryKey: queryKeys.promptTests.run(run),
        queryFn: ({ signal }) =>
          api('GET /analysis-prompt/test-runs/{run}', { params: { run } }, { signal }).then(unwrap),
        staleTime: 0,
        refetchInterval: ({ state }) => state.data?.state === 'running' && progressIntervalMs,
      }),
    referenceCalls: () =>
      queryOptions({
        queryKey: queryKeys.promptTests.references,
        queryFn: ({ signal }) => api('GET /analysis-prompt/reference-calls', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
  }
}
