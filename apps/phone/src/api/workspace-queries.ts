import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dataProtectionQueries } from './data-protection/data-protection-queries.ts'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

/** E-mails that wait are sent meanwhile. */
const progressIntervalMs = 10_000
/** Each part of a self-test ends after seconds. */
const testIntervalMs = 1_000

/** The queries of the data protection, the mail server, the e-mails, the self-test and the audit log of the workspace. */
export function workspaceQueries(api: PhoneApi) {
  return {
    ...dataProtectionQueries(api),
    auditEntries: (userId: string | null) =>
      infiniteQueryOptions({
        queryKey: queryKeys.auditEntries(userId),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const query = { cursor: pageParam, ...(userId === null ? {} : { userId }) }
          return api('GET /audit-entries', { query }, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        staleTime: 0,
      }),
    keyScopes: () =>
      queryOptions({
        queryKey: queryKeys.keyScopes,
        queryFn: ({ signal }) => api('GET /api-keys', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    selfTest: () =>
      queryOptions({
        queryKey: queryKeys.selfTest,
        queryFn: ({ signal }) => api('GET /self-test', {}, { signal }).then(unwrap),
        staleTime: 0,
        refetchInterval: ({ state }) => Boolean(state.data?.progress) && testIntervalMs,
      }),
    mailServer: () =>
      queryOptions({
        queryKey: queryKeys.mail.server,
        queryFn: ({ signal }) => api('GET /mail-server', {}, { signal }).then(unwrap),
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data?.waiting ?? 0) > 0 && progressIntervalMs,
      }),
    mailRules: () =>
      queryOptions({
        queryKey: queryKeys.mail.rules,
        queryFn: ({ signal }) => api('GET /mail-rules', {}, { signal }).then(unwrap),
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
