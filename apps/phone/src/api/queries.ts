import { NetworkError, UnexpectedResponseError, unwrap } from '@parley/client'
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { callDetailQueries } from './call-detail-queries.ts'
import { colleagueQueries } from './colleague-queries.ts'
import { contactImportQueries } from './contact-files/contact-import-queries.ts'
import { contactQueries } from './contact-queries.ts'
import { webhookQueries } from './integrations/webhook-queries.ts'
import type { PhoneApi } from './phone-api.ts'
import { type CallListRequest, queryKeys } from './query-keys.ts'
import { transcriptQueries } from './transcript-queries.ts'
import { workspaceQueries } from './workspace-queries.ts'

const staleTimeMs = 5 * 60_000
/** The signed URL is valid for five minutes; it is refreshed shortly before. */
export const linkRefreshMs = 4 * 60_000

/** Creates the cache of responses. They are fresh for five minutes. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleTimeMs, retry: (failures, error) => failures < 1 && mayRepeat(error) },
    },
  })
}

/** Returns whether a failed query may succeed when it is repeated, and the client has not done so. */
function mayRepeat(error: Error): boolean {
  if (error instanceof NetworkError) return error.diagnostics.method === 'POST'
  return error instanceof UnexpectedResponseError
}

/** The queries of all screens. */
export function phoneQueries(api: PhoneApi) {
  return {
    /** Is fetched again when the phone is opened again: the workspace may have changed meanwhile. */
    me: (userId: string, selectedWorkspaceId: string | null) =>
      queryOptions({
        queryKey: queryKeys.me(userId, selectedWorkspaceId),
        queryFn: ({ signal }) => api('GET /me', {}, { signal }).then(unwrap),
        gcTime: 0,
      }),
    settings: () =>
      queryOptions({
        queryKey: queryKeys.settings,
        queryFn: ({ signal }) => api('GET /me/settings', {}, { signal }).then(unwrap),
      }),
    limits: () =>
      queryOptions({
        queryKey: queryKeys.limits,
        queryFn: ({ signal }) => api('GET /limits', {}, { signal }).then(unwrap),
      }),
    mailStatus: () =>
      queryOptions({
        queryKey: queryKeys.mailStatus,
        queryFn: ({ signal }) => api('GET /me/mails', {}, { signal }).then(unwrap),
      }),
    ...numberQueries(api),
    ...costQueries(api),
    ...callQueries(api),
    ...callDetailQueries(api),
    ...transcriptQueries(api),
    ...workspaceQueries(api),
    ...webhookQueries(api),
    ...voicemailQueries(api),
    ...routingQueries(api),
    ...contactQueries(api),
    ...contactImportQueries(api),
    ...colleagueQueries(api),
  }
}

/** The queries of the numbers and trunks of the user, and of the numbers which the user calls or blocks. */
function numberQueries(api: PhoneApi) {
  return {
    blockedNumbers: () =>
      queryOptions({
        queryKey: queryKeys.blockedNumbers,
        queryFn: ({ signal }) => api('GET /blocked-numbers', {}, { signal }).then(unwrap),
      }),
    phoneVerifications: () =>
      queryOptions({
        queryKey: queryKeys.phoneVerifications,
        queryFn: ({ signal }) => api('GET /phone-verifications', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    trunks: () =>
      queryOptions({
        queryKey: queryKeys.trunks,
        queryFn: ({ signal }) => api('GET /trunks', {}, { signal }).then(unwrap),
      }),
    numberCheck: (input: string, from: string | undefined) =>
      queryOptions({
        queryKey: queryKeys.numberChecks.of(input, from),
        queryFn: ({ signal }) =>
          api('POST /numbers/check', { body: { typed: input, from } }, { signal }).then(unwrap),
        // A new trunk, another limit or the next day may allow the call, and a refusal disables the button.
        staleTime: ({ state }) => (state.data?.refusal ? 0 : staleTimeMs),
      }),
  }
}

function costQueries(api: PhoneApi) {
  return {
    dailyLimits: () =>
      queryOptions({
        queryKey: queryKeys.dailyLimits,
        queryFn: ({ signal }) => api('GET /limits/daily', {}, { signal }).then(unwrap),
      }),
    emergencyRoute: () =>
      queryOptions({
        queryKey: queryKeys.emergencyRoute,
        queryFn: ({ signal }) => api('GET /emergency-route', {}, { signal }).then(unwrap),
      }),
    /** Is fetched again when the page is opened again: calls change it. */
    usage: (days: number) =>
      queryOptions({
        queryKey: queryKeys.usage(days),
        queryFn: ({ signal }) => api('GET /usage', { query: { days } }, { signal }).then(unwrap),
        staleTime: 0,
        placeholderData: (before) => before,
      }),
    /** Is fetched again when the page is opened again: calls change it. */
    storage: () =>
      queryOptions({
        queryKey: queryKeys.storage,
        queryFn: ({ signal }) => api('GET /usage/storage', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    priceTable: () =>
      queryOptions({
        queryKey: queryKeys.priceTable,
        queryFn: ({ signal }) => api('GET /price-table', {}, { signal }).then(unwrap),
      }),
    /** The calls that a limit or a rule stopped. Fetched again when the page is opened again. */
    refusals: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.refusals,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /limits/refusals', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
      }),
  }
}

function callQueries(api: PhoneApi) {
  return {
    ...waitingQueries(api),
    missedCount: () =>
      queryOptions({
        queryKey: queryKeys.calls.missedCount,
        queryFn: ({ signal }) => api('GET /calls/missed/count', {}, { signal }).then(unwrap),
      }),
    calls: (requests: CallListRequest) =>
      infiniteQueryOptions({
        queryKey: queryKeys.calls.list(requests),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const query = { ...requests, search: requests.search || undefined, cursor: pageParam }
          return api('GET /calls', { query }, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: (before) => before,
      }),
    /** The latest calls with a number, as one page. */
    callsWith: (number: string) =>
      queryOptions({
        queryKey: queryKeys.calls.with(number),
        queryFn: ({ signal }) =>
          api('GET /calls', { query: { search: number, limit: 200 } }, { signal }).then(unwrap),
      }),
    call: (id: string) =>
      queryOptions({
        queryKey: queryKeys.calls.one(id),
        queryFn: ({ signal }) => api('GET /calls/{call}', { params: { call: id } }, { signal }).then(unwrap),
      }),
    peaks: (recording: string) =>
      queryOptions({
        queryKey: queryKeys.peaks(recording),
        queryFn: ({ signal }) => {
          const input = { params: { recording }, query: { count: 600 } }
          return api('GET /recordings/{recording}/peaks', input, { signal }).then(unwrap)
        },
      }),
    /** The signed URL of the audio of a call. */
    audioLink: (call: string) =>
      queryOptions({
        queryKey: queryKeys.audioLink(call),
        queryFn: ({ signal }) =>
          api('POST /calls/{call}/audio-links', { params: { call } }, { signal }).then(unwrap),
        staleTime: linkRefreshMs,
        refetchOnWindowFocus: false,
      }),
  }
}

function waitingQueries(api: PhoneApi) {
  return {
    /** The parked calls of the workspace. */
    parkedCalls: () =>
      queryOptions({
        queryKey: queryKeys.parkedCalls,
        queryFn: ({ signal }) => api('GET /calls/parked', {}, { signal }).then(unwrap),
      }),
    /** The callers who wait in the queues of the user. */
    waitingCalls: () =>
      queryOptions({
        queryKey: queryKeys.waitingCalls,
        queryFn: ({ signal }) => api('GET /calls/waiting', {}, { signal }).then(unwrap),
      }),
  }
}

function routingQueries(api: PhoneApi) {
  return {
    /** Is fetched again when the page is opened again: another administrator may have changed it. */
    routing: () =>
      queryOptions({
        queryKey: queryKeys.routing,
        queryFn: ({ signal }) => api('GET /routing', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    announcements: () =>
      queryOptions({
        queryKey: queryKeys.announcements,
        queryFn: ({ signal }) => api('GET /announcements', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    greeting: () =>
      queryOptions({
        queryKey: queryKeys.greeting,
        queryFn: ({ signal }) => api('GET /me/greeting', {}, { signal }).then(unwrap),
      }),
  }
}

function voicemailQueries(api: PhoneApi) {
  return {
    voicemails: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.voicemails.list,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /voicemails', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),
    voicemailCount: () =>
      queryOptions({
        queryKey: queryKeys.voicemails.count,
        queryFn: ({ signal }) => api('GET /voicemails/count', {}, { signal }).then(unwrap),
      }),
  }
}

export type PhoneQueries = ReturnType<typeof phoneQueries>
