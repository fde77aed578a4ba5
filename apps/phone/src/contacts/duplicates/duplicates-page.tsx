import { EmptyState, formatCount, Page, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { ChangesCard } from '../changes/changes-card.tsx'
import { DuplicateCard } from './duplicate-card.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { ContactPair } from './merge-draft.ts'

const reasons = ['number', 'email', 'name'] as const

/** Contacts that may be one, and the merges and deletions that can be undone. */
export function DuplicatesPage() {
  const { t, plural, locale } = useLanguage()
  const { queries } = usePhone()
  const duplicates = useInfiniteQuery(queries.duplicates())
  const [merging, setMerging] = useState<ContactPair | null>(null)
  const first = duplicates.data?.pages[0]
  const items = duplicates.data?.pages.flatMap((page) => page.items) ?? []
  const counts = reasons.filter((reason) => (first?.counts[reason] ?? 0) > 0)
  return (
    <Page
      title={t('duplicates.title')}
      subtitle={
        first &&
        (first.isComplete
          ? plural('duplicates.count', first.total)
          : t('duplicates.at-least', { count: formatCount(first.total, locale) }))
      }
      aside={<RouterButtonLink to="/contacts">{t('import.back')}</RouterButtonLink>}
    >
      <div className="grid max-w-200 grid-cols-[minmax(0,1fr)] gap-4">
        {duplicates.isPending && <Skeleton rows={4} label={t('common.loading')} />}
        {duplicates.isError && (
          <ErrorAlert error={duplicates.error} onTryAgain={() => void duplicates.refetch()} />
        )}
        {first && items.length === 0 && <EmptyState>{t('duplicates.none')}</EmptyState>}
        {counts.length > 0 && (
          <p className="text-small text-ink-soft">
            {counts
              .map((reason) =>
                t(`duplicates.count-${reason}`, { count: formatCount(first?.counts[reason] ?? 0, locale) }),
              )
              .join(' · ')}
          </p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {items.map((duplicate) => (
            <DuplicateCard
              key={duplicate.contacts.map(({ id }) => id).join(' ')}
              duplicate={duplicate}
              onMerge={setMerging}
            />
          ))}
        </ul>
        {duplicates.hasNextPage && <LoadMoreButton list={duplicates} className="justify-self-start" />}
        <ChangesCard />
      </div>
      {merging && <MergeDialog pair={merging} onClose={() => setMerging(null)} />}
    </Page>
  )
}
