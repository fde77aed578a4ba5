import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from '../phone-api.ts'
import { queryKeys } from '../query-keys.ts'

/** How often the deliveries are fetched while one is sent or due soon. */
const waitingIntervalMs = 2_000

const soonMs = 60_000

/** The queries of webhooks and of their deliveries. */
export function webhookQueries(api: PhoneApi) {
  return {
    webhooks: () =>
      queryOptions({
        queryKey: queryKeys.webhooks.list,
        queryFn: ({ signal }) => api('GET /webhooks', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    deliveries: (webhook: string) =>
      infiniteQueryOptions({
        queryKey: queryKeys.webhooks.deliveries(webhook),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api(
            'GET /webhooks/{webhook}/deliveries',
            { params: { webhook }, query: { cursor: pageParam } },
            { signal },
          ).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
        refetchInterval: ({ state }) =>
          (state.data?.pages[0]?.items.some(
            ({ state: each, retriesAt }) =>
              each === 'waiting' && retriesAt !== null && retriesAt <= Date.now() + soonMs,
          ) ??
            false) &&
          waitingIntervalMs,
      }),
  }
}
