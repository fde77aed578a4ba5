import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from '../phone-api.ts'
import { queryKeys } from '../query-keys.ts'

/** The queries of the prompt that analyses calls. */
export function analysisPromptQueries(api: PhoneApi) {
  return {
    analysisPrompt: () =>
      queryOptions({
        queryKey: queryKeys.analysisPrompt.current,
        queryFn: ({ signal }) => api('GET /analysis-prompt', {}, { signal }).then(unwrap),
        // Another administrator may have edited it.
        staleTime: 0,
      }),
    promptVersions: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.analysisPrompt.versions,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /analysis-prompt/versions', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),
    promptVersion: (number: number) =>
      queryOptions({
        queryKey: queryKeys.analysisPrompt.version(number),
        queryFn: ({ signal }) =>
          api(
            'GET /analysis-prompt/versions/{version}',
            { params: { version: String(number) } },
            { signal },
          ).then(unwrap),
        // A version never changes.
        staleTime: Number.POSITIVE_INFINITY,
      }),
  }
}
