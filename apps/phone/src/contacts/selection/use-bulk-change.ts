import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactSelection } from '../../api/contact-files/export-contacts.ts'
import type { PhoneInput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useUndoChange } from '../changes/use-undo-change.ts'

export type BulkAction = PhoneInput<'POST /contact-changes'>['body']['action']

/**
 * Changes the selected contacts.
 *
 * @param onDone called when all of them were changed
 */
export function useBulkChange(selection: ContactSelection, onDone: () => void) {
  const { t, plural } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const undo = useUndoChange()
  return useMutation({
    mutationFn: (action: BulkAction) =>
      api('POST /contact-changes', { body: { selection, action } }).then(unwrap),
    onSuccess: async ({ changed, unchanged, changes }) => {
      const ids = changes.map(({ id }) => id)
      const undoAction = ids.length > 0 && {
        label: t('changes.undo'),
        onAction: () => undo.mutate({ ids, discardEdits: false }),
      }
      const text = plural(undoAction ? 'changes.deletion' : 'bulk.changed', changed)
      if (unchanged.length === 0 || undoAction) show({ text, ...(undoAction && { action: undoAction }) })
      if (unchanged.length === 0) onDone()
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
    },
  })
}
