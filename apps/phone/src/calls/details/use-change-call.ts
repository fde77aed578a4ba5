import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'

/** A change of what members add to calls. All lists and details of calls are fetched again afterwards. */
export function useChangeCall<Change, Result>(send: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.calls.all }),
  })
}
