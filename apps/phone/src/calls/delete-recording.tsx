import type { Call } from '@parley/contract/phone'
import { formatDay, IconButton, Note, Question, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import { useExplainFailure } from '../shell/explain-failure.ts'

/** Deletes the audio of a call after confirmation. Renders nothing for users who were not in the call and are not administrators. */
export function DeleteRecording({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { api, queries, me } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainFailure()
  const show = useToast()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /calls/{call}/recordings', { params: { call: call.id } }),
    onSuccess: (updatedCall) => {
      setIsAsking(false)
      queryClient.setQueryData(queries.call(call.id).queryKey, updatedCall)
      void queryClient.invalidateQueries({ queryKey: ['calls'] })
      show({ text: t('recording.deleted') })
    },
  })
  const wasIn = call.userId === me.user.id || call.legs.some(({ userId }) => userId === me.user.id)
  if (!wasIn && !me.isPhoneAdmin) return null

  return (
    <>
      <IconButton icon={Trash2} label={t('recording.delete')} onClick={() => setIsAsking(true)} />
      <Question
        isOpen={isAsking}
        title={t('recording.delete-question')}
        keepLabel={t('recording.keep')}
        confirmLabel={t('recording.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        failure={remove.error && explain(remove.error).sentence}
        onKeep={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('recording.delete-sentence')}
      </Question>
    </>
  )
}

/** States that a recording existed, and who deleted it. */
export function RecordingDeleted({ deletion }: { deletion: NonNullable<Call['recordingDeleted']> }) {
  const { t, locale } = useLanguage()
  const when = formatDay(deletion.at, { locale, nowMs: Date.now() })
  const { byName } = deletion
  return (
    <Note
      tone="neutral"
      title={
        byName ? t('recording.was-deleted-by', { when, name: byName }) : t('recording.was-deleted', { when })
      }
    />
  )
}
