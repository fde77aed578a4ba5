import { unwrap } from '@parley/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

/** The queries of contacts, their custom fields, duplicates and changes. */
export function contactQueries(api: PhoneApi) {
  return {
    contacts: (search: string) =>
      infiniteQueryOptions({
        queryKey: queryKeys.contacts.list(search),
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) => {
          const query = { search: search || undefined, cursor: pageParam, limit: 500 }
          return api('GET /contacts', { query }, { signal }).then(unwrap)
        },
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: (before) => before,
      }),
    contact: (id: string) =>
      queryOptions({
        queryKey: queryKeys.contacts.one(id),
        queryFn: ({ signal }) =>
          api('GET /contacts/{contact}', { params: { contact: id } }, { signal }).then(unwrap),
      }),
    customFields: () =>
      queryOptions({
        queryKey: queryKeys.contacts.fields,
        queryFn: ({ signal }) => api('GET /contact-fields', {}, { signal }).then(unwrap),
      }),
    duplicates: () =>
      infiniteQueryOptions({
        queryKey: queryKeys.contacts.duplicates,
        initialPageParam: undefined as string | undefined,
        queryFn: ({ pageParam, signal }) =>
          api('GET /contact-duplicates', { query: { cursor: pageParam } }, { signal }).then(unwrap),
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),
    /** The merges and deletions that the user can undo. */
    contactChanges: () =>
      queryOptions({
        queryKey: queryKeys.contacts.changes,
        queryFn: ({ signal }) => api('GET /contact-changes', {}, { signal }).then(unwrap),
      }),
    contactMatches: (search: string) =>
      queryOptions({
        queryKey: queryKeys.contacts.matches(search),
        queryFn: ({ signal }) =>
          api('GET /contacts', { query: { search: search || undefined, limit: 5 } }, { signal }).then(unwrap),
        placeholderData: (before) => before,
      }),
  }
}
