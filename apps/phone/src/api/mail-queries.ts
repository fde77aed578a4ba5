import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

/** E-mails that wait are sent meanwhile. */
const progressIntervalMs = 10_000

/** The queries of the mail server of the workspace and of its e-mails. */
export function mailQueries(api: PhoneApi) {
  return {
    mailServer: () =>
      queryOptions({
        queryKey: queryKeys.mail.server,
        queryFn: ({ signal }) => api('GET /mail-server', {}, { signal }).then(unwrap),
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.waiting ?? 0) > 0 && progressIntervalMs,
      }),
    mails: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.mail.list,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /mails', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
        refetchInterval: ({ state }) =>
          (state.data?.pages.some(({ items }) => items.some((each) => each.state === 'waiting')) ?? false) &&
          progressIntervalMs,
      }),
  }
}
