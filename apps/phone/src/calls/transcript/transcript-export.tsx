import type { Call } from '@parley/contract/phone'
import { IconButton, Menu, MenuItem, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { TranscriptFormat } from '../../api/export-transcript.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadBlob } from '../../shell/download-text.ts'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { nameRecording } from '../player/recording-name.ts'

const formats: readonly TranscriptFormat[] = ['txt', 'vtt', 'json']

/** Saves the transcript of a call as a file. */
export function TranscriptExport({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const { exportTranscript } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const save = useMutation({
    mutationFn: (format: TranscriptFormat) => exportTranscript(call.id, format),
    onSuccess: (file, format) => downloadBlob(file, `${nameRecording(call, language)}.${format}`),
    onError: (error) => show({ text: explain(error).sentence }),
  })
  return (
    <Menu trigger={<IconButton icon={Download} size="small" label={t('transcript.export')} />}>
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => save.mutate(format)}>
          {t(`transcript.export-${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
