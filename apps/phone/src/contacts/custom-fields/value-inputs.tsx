import { Checkbox, Field, Input, Select } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { type DraftValue, valueControlName } from './value-drafts.ts'

interface ValueInputsProps {
  values: readonly DraftValue[]
  onChange: (values: readonly DraftValue[]) => void
  getError: (name: string) => ReactNode
}

/** The custom fields of a contact in its form. */
export function ValueInputs({ values, onChange, getError }: ValueInputsProps) {
  const { t } = useLanguage()
  if (values.length === 0) return null
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="sr-only">{t('fields.details')}</legend>
      {values.map((draft, index) => (
        <ValueInput
          key={draft.field.id}
          draft={draft}
          error={getError(valueControlName(draft.field))}
          onChange={(value) => onChange(values.with(index, { ...draft, value }))}
        />
      ))}
    </fieldset>
  )
}

interface ValueInputProps {
  draft: DraftValue
  error: ReactNode
  onChange: (value: string | boolean) => void
}

function ValueInput({ draft: { field, value }, error, onChange }: ValueInputProps) {
  const { t } = useLanguage()
  if (typeof value === 'boolean')
    return (
      <div className="self-end py-2.5 wrap-anywhere">
        <Checkbox label={field.name} checked={value} onChange={onChange} />
      </div>
    )
  return (
    <Field className="min-w-0 wrap-anywhere" label={field.name} error={error}>
      {field.type === 'choice' ? (
        <Select
          name={valueControlName(field)}
          value={value}
          options={[
            { value: '', label: t('fields.no-value') },
            // The value may be no choice any more.
            ...[...new Set([...field.choices, value])]
              .filter((choice) => choice !== '')
              .map((choice) => ({ value: choice, label: choice })),
          ]}
          onChange={onChange}
        />
      ) : (
        <Input
          name={valueControlName(field)}
          type={inputTypes[field.type]}
          inputMode={field.type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          maxLength={field.type === 'link' ? 1_000 : 500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

const inputTypes = { text: 'text', number: 'text', date: 'date', link: 'url', checkbox: 'text' } as const
