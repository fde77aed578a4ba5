import { Avatar, EmptyState, IconButton, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Colleague } from '../../dial/use-colleagues.ts'
import { useDialling } from '../../dial/use-dialling.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ColleagueLine } from '../../presence/presence-label.tsx'
import { ClearSearch } from '../../shell/clear-search.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ListFrame } from '../list-frame.tsx'
import { VirtualList } from '../virtual-list.tsx'

const rowHeight = 54

/** All colleagues or search results, each with a link to the details and a button that calls them. */
export function ColleagueList({ current, isFullPage }: { current: string | null; isFullPage: boolean }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [searchInput, setSearchInput] = useState('')
  const search = useDeferredValue(searchInput.trim())
  const colleagues = useInfiniteQuery(queries.colleagues(search))
  const found = colleagues.data?.pages.flatMap((page) => page.items) ?? []

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
        <EmptyState action={search !== '' && <ClearSearch onClear={() => setSearchInput('')} />}>
          {search === '' ? t('colleagues.none') : t('colleagues.nothing-found', { search })}
        </EmptyState>
      )}
      <VirtualList
        label={t('colleagues.title')}
        rows={found}
        getKey={({ userId }) => userId}
        getHeight={() => rowHeight}
        renderRow={(colleague) => (
          <ColleagueRow colleague={colleague} isCurrent={colleague.userId === current} />
        )}
        onNearEnd={() => {
          if (colleagues.hasNextPage && !colleagues.isFetchingNextPage) void colleagues.fetchNextPage()
        }}
      />
    </ListFrame>
  )
}

function ColleagueRow({ colleague, isCurrent }: { colleague: Colleague; isCurrent: boolean }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const { userId, number } = colleague
  const name = colleague.name ?? t('calls.unknown')
  return (
    <div
      className={`flex items-center gap-1 rounded-control pr-1 ${isCurrent ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <Link
        to="/contacts"
        search={{ list: 'colleagues', colleague: userId }}
        data-arrow-item
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control py-[7px] pl-3 text-ink no-underline focus-visible:-outline-offset-2"
      >
        <Avatar name={name} className={isCurrent ? 'bg-raised!' : ''} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold" title={name}>
            {name}
          </span>
          <span className="block text-small text-ink-soft">
            <ColleagueLine userId={userId} number={number} />
          </span>
        </span>
      </Link>
      {number && !dialling.isInCall(number) && (
        <IconButton
          icon={Phone}
          look="call"
          label={dialling.buttonLabel(name)}
          onClick={() => dialling.dial({ to: number, title: name })}
        />
      )}
    </div>
  )
}
