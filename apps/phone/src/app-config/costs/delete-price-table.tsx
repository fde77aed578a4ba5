import { unwrap } from '@parley/client'
import { ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

interface DeletePriceTableProps {
  /** The limit of spending per day with its currency, as text, which is removed too; null without one. */
  spendLimit: string | null
  onClose: () => void
}

/** Asks before the price table is deleted, and says what depends on it. */
export function DeletePriceTable({ spendLimit, onClose }: DeletePriceTableProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const remove = useDelete(onClose)

  return (
    <ConfirmDialog
      isOpen
      title={t('prices.delete-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('prices.delete')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <div className="grid gap-2">
        <p>{t('prices.delete-sentence')}</p>
        {spendLimit !== null && <p>{t('prices.delete-limit', { limit: spendLimit })}</p>}
      </div>
    </ConfirmDialog>
  )
}

function useDelete(onDeleted: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: () => api('DELETE /price-table', {}).then(unwrap),
    onSuccess: () => {
      queryClient.setQueryData(queries.priceTable().queryKey, { table: null })
      queryClient.setQueryData(
        queries.dailyLimits().queryKey,
        (before) => before && { limits: before.limits && { ...before.limits, spendPerDay: null } },
      )
      for (const queryKey of [queryKeys.numberChecks.all, ['usage']])
        void queryClient.invalidateQueries({ queryKey })
      show({ text: t('prices.deleted') })
      onDeleted()
    },
  })
}
