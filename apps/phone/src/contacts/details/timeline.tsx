import { Card, Select, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineFilter } from '../../api/call-detail-queries.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { TimelineRow } from './timeline-row.tsx'

const filters = ['all', 'call', 'voicemail', 'notes', 'comment', 'action-item', 'recording'] as const

/** The calls with a contact, and their messages, notes, comments, open action items and recordings, the latest first. */
export function Timeline({ contactId }: { contactId: string }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const timeline = useInfiniteQuery(queries.timeline(contactId, filter))
  const pages = timeline.data?.pages ?? []
  const calls = new Map(pages.flatMap((page) => page.calls).map((call) => [call.id, call]))
  const items = pages.flatMap((page) => page.items)

  return (
    <Card
      title={t('timeline.title')}
      padding="none"
      aside={
        <Select
          size="small"
          aria-label={t('timeline.filter')}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: t(`timeline.filter-${value}`) }))}
        />
      }
    >
      {timeline.isPending && <Skeleton rows={3} label={t('common.loading')} />}
      {timeline.isError && <ErrorAlert error={timeline.error} onTryAgain={() => void timeline.refetch()} />}
      {timeline.isSuccess && items.length === 0 && (
        <p className="px-4.5 py-4 text-small text-ink-soft">
          {t(filter === 'all' ? 'timeline.none' : 'timeline.none-of-kind')}
        </p>
      )}
      <ul aria-label={t('timeline.title')} className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((entry) => {
          const call = calls.get(entry.callId)
          const key = entry.comment?.id ?? entry.actionItem?.id ?? `${entry.kind} ${entry.callId}`
          return call && <TimelineRow key={key} entry={entry} call={call} />
        })}
      </ul>
      {timeline.hasNextPage && (
        <div className="border-t border-line p-2">
          <LoadMoreButton list={timeline} variant="quiet" size="small" />
        </div>
      )}
    </Card>
  )
}
