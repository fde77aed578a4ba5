import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { Callout, ConfirmDialog, formatDate, IconButton, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../api/query-keys.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'

/**
 * Deletes the audio of a call after confirmation. Renders nothing for users who were not in the call and are
 * not administrators.
 */
export function DeleteRecording({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { api, queries, me } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainError()
  const show = useToast()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /calls/{call}/recordings', { params: { call: call.id } }).then(unwrap),
    onSuccess: (updatedCall) => {
      setIsAsking(false)
      queryClient.setQueryData(queries.call(call.id).queryKey, updatedCall)
      void queryClient.invalidateQueries({ queryKey: queryKeys.calls.all })
      show({ text: t('recording.deleted') })
    },
  })
  const wasIn = call.userId === me.user.id || call.legs.some(({ userId }) => userId === me.user.id)
  // A message is deleted in the list of messages.
  if (call.endReason === 'voicemail' || (!wasIn && !me.isPhoneAdmin)) return null

  return (
    <>
      <IconButton icon={Trash2} label={t('recording.delete')} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('recording.delete-question')}
        cancelLabel={t('recording.delete-cancel')}
        confirmLabel={t('recording.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('recording.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}

/** States that a recording existed, and who deleted it. */
export function RecordingDeleted({ deletion }: { deletion: NonNullable<Call['recordingDeleted']> }) {
  const { t, locale } = useLanguage()
  const when = formatDate(deletion.at, { locale })
  const { byName } = deletion
  return (
    <Callout
      tone="neutral"
      title={
        byName ? t('recording.was-deleted-by', { when, name: byName }) : t('recording.was-deleted', { when })
      }
    />
  )
}

/** States that the data of a party was erased. */
export function Erased({ at }: { at: number }) {
  const { t, locale } = useLanguage()
  return <Callout tone="neutral" title={t('call.erased', { when: formatDate(at, { locale }) })} />
}
