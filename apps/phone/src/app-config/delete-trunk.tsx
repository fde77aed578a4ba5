import { Question, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import { useExplainFailure } from '../shell/explain-failure.ts'
import type { Trunk } from './trunk-list.tsx'

export function DeleteTrunk({ trunk, onClose }: { trunk: Trunk; onClose: () => void }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const explain = useExplainFailure()
  const queryClient = useQueryClient()
  const show = useToast()
  const remove = useMutation({
    mutationFn: () => api('DELETE /trunks/{trunk}', { params: { trunk: trunk.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['trunks'] })
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      show({ text: t('trunk.deleted', { name: trunk.name }) })
      onClose()
    },
  })

  return (
    <Question
      isOpen
      title={t('trunk.delete-question', { name: trunk.name })}
      keepLabel={t('trunk.keep')}
      confirmLabel={t('trunk.delete')}
      state={remove.isPending ? 'busy' : 'idle'}
      failure={remove.error && explain(remove.error).sentence}
      onKeep={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('trunk.delete-sentence')}
    </Question>
  )
}
