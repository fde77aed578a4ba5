import { unwrap } from '@parley/client'
import { ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import type { Trunk } from './trunk.ts'

export function DeleteTrunk({ trunk, onClose }: { trunk: Trunk; onClose: () => void }) {
  const { t } = useLanguage()
  const { api, refetchMe } = usePhone()
  const explain = useExplainError()
  const queryClient = useQueryClient()
  const show = useToast()
  const remove = useMutation({
    mutationFn: () => api('DELETE /trunks/{trunk}', { params: { trunk: trunk.id } }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.trunks })
      refetchMe()
      show({ text: t('trunk.deleted', { name: trunk.name }) })
      onClose()
    },
  })

  return (
    <ConfirmDialog
      isOpen
      title={t('trunk.delete-question', { name: trunk.name })}
      cancelLabel={t('trunk.delete-cancel')}
      confirmLabel={t('trunk.delete')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('trunk.delete-sentence')}
    </ConfirmDialog>
  )
}
