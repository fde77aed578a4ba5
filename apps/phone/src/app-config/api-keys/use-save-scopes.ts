import { unwrap } from '@parley/client'
import type { ApiKeyScope } from '@parley/contract/phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { usePhone } from '../../phone-context.tsx'

interface KeyScopes {
  readonly id: string
  readonly scopes: ReadonlySet<ApiKeyScope>
}

/** Saves what a key may do. */
export function useSaveScopes() {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, scopes }: KeyScopes) =>
      api('PUT /api-keys/{key}/scopes', { params: { key: id }, body: { scopes: [...scopes] } }).then(unwrap),
    // A new key is shown without waiting for the list, which an outage delays.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.keyScopes }),
  })
}
