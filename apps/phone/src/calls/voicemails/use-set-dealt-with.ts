import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Marks a message as dealt with, or as new. */
export function useSetDealtWith() {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const explain = useExplainError()
  return useMutation({
    mutationFn: ({ callId, isDealtWith }: { callId: string; isDealtWith: boolean }) =>
      api('PUT /voicemails/{call}/dealt-with', { params: { call: callId }, body: { isDealtWith } }).then(
        unwrap,
      ),
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
    onSettled: () =>
      Promise.all(
        [queryKeys.voicemails.all, queryKeys.calls.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
