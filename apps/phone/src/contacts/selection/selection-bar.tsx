import { Button, Checkbox, formatCount, Menu, MenuItem, MenuSeparator } from '@parley/ui'
import { ChevronDown, Download, Tag, Trash2, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import type { ContactSelection } from '../../api/contact-files/export-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import { useExport } from './use-export.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  total: number
}

const formats = ['csv', 'vcard'] as const

/** The number of selected contacts, and their actions. */
export function SelectionBar({ selection, total }: SelectionBarProps) {
  const { t, plural, locale } = useLanguage()
  const [open, setOpen] = useState<BulkKind | null>(null)
  const request = selection.toRequest()
  const { count, isEverySelected } = selection
  return (
    <section aria-label={t('bulk.selecting')} className="mt-2 mr-4 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          label={t('bulk.select-all', { count: formatCount(total, locale) })}
          checked={isEverySelected || (count > 0 && 'mixed')}
          onChange={() => (isEverySelected ? selection.clear() : selection.selectEvery())}
        />
        <p role="status" className="flex-1 text-right text-small text-ink-soft">
          {plural('bulk.selected', count)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <SelectionMenu request={request} onOpen={setOpen} />
        <Button size="small" variant="quiet" onClick={selection.stop}>
          {t('bulk.stop')}
        </Button>
      </div>
      {count > 0 && request === null && (
        <p role="alert" className="text-small text-danger">
          {t('bulk.too-many-ids')}
        </p>
      )}
      {open && request && (
        <BulkDialog
          kind={open}
          request={request}
          count={count}
          onClose={() => setOpen(null)}
          onDone={selection.clear}
        />
      )}
    </section>
  )
}

interface SelectionMenuProps {
  request: ContactSelection | null
  onOpen: (kind: BulkKind) => void
}

function SelectionMenu({ request, onOpen }: SelectionMenuProps) {
  const { t } = useLanguage()
  const download = useExport(request ?? '')
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" icon={ChevronDown} disabled={request === null}>
          {t('bulk.actions')}
        </Button>
      }
    >
      <MenuItem icon={Tag} onSelect={() => onOpen('add-tag')}>
        {t('bulk.add-tag')}
      </MenuItem>
      <MenuItem icon={Tag} onSelect={() => onOpen('remove-tag')}>
        {t('bulk.remove-tag')}
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => onOpen('share')}>
        {t('bulk.share')}
      </MenuItem>
      <MenuItem icon={UserRound} onSelect={() => onOpen('assign')}>
        {t('bulk.assign')}
      </MenuItem>
      {formats.map((format) => (
        <MenuItem
          key={format}
          icon={Download}
          disabled={download.isPending}
          onSelect={() => download.mutate(format)}
        >
          {t(`bulk.export-${format}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" onSelect={() => onOpen('delete')}>
        {t('bulk.delete')}
      </MenuItem>
    </Menu>
  )
}
