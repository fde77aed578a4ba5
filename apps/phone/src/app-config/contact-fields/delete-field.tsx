import { unwrap } from '@parley/client'
import { ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import type { CustomField } from '../../contacts/custom-fields/value-drafts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Deletes a custom field with its values, after one question. */
export function DeleteField({ field: { id, name }, onClose }: { field: CustomField; onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const remove = useMutation({
    mutationFn: () => api('DELETE /contact-fields/{field}', { params: { field: id } }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
      show({ text: t('fields.deleted') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('fields.delete-question', { name })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('fields.delete')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('fields.delete-sentence')}
    </ConfirmDialog>
  )
}
