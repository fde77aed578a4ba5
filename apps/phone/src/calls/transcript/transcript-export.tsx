import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { IconButton, Menu, MenuItem, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadText } from '../../shell/download-text.ts'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { nameRecording } from '../player/recording-name.ts'

const types = { txt: 'text/plain', vtt: 'text/vtt', json: 'application/json' } as const
type Format = keyof typeof types

/** Saves the transcript of a call as a file. */
export function TranscriptExport({ call }: { call: Call }) {
  const language = useLanguage()
  const { t } = language
  const { api } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const save = useMutation({
    mutationFn: (format: Format) =>
      api('GET /calls/{call}/transcript/export', { params: { call: call.id }, query: { format } }).then(
        unwrap,
      ),
    onSuccess: ({ content }, format) =>
      downloadText(content, `${nameRecording(call, language)}.${format}`, types[format]),
    onError: (error) => show({ text: explain(error).sentence }),
  })
  return (
    <Menu trigger={<IconButton icon={Download} size="small" label={t('transcript.export')} />}>
      {(Object.keys(types) as Format[]).map((format) => (
        <MenuItem key={format} onSelect={() => save.mutate(format)}>
          {t(`transcript.export-${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
