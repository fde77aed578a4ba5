import { Button, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CallListRequest } from '../api/query-keys.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { downloadBlob } from '../shell/download-text.ts'
import { useExplainError } from '../shell/errors/explain-error.ts'

/** Downloads the calls of the list as CSV. */
export function ExportCallsButton({ request }: { request: CallListRequest }) {
  const { t } = useLanguage()
  const { exportCalls } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const run = useMutation({
    mutationFn: () => exportCalls(request),
    onSuccess: (file) => downloadBlob(file, `${t('calls.export-file')}.csv`),
    onError: (error) =>
      show({ text: t('export.failed', { reason: explain(error).sentence }), tone: 'danger' }),
  })
  return (
    <div className="mt-4">
      <Button
        icon={Download}
        size="small"
        state={run.isPending ? 'busy' : 'idle'}
        onClick={() => run.mutate()}
      >
        {t('calls.export')}
      </Button>
    </div>
  )
}
