import { unwrap } from '@parley/client'
import { ConfirmDialog, IconButton, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

interface DeleteVoicemailProps {
  callId: string
  /** Of the caller. */
  name: string
}

/** Deletes a message after confirmation. */
export function DeleteVoicemail({ callId, name }: DeleteVoicemailProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainError()
  const show = useToast()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /voicemails/{call}', { params: { call: callId } }).then(unwrap),
    onSuccess: async () => {
      setIsAsking(false)
      await Promise.all(
        [queryKeys.voicemails.all, queryKeys.calls.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      show({ text: t('voicemail.deleted') })
    },
  })
  return (
    <>
      <IconButton icon={Trash2} label={t('voicemail.delete', { name })} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('voicemail.delete-question', { name })}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('voicemail.delete-confirm')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('voicemail.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}
