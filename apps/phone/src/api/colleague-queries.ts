import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

/** Open browsers are not notified of new names, and may miss a new member, so lists are fresh for a short time only. */
const colleaguesStaleTimeMs = 30_000

/** The queries of the members of the workspace. */
export function colleagueQueries(api: PhoneApi) {
  return {
    colleagues: (search: string) =>
      infiniteQueryOptions({
        queryKey: queryKeys.colleagues.list(search),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const query = { search: search || undefined, cursor: pageParam }
          return api('GET /colleagues', { query }, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: (before) => before,
        staleTime: colleaguesStaleTimeMs,
      }),
    /** One page, because a workspace has no more members. */
    allColleagues: () =>
      queryOptions({
        queryKey: queryKeys.colleagues.every,
        queryFn: ({ signal }) => api('GET /colleagues', { query: { limit: 500 } }, { signal }).then(unwrap),
        staleTime: colleaguesStaleTimeMs,
      }),
    /** Null if the user is no colleague. */
    colleague: (user: string) =>
      queryOptions({
        queryKey: queryKeys.colleagues.one(user),
        queryFn: async ({ signal }) => {
          const { items } = unwrap(await api('GET /colleagues', { query: { user } }, { signal }))
          return items[0] ?? null
        },
        staleTime: colleaguesStaleTimeMs,
      }),
    colleagueMatches: (search: string) =>
      queryOptions({
        queryKey: queryKeys.colleagues.matches(search),
        queryFn: ({ signal }) =>
          api('GET /colleagues', { query: { search, limit: 20 } }, { signal }).then(unwrap),
        placeholderData: (before) => before,
        staleTime: colleaguesStaleTimeMs,
      }),
  }
}
