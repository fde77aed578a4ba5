import { ConfirmDialog } from '@parley/ui'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import type { ContactChange } from './describe-change.ts'
import { useUndoChange } from './use-undo-change.ts'

/** Asks before a merge or a deletion is undone. */
export function UndoChangeDialog({ change, onClose }: { change: ContactChange; onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const undo = useUndoChange(onClose)
  // It may have been edited since the list was read.
  const isEdited = change.isEdited || isPhoneApiError(undo.error, 'CONTACT_CHANGED')
  return (
    <ConfirmDialog
      isOpen
      title={t('changes.undo-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('changes.undo')}
      state={undo.isPending ? 'busy' : 'idle'}
      error={undo.error && explain(undo.error).sentence}
      onCancel={onClose}
      onConfirm={() => undo.mutate({ ids: [change.id], discardEdits: isEdited })}
    >
      {t(change.kind === 'merge' ? 'changes.undo-merge-sentence' : 'changes.undo-deletion-sentence')}
      {isEdited && ` ${t('changes.undo-edited')}`}
    </ConfirmDialog>
  )
}
