import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from '../phone-api.ts'
import { queryKeys } from '../query-keys.ts'

/** Data is erased meanwhile. */
const progressIntervalMs = 10_000

/** The announcements that a list shows. */
export interface LedgerFilter {
  readonly filter: 'all' | 'played' | 'incomplete'
  readonly from?: number
  readonly until?: number
}

/** The queries of how long data is stored, of its erasure, and of announcements of recordings. */
export function dataProtectionQueries(api: PhoneApi) {
  return {
    retention: () =>
      queryOptions({
        queryKey: queryKeys.retention,
        queryFn: ({ signal }) => api('GET /retention', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    erasures: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.erasures,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /erasures', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
        refetchInterval: ({ state }) =>
          (state.data?.pages.some(({ items }) => items.some((each) => each.completedAt === null)) ?? false) &&
          progressIntervalMs,
      }),
    formerMembers: () =>
      queryOptions({
        queryKey: queryKeys.formerMembers,
        queryFn: ({ signal }) => api('GET /former-members', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    callAnnouncements: (call: string) =>
      queryOptions({
        queryKey: queryKeys.callAnnouncements(call),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/announcements', { params: { call } }, { signal }).then(unwrap),
        staleTime: 0,
      }),
    announcementLedger: (filter: LedgerFilter) =>
      infiniteQueryOptions({
        queryKey: queryKeys.announcementLedger(filter),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /recording-announcements', { query: { ...filter, cursor: pageParam } }, { signal }).then(
            unwrap,
          ),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
      }),
  }
}
