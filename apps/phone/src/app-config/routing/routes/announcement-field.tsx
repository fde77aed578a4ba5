import { Field, Select } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'

interface GreetingFieldProps {
  /** Id of an announcement; null for the usual greeting. */
  value: string | null
  onChange: (announcementId: string | null) => void
}

/** Chooses the greeting of voicemail. */
export function GreetingField({ value, onChange }: GreetingFieldProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data } = useQuery(queries.announcements())
  const items = data?.items ?? []
  const isListed = value === null || items.some(({ id }) => id === value)
  return (
    <Field label={t('announcements.greeting')} hint={items.length === 0 && t('announcements.greeting-hint')}>
      <Select
        value={value ?? ''}
        onChange={(id) => onChange(id || null)}
        options={[
          { value: '', label: t('announcements.usual') },
          ...items.map(({ id, name }) => ({ value: id, label: name })),
          ...(isListed ? [] : [{ value, label: t('announcements.chosen') }]),
        ]}
      />
    </Field>
  )
}
