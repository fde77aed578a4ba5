import { unwrap } from '@parley/client'
import { queryOptions } from '@tanstack/react-query'
import type { PhoneApi, PhoneInput } from '../phone-api.ts'
import { queryKeys } from '../query-keys.ts'

export type Mapping = PhoneInput<'PUT /contact-imports/{import}/mapping'>['body']

/** Of an import that runs. */
const progressIntervalMs = 500

/** The queries of imports of contacts. */
export function contactImportQueries(api: PhoneApi) {
  return {
    /** The latest imports of the user. Fetched again when a page is opened again. */
    contactImports: () =>
      queryOptions({
        queryKey: queryKeys.contactImports.list,
        queryFn: ({ signal }) => api('GET /contact-imports', {}, { signal }).then(unwrap),
        staleTime: 0,
      }),
    /** An import, with its progress while it runs. */
    contactImport: (id: string) =>
      queryOptions({
        queryKey: queryKeys.contactImports.one(id),
        queryFn: ({ signal }) =>
          api('GET /contact-imports/{import}', { params: { import: id } }, { signal }).then(unwrap),
        staleTime: 0,
        refetchInterval: ({ state }) => state.data?.status === 'running' && progressIntervalMs,
      }),
    /** The changes of a draft with a mapping, which is stored. */
    importPreview: (id: string, mapping: Mapping) =>
      queryOptions({
        queryKey: queryKeys.contactImports.preview(id, mapping),
        queryFn: ({ signal }) => {
          const input = { params: { import: id }, body: mapping }
          return api('PUT /contact-imports/{import}/mapping', input, { signal }).then(unwrap)
        },
        placeholderData: (before) => before,
        // The contacts may have changed, and the service stores the last mapping.
        staleTime: 0,
        gcTime: 0,
        refetchOnWindowFocus: false,
      }),
  }
}
