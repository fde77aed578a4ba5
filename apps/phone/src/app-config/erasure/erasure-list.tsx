import type { erasures } from '@parley/contract/phone'
import { Badge, Button, Card, EmptyState, formatDay, formatTime, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { erasureKinds } from './erasure-kinds.ts'
import { useReceipt } from './use-receipt.ts'

/** The erasures that run, and the receipts of the complete ones. */
export function ErasureList() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const list = useInfiniteQuery(queries.erasures())
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card title={t('erasure.list')} padding="none">
      {list.isPending && (
        <div className="p-4.5">
          <Skeleton rows={2} label={t('common.loading')} />
        </div>
      )}
      {list.isSuccess && items.length === 0 && (
        <div className="px-4.5">
          <EmptyState>{t('erasure.none')}</EmptyState>
        </div>
      )}
      {list.isError && (
        <div className="p-4.5">
          <ErrorAlert error={list.error} onTryAgain={() => void list.refetch()} />
        </div>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.id} className="border-line px-4.5 py-3.5 not-first:border-t">
              <Item erasure={item} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="border-t border-line px-4.5 py-3">
          <LoadMoreButton list={list} />
        </div>
      )}
    </Card>
  )
}

function Item({ erasure }: { erasure: erasures.Erasure }) {
  const { t, plural, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  const { completedAt, requestedAt, requestedByName, problem, counts } = erasure
  const toMoment = (at: number) => ({ day: formatDay(at, context), time: formatTime(at, context) })
  const kinds = erasureKinds.filter((kind) => counts[kind] > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-[600]">
          {erasure.lastDigits === null
            ? t('erasure.item-user')
            : t('erasure.item-number', { digits: erasure.lastDigits })}
        </h3>
        <Badge tone={completedAt === null ? 'warning' : 'neutral'}>
          {completedAt === null ? t('erasure.running') : t(toEndKey(problem), toMoment(completedAt))}
        </Badge>
      </div>
      <p className="text-small break-words text-ink-soft">
        {t('erasure.by', { name: requestedByName ?? t('members.nameless'), ...toMoment(requestedAt) })}
      </p>
      {problem !== null && <p className="text-small text-ink">{t(`erasure.problem-${problem}`)}</p>}
      {kinds.length > 0 && (
        <p className="max-w-[68ch] text-small text-ink-soft">
          {kinds.map((kind) => plural(`erasure.count-${kind}`, counts[kind])).join(' ')}
        </p>
      )}
      {completedAt !== null && <Downloads id={erasure.id} />}
    </div>
  )
}

const toEndKey = (problem: erasures.Erasure['problem']) =>
  problem === 'member-again' ? 'erasure.stopped' : 'erasure.complete'

function Downloads({ id }: { id: string }) {
  const { t } = useLanguage()
  const download = useReceipt(id)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(['json', 'text'] as const).map((format) => (
          <Button
            key={format}
            icon={Download}
            state={download.isPending && download.variables === format ? 'busy' : 'idle'}
            onClick={() => download.mutate(format)}
          >
            {t(`erasure.download-${format}`)}
          </Button>
        ))}
      </div>
      {download.error && <ErrorAlert error={download.error} onTryAgain={() => download.reset()} />}
    </>
  )
}
