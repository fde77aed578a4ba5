import { unwrap } from '@parley/client'
import { Button, ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Removes the provider of transcription with its key. */
export function RemoveProvider() {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api('DELETE /model-providers/transcription', {}).then(unwrap),
    onSuccess: () => {
      queryClient.setQueryData(queries.modelProviders().queryKey, { transcription: null })
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
        title={t('provider.remove-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('provider.remove')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('provider.remove-sentence')}
      </ConfirmDialog>
    </>
  )
}
