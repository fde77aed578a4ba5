import { IconButton, Menu, MenuItem, MenuSeparator } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, EllipsisVertical, ListChecks, Merge, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ContactImport } from '../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { type ContactChange, describeChange } from './changes/describe-change.ts'
import { UndoChangeDialog } from './changes/undo-change-dialog.tsx'
import { UndoImport } from './import/undo-import.tsx'
import { useExport } from './selection/use-export.ts'

interface ContactsMenuProps {
  search: string
  /** Undefined where contacts cannot be selected. */
  onSelectContacts?: () => void
}

/** The actions for all contacts, or those of a search. */
export function ContactsMenu({ search, onSelectContacts }: ContactsMenuProps) {
  const language = useLanguage()
  const { t } = language
  const navigate = useNavigate()
  const { me, queries } = usePhone()
  const imports = useQuery(queries.contactImports())
  const changes = useQuery(queries.contactChanges())
  const [undoing, setUndoing] = useState<ContactImport | null>(null)
  const [undoingChange, setUndoingChange] = useState<ContactChange | null>(null)
  const lastChange = changes.data?.items[0]
  const download = useExport(search)
  const last = imports.data?.items.find(
    ({ userId, undoableUntil }) => userId === me.user.id && undoableUntil !== null,
  )
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('contacts.more')} />}>
        {onSelectContacts && (
          <MenuItem icon={ListChecks} onSelect={onSelectContacts}>
            {t('bulk.start')}
          </MenuItem>
        )}
        <MenuItem icon={Merge} onSelect={() => void navigate({ to: '/contacts/duplicates' })}>
          {t('duplicates.open')}
        </MenuItem>
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
        {(last || lastChange) && <MenuSeparator />}
        {last && (
          <MenuItem icon={Undo2} onSelect={() => setUndoing(last)}>
            {last.fileName === '' ? t('import.undo') : t('import.undo-named', { file: last.fileName })}
          </MenuItem>
        )}
        {lastChange && (
          <MenuItem icon={Undo2} onSelect={() => setUndoingChange(lastChange)}>
            <span className="max-w-64 truncate">
              {t('changes.undo-named', { what: describeChange(lastChange, language) })}
            </span>
          </MenuItem>
        )}
      </Menu>
      {undoingChange && <UndoChangeDialog change={undoingChange} onClose={() => setUndoingChange(null)} />}
      {undoing && <UndoImport done={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
