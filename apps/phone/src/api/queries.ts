import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { PhoneApiError } from './errors.ts'
import type { PhoneApi } from './phone-api.ts'

const staleTimeMs = 5 * 60_000

/** Responses are fresh for five minutes. Failed queries are retried once, except after an API error. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        retry: (failures, error) => failures < 1 && !(error instanceof PhoneApiError),
      },
    },
  })
}

export type CallFilter = 'all' | 'missed' | 'recorded'

/** The queries of all screens. Each key starts with the resource that invalidates it. */
export function phoneQueries(api: PhoneApi) {
  return {
    me: () => queryOptions({ queryKey: ['me'], queryFn: () => api('GET /me', {}) }),
    limits: () => queryOptions({ queryKey: ['limits'], queryFn: () => api('GET /limits', {}) }),
    missedCount: () =>
      queryOptions({ queryKey: ['calls', 'missed'], queryFn: () => api('GET /calls/missed/count', {}) }),
    calls: (requests: { filter: CallFilter; search: string; contact?: string }) =>
      infiniteQueryOptions({
        queryKey: ['calls', 'list', requests],
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam }) => api('GET /calls', { query: { ...requests, cursor: pageParam } }),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: keepPreviousData,
      }),
    /** The latest calls with a number, as one page. */
    callsWith: (number: string) =>
      queryOptions({
        queryKey: ['calls', 'with', number],
        queryFn: () => api('GET /calls', { query: { search: number, limit: 200 } }),
      }),
    call: (id: string) =>
      queryOptions({
        queryKey: ['calls', 'one', id],
        queryFn: () => api('GET /calls/{call}', { params: { call: id } }),
      }),
    peaks: (recording: string) =>
      queryOptions({
        queryKey: ['peaks', recording],
        queryFn: () =>
          api('GET /recordings/{recording}/peaks', { params: { recording }, query: { count: 600 } }),
      }),
    contacts: (search: string) =>
      infiniteQueryOptions({
        queryKey: ['contacts', 'list', search],
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam }) =>
          api('GET /contacts', { query: { search, cursor: pageParam, limit: 500 } }),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: keepPreviousData,
      }),
    contact: (id: string) =>
      queryOptions({
        queryKey: ['contacts', 'one', id],
        queryFn: () => api('GET /contacts/{contact}', { params: { contact: id } }),
      }),
    contactMatches: (search: string) =>
      queryOptions({
        queryKey: ['contacts', 'matches', search],
        queryFn: () => api('GET /contacts', { query: { search, limit: 5 } }),
        placeholderData: keepPreviousData,
      }),
    numberCheck: (typed: string, from: string | undefined) =>
      queryOptions({
        queryKey: ['number', typed, from ?? ''],
        queryFn: () => api('POST /numbers/check', { body: { typed, from } }),
      }),
    trunks: () => queryOptions({ queryKey: ['trunks'], queryFn: () => api('GET /trunks', {}) }),
  }
}

export type PhoneQueries = ReturnType<typeof phoneQueries>
