import { unwrap } from '@parley/client'
import type { contactTimeline } from '@parley/contract/phone'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

export type TimelineFilter = 'all' | contactTimeline.TimelineKind

/** The queries of what members add to calls, and of the timelines of contacts. */
export function callDetailQueries(api: PhoneApi) {
  return {
    summaryMail: (call: string, analysis: string) =>
      queryOptions({
        queryKey: queryKeys.calls.summaryMail(call, analysis),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/analyses/{analysis}/mail', { params: { call, analysis } }, { signal }).then(
            unwrap,
          ),
        // Texts of action items may have changed.
        staleTime: 0,
      }),
    assignedCount: () =>
      queryOptions({
        queryKey: queryKeys.calls.assignedCount,
        queryFn: ({ signal }) => api('GET /calls/assigned/count', {}, { signal }).then(unwrap),
      }),
    /** The tags to suggest for a call. */
    usedTags: () =>
      queryOptions({
        queryKey: queryKeys.calls.usedTags,
        queryFn: ({ signal }) => api('GET /calls/tags', { query: {} }, { signal }).then(unwrap),
      }),
    comments: (call: string) =>
      infiniteQueryOptions({
        queryKey: queryKeys.calls.comments(call),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const input = { params: { call }, query: { cursor: pageParam } }
          return api('GET /calls/{call}/comments', input, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),
    /** The numbers computed from the audio of a call. */
    callMetrics: (call: string) =>
      queryOptions({
        queryKey: queryKeys.calls.metrics(call),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/metrics', { params: { call } }, { signal }).then(unwrap),
      }),
    timeline: (contact: string, kind: TimelineFilter) =>
      infiniteQueryOptions({
        queryKey: queryKeys.calls.timeline(contact, kind),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const input = { params: { contact }, query: { kind, cursor: pageParam } }
          return api('GET /contacts/{contact}/timeline', input, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: (before) => before,
      }),
  }
}
