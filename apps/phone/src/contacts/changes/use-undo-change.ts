import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

interface UndoneChange {
  readonly id: string
  readonly discardEdits: boolean
}

/** Undoes a merge or a deletion. */
export function useUndoChange(onUndone: () => void = () => {}) {
  const { plural } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: ({ id, discardEdits }: UndoneChange) =>
      api('POST /contact-changes/{change}/undo', { params: { change: id }, body: { discardEdits } }).then(
        unwrap,
      ),
    onSuccess: async ({ restored, unchanged }) => {
      const reasons = unchanged.map(({ reason, count }) => plural(`bulk.unchanged-${reason}`, count))
      show({ text: [plural('changes.undone', restored), ...reasons].join(' · ') })
      onUndone()
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
    },
  })
}
