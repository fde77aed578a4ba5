import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

interface UndoneChanges {
  /** Undone one after the other. */
  readonly ids: readonly string[]
  readonly discardEdits: boolean
}

/** Undoes merges or deletions. */
export function useUndoChange(onUndone: () => void = () => {}) {
  const { plural } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: async ({ ids, discardEdits }: UndoneChanges) => {
      const undone = []
      for (const change of ids)
        undone.push(
          await api('POST /contact-changes/{change}/undo', {
            params: { change },
            body: { discardEdits },
          }).then(unwrap),
        )
      return undone
    },
    onSuccess: async (undone) => {
      const restored = undone.reduce((sum, each) => sum + each.restored, 0)
      const unchanged = undone.flatMap((each) => each.unchanged)
      const reasons = unchanged.map(({ reason, count }) => plural(`bulk.unchanged-${reason}`, count))
      show({ text: [plural('changes.undone', restored), ...reasons].join(' · ') })
      onUndone()
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
    },
  })
}
