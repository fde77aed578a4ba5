import { unwrap } from '@parley/client'
import { Button, ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Removes the mail server of the workspace with its password. */
export function RemoveMailServer() {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api('DELETE /mail-server', {}).then(unwrap),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.mail.all })
      show({ text: t('mail.removed') })
    },
  })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
        {t('mail.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('mail.remove-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('mail.remove')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('mail.remove-sentence')}
      </ConfirmDialog>
    </>
  )
}
