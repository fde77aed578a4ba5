import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomField } from '../../contacts/custom-fields/value-drafts.ts'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Changes of custom fields that need no dialog: archive and order. */
export function useFieldUpdates() {
  const { api, queries } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const queryClient = useQueryClient()
  const settle = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.customFields().queryKey }),
    onError: (error: Error) => {
      show({ text: explain(error).sentence, tone: 'danger' })
      void queryClient.invalidateQueries({ queryKey: queries.customFields().queryKey })
    },
  }
  const update = useMutation({
    mutationFn: ({ id, name, choices, isArchived }: CustomField) =>
      api('PUT /contact-fields/{field}', { params: { field: id }, body: { name, choices, isArchived } }).then(
        unwrap,
      ),
    ...settle,
  })
  const order = useMutation({
    mutationFn: (ids: string[]) => api('PUT /contact-fields', { body: { order: ids } }).then(unwrap),
    ...settle,
  })
  return { update, order }
}
