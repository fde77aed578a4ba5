import { routing } from '@parley/contract/phone'
import { Button, Field, IconButton, Input, Select, type UseFormResult } from '@parley/ui'
import { Plus, X } from 'lucide-react'
import { useLanguage } from '../../../i18n/language.tsx'
import { TargetField } from '../routes/target-field.tsx'
import type { Configuration, Menu, PartNames } from '../use-routing.ts'

type Entry = Menu['entries'][number]

const repeat = [{ kind: 'repeat' }] as const

interface MenuEntriesProps extends PartNames {
  entries: readonly Entry[]
  form: UseFormResult
  onChange: (entries: Entry[]) => void
  /** The menus to which a key can lead. */
  menus: Configuration['menus']
}

/** The keys of a menu, which can be added, changed and removed. */
export function MenuEntries({ entries, form, onChange, ...names }: MenuEntriesProps) {
  const { t } = useLanguage()
  const unused = routing.menuKeys.filter((key) => !entries.some((entry) => entry.key === key))
  const [next] = unused
  const change = (key: string, parts: Partial<Entry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...parts } : entry)))

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {entries.map((entry, index) => (
        <EntryFields
          // The key itself can be changed.
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no state.
          key={index}
          {...names}
          entry={entry}
          unused={unused}
          form={form}
          onChange={(parts) => change(entry.key, parts)}
          onRemove={
            entries.length > 1 ? () => onChange(entries.filter(({ key }) => key !== entry.key)) : null
          }
        />
      ))}
      {next !== undefined && (
        <Button
          size="small"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...entries, { key: next, label: '', target: { kind: 'everyone' } }])}
        >
          {t('routing.add-key')}
        </Button>
      )}
    </div>
  )
}

/** Returns entries in the order of their keys on a telephone. */
export function sortByKey(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => routing.menuKeys.indexOf(a.key) - routing.menuKeys.indexOf(b.key))
}

interface EntryFieldsProps extends Pick<MenuEntriesProps, 'form' | 'configuration' | 'members' | 'menus'> {
  entry: Entry
  unused: readonly Entry['key'][]
  onChange: (parts: Partial<Entry>) => void
  /** Null for the only key. */
  onRemove: (() => void) | null
}

function EntryFields({ entry, unused, form, onChange, onRemove, ...names }: EntryFieldsProps) {
  const { t } = useLanguage()
  const { key, label, target } = entry
  const keys = sortByKey([entry, ...unused.map((other) => ({ ...entry, key: other }))])
  return (
    <fieldset
      aria-label={t('routing.key-named', { key })}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-line p-3"
    >
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-2">
        <Field label={t('routing.key')}>
          <Select
            value={key}
            onChange={(chosen) => onChange({ key: chosen })}
            options={keys.map((each) => ({ value: each.key, label: each.key }))}
          />
        </Field>
        <Field label={t('routing.menu-label')} error={form.getError(`label-${key}`)}>
          <Input
            name={`label-${key}`}
            maxLength={routing.maxNameLength}
            value={label}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        {onRemove && (
          <IconButton
            icon={X}
            size="small"
            className="mt-7"
            label={t('routing.remove-named', { name: t('routing.key-named', { key }) })}
            onClick={onRemove}
          />
        )}
      </div>
      <TargetField
        {...names}
        label={t('routing.menu-target')}
        name={`target-${key}`}
        error={form.getError(`target-${key}`)}
        value={target}
        special={repeat}
        onChange={(changed) => onChange({ target: changed })}
      />
    </fieldset>
  )
}
