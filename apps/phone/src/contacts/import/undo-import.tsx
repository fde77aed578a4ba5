import { unwrap } from '@parley/client'
import { ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Asks before an import is undone. */
export function UndoImport({ done, onClose }: { done: ContactImport; onClose: () => void }) {
  const { t, plural } = useLanguage()
  const explain = useExplainError()
  const undo = useUndo(done.id, onClose)
  return (
    <ConfirmDialog
      isOpen
      title={t('import.undo-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('import.undo')}
      state={undo.isPending ? 'busy' : 'idle'}
      error={undo.error && explain(undo.error).sentence}
      onCancel={onClose}
      onConfirm={() => undo.mutate()}
    >
      {plural('import.undo-sentence', done.counts?.new ?? 0)}
    </ConfirmDialog>
  )
}

function useUndo(id: string, onUndone: () => void) {
  const { t, plural } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: () => api('POST /contact-imports/{import}/undo', { params: { import: id } }).then(unwrap),
    onSuccess: async (undone) => {
      queryClient.setQueryData(queries.contactImport(id).queryKey, undone)
      const retained = undone.undone?.retained ?? 0
      show({ text: retained > 0 ? plural('import.undone-except', retained) : t('import.undone') })
      onUndone()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all }),
        queryClient.invalidateQueries({ queryKey: queryKeys.contactImports.list }),
      ])
    },
  })
}
