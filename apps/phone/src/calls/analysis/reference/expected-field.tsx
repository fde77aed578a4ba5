import { Checkbox, Field, Input, Select, TextArea } from '@parley/ui'
import { type Language, useLanguage } from '../../../i18n/language.tsx'
import { type ExpectedDraft, hasWrongNumber } from './expected-draft.ts'

interface ExpectedFieldProps {
  draft: ExpectedDraft
  onChange: (parts: Partial<ExpectedDraft>) => void
}

/** Whether the value of a field is compared, and the expected value. */
export function ExpectedField({ draft, onChange }: ExpectedFieldProps) {
  const { t } = useLanguage()
  const { label, type, isCompared } = draft
  const listHint = type === 'list' ? `${t('reference.value-list-hint')} ` : ''
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
      <Checkbox
        label={t('reference.is-expected', { label })}
        checked={isCompared}
        onChange={(checked) => onChange({ isCompared: checked })}
      />
      {isCompared && (
        <div className="pl-7">
          <Field
            label={t('reference.value', { label })}
            hint={hasOptions(draft) ? undefined : `${listHint}${t('reference.value-hint')}`}
            error={hasWrongNumber(draft) ? t('reference.number-wrong') : null}
          >
            <ValueControl draft={draft} onChange={onChange} />
          </Field>
        </div>
      )}
    </li>
  )
}

function ValueControl({ draft, onChange }: ExpectedFieldProps) {
  const language = useLanguage()
  const { text, type } = draft
  const change = (value: string) => onChange({ text: value })
  if (hasOptions(draft))
    return <Select value={text} options={listOptions(draft, language)} onChange={change} />
  if (type === 'list')
    return <TextArea rows={3} value={text} onChange={({ target }) => change(target.value)} />
  return (
    <Input
      inputMode={type === 'number' ? 'decimal' : undefined}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}

function hasOptions({ type, choices }: ExpectedDraft): boolean {
  return type === 'boolean' || (type === 'choice' && choices.length > 0)
}

function listOptions({ type, choices, text }: ExpectedDraft, { t }: Language) {
  const none = { value: '', label: t('reference.value-none') }
  if (type === 'boolean')
    return [none, { value: 'true', label: t('analysis.yes') }, { value: 'false', label: t('analysis.no') }]
  // A choice that the prompt does not have any more.
  const values = text === '' || choices.includes(text) ? choices : [...choices, text]
  return [none, ...values.map((value) => ({ value, label: value }))]
}
