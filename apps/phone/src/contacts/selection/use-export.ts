import { useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import type { ContactSelection, ExportFormat } from '../../api/contact-files/export-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadBlob } from '../../shell/download-text.ts'
import { useExplainError } from '../../shell/errors/explain-error.ts'

const extensions = { csv: 'csv', vcard: 'vcf' } as const

/** Downloads the contacts of a search, or the selected ones, as a file. */
export function useExport(contacts: string | ContactSelection) {
  const { t } = useLanguage()
  const { exportContacts } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  return useMutation({
    mutationFn: (format: ExportFormat) => exportContacts(format, contacts),
    onSuccess: (file, format) => downloadBlob(file, `${t('export.file')}.${extensions[format]}`),
    onError: (error) =>
      show({ text: t('export.failed', { reason: explain(error).sentence }), tone: 'danger' }),
  })
}
