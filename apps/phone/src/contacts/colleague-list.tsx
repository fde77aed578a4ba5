import { Avatar, EmptyState, IconButton, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, Phone } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { type Colleague, searchColleagues } from '../dial/use-colleagues.ts'
import { useDialing } from '../dial/use-dialing.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { ListFrame } from './list-frame.tsx'
import { useCopy } from './use-copy.ts'
import { VirtualList } from './virtual-list.tsx'

const rowHeight = 54

/** All colleagues or search results, each with the number and a button that calls it. */
export function ColleagueList({ isFullPage }: { isFullPage: boolean }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const colleagues = useQuery(queries.colleagues())
  const [searchInput, setSearchInput] = useState('')
  const search = useDeferredValue(searchInput.trim())
  const found = searchColleagues(colleagues.data?.items ?? [], search)

  return (
    <ListFrame
      list="colleagues"
      isFullPage={isFullPage}
      searchLabel={t('colleagues.search')}
      searchInput={searchInput}
      onSearch={setSearchInput}
    >
      {colleagues.isPending && (
        <div className="mt-3 mr-4">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {colleagues.isError && (
        <ErrorAlert
          className="mt-3 mr-4"
          error={colleagues.error}
          onTryAgain={() => void colleagues.refetch()}
        />
      )}
      {colleagues.isSuccess && found.length === 0 && (
        <EmptyState>
          {search === '' ? t('colleagues.none') : t('colleagues.nothing-found', { search })}
        </EmptyState>
      )}
      <VirtualList
        label={t('colleagues.title')}
        rows={found}
        getKey={({ userId }) => userId}
        getHeight={() => rowHeight}
        renderRow={(colleague) => <ColleagueRow colleague={colleague} />}
      />
    </ListFrame>
  )
}

function ColleagueRow({ colleague }: { colleague: Colleague }) {
  const { t } = useLanguage()
  const { number } = colleague
  const name = colleague.name ?? t('calls.unknown')
  return (
    <div className="flex items-center gap-3 rounded-control py-[7px] pr-1 pl-3 hover:bg-hover">
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="block truncate text-small text-ink-soft tabular-nums">
          {number ? formatNumber(number) : t('colleagues.no-number')}
        </span>
      </span>
      {number && <NumberActions name={name} number={number} />}
    </div>
  )
}

function NumberActions({ name, number }: { name: string; number: string }) {
  const { t } = useLanguage()
  const dialing = useDialing()
  const copy = useCopy()
  return (
    <span className="flex shrink-0">
      <IconButton
        icon={Copy}
        label={t('colleagues.copy', { name })}
        onClick={() => void copy(formatNumber(number))}
      />
      <IconButton
        icon={Phone}
        look="call"
        label={dialing.buttonLabel(name)}
        onClick={() => dialing.dial({ to: number, title: name })}
      />
    </span>
  )
}
