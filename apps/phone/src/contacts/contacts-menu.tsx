import { IconButton, Menu, MenuItem, MenuSeparator, useToast } from '@parley/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, EllipsisVertical, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ExportFormat } from '../api/contact-files/export-contacts.ts'
import type { ContactImport } from '../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { downloadBlob } from '../shell/download-text.ts'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { UndoImport } from './import/undo-import.tsx'

/** The actions for all contacts, or those of a search. */
export function ContactsMenu({ search }: { search: string }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const imports = useQuery(queries.contactImports())
  const [undoing, setUndoing] = useState<ContactImport | null>(null)
  const download = useExport(search)
  const last = imports.data?.items.find(({ undoableUntil }) => undoableUntil !== null)
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('contacts.more')} />}>
        {(['csv', 'vcard'] as const).map((format) => (
          <MenuItem
            key={format}
            icon={Download}
            disabled={download.isPending}
            onSelect={() => download.mutate(format)}
          >
            {t(search === '' ? `export.${format}` : `export.${format}-found`)}
          </MenuItem>
        ))}
        {last && (
          <>
            <MenuSeparator />
            <MenuItem icon={Undo2} onSelect={() => setUndoing(last)}>
              {last.fileName === '' ? t('import.undo') : t('import.undo-named', { file: last.fileName })}
            </MenuItem>
          </>
        )}
      </Menu>
      {undoing && <UndoImport done={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}

const extensions = { csv: 'csv', vcard: 'vcf' } as const

function useExport(search: string) {
  const { t } = useLanguage()
  const { exportContacts } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  return useMutation({
    mutationFn: (format: ExportFormat) => exportContacts(format, search),
    onSuccess: (file, format) => downloadBlob(file, `${t('export.file')}.${extensions[format]}`),
    onError: (error) =>
      show({ text: t('export.failed', { reason: explain(error).sentence }), tone: 'danger' }),
  })
}
