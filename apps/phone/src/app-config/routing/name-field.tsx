import { routing } from '@parley/contract/phone'
import { Field, Input, type UseFormResult } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface NameFieldProps {
  value: string
  form: UseFormResult
  onChange: (change: { name: string }) => void
}

/** The name of a group, of opening hours or of a menu. */
export function NameField({ value, form, onChange }: NameFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('routing.name')} error={form.getError('name')}>
      <Input
        name="name"
        maxLength={routing.maxNameLength}
        value={value}
        onChange={({ target }) => onChange({ name: target.value })}
      />
    </Field>
  )
}
