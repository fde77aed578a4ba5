import { unwrap } from '@parley/client'
import type { modelProviders } from '@parley/contract/phone'
import { Button, ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Removes the provider for a purpose with its key. */
export function RemoveProvider({ purpose }: { purpose: modelProviders.ProviderPurpose }) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api('DELETE /model-providers/{purpose}', { params: { purpose } }).then(unwrap),
    onSuccess: () => {
      queryClient.setQueryData(
        queries.modelProviders().queryKey,
        (before) => before && { ...before, [purpose]: null },
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.calls.details })
      show({ text: t('provider.removed') })
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
        {t('provider.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`provider.remove-question-${purpose}`)}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('provider.remove')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t(`provider.remove-sentence-${purpose}`)}
      </ConfirmDialog>
    </>
  )
}
