import { Field, Input, Select, type UseFormResult } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { NameField } from '../name-field.tsx'
import type { Group } from '../use-routing.ts'

const strategies = ['all', 'in-turn', 'longest-idle'] as const

interface GroupFieldsProps {
  draft: Group
  /** As typed. */
  seconds: string
  form: UseFormResult
  onChange: (parts: Partial<Group>) => void
  onChangeSeconds: (seconds: string) => void
}

/** The name of a group, and how calls ring for it. */
export function GroupFields({ draft, seconds, form, onChange, onChangeSeconds }: GroupFieldsProps) {
  const { t } = useLanguage()
  return (
    <>
      <NameField value={draft.name} form={form} onChange={onChange} />
      <Field label={t('routing.strategy')} hint={t(`routing.strategy-${draft.strategy}-hint`)}>
        <Select
          value={draft.strategy}
          onChange={(strategy) => onChange({ strategy })}
          options={strategies.map((value) => ({ value, label: t(`routing.strategy-${value}`) }))}
        />
      </Field>
      <Field
        label={draft.strategy === 'all' ? t('routing.ring-seconds') : t('routing.ring-seconds-each')}
        error={form.getError('ringSeconds')}
      >
        <Input
          name="ringSeconds"
          inputMode="numeric"
          className="max-w-28"
          value={seconds}
          onChange={({ target }) => onChangeSeconds(target.value)}
        />
      </Field>
    </>
  )
}
