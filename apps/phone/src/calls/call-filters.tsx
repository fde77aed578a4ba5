import { FilterPills, IconButton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { CallScope } from '../api/query-keys.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import type { CallsFilter } from '../routes/search.ts'

interface CallFiltersProps {
  filter: CallsFilter
  scope: CallScope
  /** Only calls with this tag are shown. */
  tag: string | undefined
  onChange: (change: { filter: CallsFilter } | { scope: CallScope } | { tag: undefined }) => void
}

/** Filters of the call list, with the numbers of calls that wait for the user. */
export function CallFilters({ filter, scope, tag, onChange }: CallFiltersProps) {
  const { t } = useLanguage()
  const { queries, me } = usePhone()
  const missed = useQuery(queries.missedCount())
  const voicemails = useQuery(queries.voicemailCount())
  const assigned = useQuery(queries.assignedCount())
  return (
    <div className="my-3 flex flex-wrap gap-x-4 gap-y-1">
      <FilterPills
        label={t('calls.filter')}
        value={filter}
        onChange={(next) => onChange({ filter: next })}
        choices={[
          { value: 'all', label: t('calls.filter-all') },
          { value: 'missed', label: t('calls.filter-missed'), count: missed.data?.count || undefined },
          {
            value: 'voicemail',
            label: t('calls.filter-voicemail'),
            count: voicemails.data?.new || undefined,
          },
          { value: 'recorded', label: t('calls.filter-recorded') },
          {
            value: 'assigned',
            label: t('calls.filter-assigned'),
            count: assigned.data?.open || undefined,
          },
          { value: 'open-items', label: t('calls.filter-open-items') },
        ]}
      />
      {me.isPhoneAdmin && filter !== 'voicemail' && filter !== 'assigned' && (
        <FilterPills
          label={t('calls.scope')}
          value={scope}
          onChange={(next) => onChange({ scope: next })}
          choices={[
            { value: 'own', label: t('calls.scope-own') },
            { value: 'workspace', label: t('calls.scope-workspace') },
          ]}
        />
      )}
      {tag !== undefined && (
        <span className="flex min-w-0 items-center rounded-full bg-accent-soft pl-3 text-small font-medium text-accent">
          <span className="truncate">{t('calls.with-tag', { tag })}</span>
          <IconButton
            icon={X}
            size="small"
            label={t('calls.remove-tag', { tag })}
            onClick={() => onChange({ tag: undefined })}
          />
        </span>
      )}
    </div>
  )
}
