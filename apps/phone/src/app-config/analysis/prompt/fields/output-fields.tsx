import { analysisPrompts } from '@parley/contract/phone'
import { Button, type UseFormResult, useToast } from '@parley/ui'
import { Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../../i18n/language.tsx'
import { addField, type FieldDraft, moveField } from '../prompt-content.ts'
import { OutputFieldRow } from './output-field-row.tsx'
import { getInputName } from './validate-fields.ts'

const { maxOutputFields } = analysisPrompts

interface OutputFieldsProps {
  fields: readonly FieldDraft[]
  /** Keys of the saved draft, which do not follow the label any more. */
  savedKeys: readonly string[]
  getError: UseFormResult['getError']
  onChange: (change: (fields: readonly FieldDraft[]) => readonly FieldDraft[]) => void
}

/** Adds, changes, sorts and removes the output fields of the prompt. */
export function OutputFields({ fields, savedKeys, getError, onChange }: OutputFieldsProps) {
  const { t } = useLanguage()
  const { container, moved, getName, move, remove, add } = useFieldChanges(fields, onChange)
  return (
    <div ref={container} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[68ch] text-small text-ink-soft">{t('prompt.fields-intro')}</p>
      {fields.map((field, index) => (
        <OutputFieldRow
          key={field.id}
          field={field}
          name={getName(field)}
          isKeySaved={savedKeys.includes(field.key)}
          canMove={{ up: index > 0, down: index < fields.length - 1 }}
          getError={getError}
          onChange={(changed) =>
            onChange((before) => before.map((each) => (each.id === changed.id ? changed : each)))
          }
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div>
        <Button
          data-add
          icon={Plus}
          size="small"
          disabledReason={
            fields.length < maxOutputFields ? null : t('prompt.fields-limit', { max: maxOutputFields })
          }
          onClick={add}
        >
          {t('prompt.field-add')}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </div>
  )
}

/** The changes of the list of fields, after which the focus is at the changed field. */
function useFieldChanges(fields: readonly FieldDraft[], onChange: OutputFieldsProps['onChange']) {
  const { t } = useLanguage()
  const show = useToast()
  const { container, focusAfter } = useFocusAfterChange()
  const [moved, setMoved] = useState('')
  const getName = ({ label, key }: FieldDraft) => label.trim() || key || t('prompt.field-unnamed')
  return {
    container,
    moved,
    getName,
    move: (index: number, by: -1 | 1) => {
      const field = fields[index]
      if (!field) return
      const row = `[data-field="${field.id}"]`
      focusAfter(`${row} [data-move="${by}"]`, `${row} [data-move="${-by}"]`)
      onChange(() => moveField(fields, index, by))
      const [position, count] = [index + by + 1, fields.length]
      setMoved(t('prompt.field-moved', { name: getName(field), position, count }))
    },
    remove: (index: number) => {
      const field = fields[index]
      if (!field) return
      const next = fields[index + 1] ?? fields[index - 1]
      focusAfter(next ? `[data-field="${next.id}"] [data-remove]` : '[data-add]')
      onChange((before) => before.filter(({ id }) => id !== field.id))
      const restore = (now: readonly FieldDraft[]) =>
        now.some(({ id }) => id === field.id) ? now : now.toSpliced(index, 0, field)
      show({
        text: t('prompt.field-removed', { name: getName(field) }),
        tone: 'neutral',
        action: { label: t('prompt.undo'), onAction: () => onChange(restore) },
      })
    },
    add: () => {
      const added = addField(fields)
      focusAfter(`[name="${getInputName(added.at(-1)?.id ?? 0, 'label')}"]`)
      onChange(() => added)
    },
  }
}

/** Moves the focus when fields were added, moved or removed, which may have taken it from its element. */
function useFocusAfterChange() {
  const container = useRef<HTMLDivElement>(null)
  const targets = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    const found = targets.current
      .map((selector) => container.current?.querySelector<HTMLElement>(selector))
      .find((element) => element && !element.matches(':disabled'))
    targets.current = []
    found?.focus()
  })
  return {
    container,
    focusAfter: (...selectors: readonly string[]) => {
      targets.current = selectors
    },
  }
}
