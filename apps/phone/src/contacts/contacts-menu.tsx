import { IconButton, Menu, MenuItem } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ContactImport } from '../api/upload-contacts.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { UndoImport } from './import/undo-import.tsx'

/** The actions for all contacts. Nothing is shown while there is none. */
export function ContactsMenu() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const imports = useQuery(queries.contactImports())
  const [undoing, setUndoing] = useState<ContactImport | null>(null)
  const last = imports.data?.items.find(({ undoableUntil }) => undoableUntil !== null)
  if (!last && !undoing) return null
  return (
    <>
      <Menu trigger={<IconButton icon={EllipsisVertical} label={t('contacts.more')} />}>
        {last && (
          <MenuItem icon={Undo2} onSelect={() => setUndoing(last)}>
            {last.fileName === '' ? t('import.undo') : t('import.undo-named', { file: last.fileName })}
          </MenuItem>
        )}
      </Menu>
      {undoing && <UndoImport done={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
