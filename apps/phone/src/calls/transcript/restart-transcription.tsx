import { unwrap } from '@parley/client'
import type { transcripts } from '@parley/contract/phone'
import { ConfirmDialog, IconButton } from '@parley/ui'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { useChangeCall } from '../details/use-change-call.ts'

interface RestartTranscriptionProps {
  callId: string
  /** Where the audio goes. */
  host: string
  lines: readonly transcripts.TranscriptLine[]
}

/** Replaces the transcript of a call by a new one, after a question: its edits are deleted. */
export function RestartTranscription({ callId, host, lines }: RestartTranscriptionProps) {
  const { t, plural } = useLanguage()
  const { api } = usePhone()
  const explain = useExplainError()
  const [isAsking, setIsAsking] = useState(false)
  const restart = useChangeCall(() =>
    api('POST /calls/{call}/transcription/restart', { params: { call: callId } }).then(unwrap),
  )
  const editedLines = lines.filter(({ edited }) => edited !== null).length
  return (
    <>
      <IconButton
        icon={RefreshCw}
        size="small"
        label={t('transcript.again')}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('transcript.again-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('transcript.again')}
        state={restart.isPending ? 'busy' : 'idle'}
        error={restart.error && explain(restart.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => restart.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
      >
        <span className="wrap-anywhere">
          {t('transcript.again-sentence', { host })}{' '}
          {editedLines > 0 && plural('transcript.again-edits', editedLines)}
        </span>
      </ConfirmDialog>
    </>
  )
}
