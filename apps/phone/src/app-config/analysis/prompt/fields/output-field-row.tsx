import { analysisPrompts } from '@parley/contract/phone'
import { Field, IconButton, Input, Select, TextArea, type UseFormResult } from '@parley/ui'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useLanguage } from '../../../../i18n/language.tsx'
import { type FieldDraft, suggestKey } from '../prompt-content.ts'
import { getInputName } from './validate-fields.ts'

interface OutputFieldRowProps {
  field: FieldDraft
  /** Names the field in the labels of its buttons. */
  name: string
  isKeySaved: boolean
  canMove: { up: boolean; down: boolean }
  getError: UseFormResult['getError']
  onChange: (field: FieldDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** An output field with its inputs. */
export function OutputFieldRow(props: OutputFieldRowProps) {
  const { field, name, getError, onChange } = props
  const { t } = useLanguage()
  const change = (parts: Partial<FieldDraft>) => onChange({ ...field, ...parts })
  const choicesName = getInputName(field.id, 'choices')
  return (
    <fieldset
      data-field={field.id}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-control border border-line p-3.5 pt-2"
    >
      <legend className="sr-only">{name}</legend>
      <RowHeader {...props} />
      <NameAndType {...props} />
      <Field label={t('prompt.field-description')} hint={t('prompt.field-description-hint')}>
        <TextArea
          rows={2}
          maxLength={500}
          value={field.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
      {field.type === 'choice' && (
        <Field
          label={t('prompt.field-choices')}
          hint={t('prompt.field-choices-hint')}
          error={getError(choicesName)}
        >
          <TextArea
            name={choicesName}
            rows={4}
            maxLength={2_000}
            value={field.choices}
            onChange={({ target }) => change({ choices: target.value })}
          />
        </Field>
      )}
    </fieldset>
  )
}

/** The label of a field, its key, which follows the label until it is saved or changed, and its type. */
function NameAndType({ field, isKeySaved, getError, onChange }: OutputFieldRowProps) {
  const { t } = useLanguage()
  const [labelName, keyName] = [getInputName(field.id, 'label'), getInputName(field.id, 'key')]
  const changeLabel = (label: string) => {
    const isSuggested = !isKeySaved && field.key === suggestKey(field.label)
    onChange({ ...field, label, key: isSuggested ? suggestKey(label) : field.key })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('prompt.field-label')} error={getError(labelName)}>
        <Input
          name={labelName}
          autoComplete="off"
          maxLength={60}
          value={field.label}
          onChange={({ target }) => changeLabel(target.value)}
        />
      </Field>
      <Field label={t('prompt.field-key')} error={getError(keyName)}>
        <Input
          name={keyName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
          value={field.key}
          onChange={({ target }) => onChange({ ...field, key: target.value })}
        />
      </Field>
      <Field label={t('prompt.field-type')}>
        <Select
          value={field.type}
          options={analysisPrompts.outputFieldType.options.map((value) => ({
            value,
            label: t(`prompt.type-${value}`),
          }))}
          onChange={(type) => onChange({ ...field, type })}
        />
      </Field>
    </div>
  )
}

/** The name of a field, and the buttons that move and remove it. */
function RowHeader({ name, canMove, onMove, onRemove }: OutputFieldRowProps) {
  const { t } = useLanguage()
  return (
    <div className="flex items-center gap-1">
      <h3 className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </h3>
      <IconButton
        data-move={-1}
        icon={ArrowUp}
        size="small"
        label={t('routing.move-up', { name })}
        disabled={!canMove.up}
        onClick={() => onMove(-1)}
      />
      <IconButton
        data-move={1}
        icon={ArrowDown}
        size="small"
        label={t('routing.move-down', { name })}
        disabled={!canMove.down}
        onClick={() => onMove(1)}
      />
      <IconButton
        data-remove
        icon={X}
        size="small"
        label={t('routing.remove-named', { name })}
        onClick={onRemove}
      />
    </div>
  )
}
