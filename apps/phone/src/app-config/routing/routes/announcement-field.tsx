import { Field, Select } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'

interface AnnouncementFieldProps {
  label: string
  /** The name of the announcement of Parley. */
  usual: string
  /** Id of an announcement of the workspace; null for that of Parley, or what replaces it. */
  value: string | null
  onChange: (announcementId: string | null) => void
}

/** Chooses an announcement of the workspace. */
export function AnnouncementField({ label, usual, value, onChange }: AnnouncementFieldProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data } = useQuery(queries.announcements())
  const items = data?.items ?? []
  const isListed = value === null || items.some(({ id }) => id === value)
  return (
    <Field label={label} hint={items.length === 0 && t('announcements.greeting-hint')}>
      <Select
        value={value ?? ''}
        onChange={(id) => onChange(id || null)}
        options={[
          { value: '', label: usual },
          ...items.map(({ id, name }) => ({ value: id, label: name })),
          ...(isListed ? [] : [{ value, label: t('announcements.chosen') }]),
        ]}
      />
    </Field>
  )
}
