import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { Button, EmptyState, FilterPills, formatDay, List, Page, SearchInput, Skeleton } from '@parley/ui'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import type { CallFilter } from '../api/query-keys.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useDialing } from '../dial/use-dialing.ts'
import { useDirectory } from '../dial/use-directory.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import type { CallsSearch } from '../routes/search.ts'
import { PageAccount } from '../shell/account-menu.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { CallDrawer } from './call-drawer.tsx'
import { CallRow } from './call-row.tsx'
import { FirstSteps } from './first-steps.tsx'

/** The list of recent calls. */
export function CallsPage() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const navigate = useNavigate({ from: '/' })
  const { call, filter = 'all', search = '' } = useSearch({ from: '/application/' })
  const [searchInput, setSearchInput] = useState(search)
  const looked = useDeferredValue(searchInput.trim())
  const calls = useInfiniteQuery(queries.calls({ filter, search: looked }))
  useMarkMissedSeen(calls.isSuccess && filter !== 'recorded')

  return (
    <Page
      title={t('calls.title')}
      aside={
        <>
          <ConnectionStatus />
          <PageAccount />
        </>
      }
    >
      <SearchInput
        aria-label={t('calls.search')}
        placeholder={t('calls.search')}
        shortcut="/"
        value={searchInput}
        onChange={(event) => setSearchInput(event.target.value)}
        onBlur={() => {
          if (looked === search) return
          void navigate({ search: toCallsSearch(filter, looked), replace: true, resetScroll: false })
        }}
      />
      <CallFilters
        filter={filter}
        onChange={(next) => void navigate({ search: toCallsSearch(next, looked) })}
      />
      <CallList calls={calls} filter={filter} search={looked} />
      {filter === 'all' && looked === '' && calls.isSuccess && <FirstSteps />}
      {call && (
        <CallDrawer
          key={call}
          callId={call}
          onClose={() =>
            void navigate({ search: (before) => ({ ...before, call: undefined }), resetScroll: false })
          }
        />
      )}
    </Page>
  )
}

interface CallFiltersProps {
  filter: CallFilter
  onChange: (filter: CallFilter) => void
}

function CallFilters({ filter, onChange }: CallFiltersProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const missed = useQuery(queries.missedCount())
  return (
    <div className="my-3">
      <FilterPills
        label={t('calls.filter')}
        value={filter}
        onChange={onChange}
        choices={[
          { value: 'all', label: t('calls.filter-all') },
          { value: 'missed', label: t('calls.filter-missed'), count: missed.data?.count || undefined },
          { value: 'recorded', label: t('calls.filter-recorded') },
        ]}
      />
    </div>
  )
}

interface CallListProps {
  calls: UseInfiniteQueryResult<InfiniteData<PhoneOutput<'GET /calls'>>>
  filter: CallFilter
  search: string
}

/** The calls that were loaded, in any state of loading. */
function CallList({ calls, filter, search }: CallListProps) {
  const { t } = useLanguage()
  const items = calls.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {calls.isPending && <Skeleton label={t('common.loading')} />}
      {calls.isError && <ErrorAlert error={calls.error} onTryAgain={() => void calls.refetch()} />}
      {calls.isSuccess && items.length === 0 && <NoCalls filter={filter} search={search} />}
      <CallsByDay calls={items} />
      {calls.hasNextPage && (
        <Button
          className="mt-4"
          state={calls.isFetchingNextPage ? 'busy' : 'idle'}
          onClick={() => void calls.fetchNextPage()}
        >
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

/** Search params, defaults omitted. */
function toCallsSearch(filter: CallFilter, search: string): CallsSearch {
  return { filter: filter === 'all' ? undefined : filter, search: search || undefined }
}

/** The calls, grouped into one card per day. */
function CallsByDay({ calls }: { calls: readonly Call[] }) {
  const { locale } = useLanguage()
  const dialing = useDialing()
  const nowMs = Date.now()
  const days = Map.groupBy(calls, (call) => formatDay(call.startedAt, { locale, nowMs }))

  return [...days].map(([day, callsOfDay]) => (
    <section
      key={day}
      aria-label={day}
      className="max-sm:-mx-4 max-sm:[&>ul]:rounded-none max-sm:[&>ul]:border-x-0"
    >
      <h2 className="pt-3 pb-1.5 text-small font-semibold text-ink-soft max-sm:px-4">{day}</h2>
      <List label={day}>
        {callsOfDay.map((call) => (
          <CallRow key={call.id} call={call} nowMs={nowMs} dialing={dialing} />
        ))}
      </List>
    </section>
  ))
}

interface NoCallsProps {
  filter: CallFilter
  search: string
}

function NoCalls({ filter, search }: NoCallsProps) {
  const { t } = useLanguage()
  const dialing = useDialing()
  const [echo] = useDirectory()
  if (search !== '') return <EmptyState>{t('calls.nothing-found', { search })}</EmptyState>
  if (filter !== 'all') return <EmptyState>{t(`calls.none-${filter}`)}</EmptyState>

  return (
    <EmptyState
      action={
        echo &&
        dialing.effect === 'calls' && (
          <Button variant="primary" onClick={() => dialing.dial({ to: echo.number, title: echo.name })}>
            {dialing.buttonLabel(echo.name)}
          </Button>
        )
      }
    >
      {t('calls.none-yet')}
    </EmptyState>
  )
}

/** Marks missed calls as seen while the list is open. */
function useMarkMissedSeen(isViewing: boolean): void {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const seen = useMutation({
    mutationFn: () => api('POST /calls/missed/seen', {}).then(unwrap),
    onSuccess: (count) => queryClient.setQueryData(queryKeys.calls.missedCount, count),
  })
  const { mutate } = seen
  useEffect(() => {
    // Marks calls as seen on leaving, so that the badge stays while the user reads the list.
    if (isViewing) return () => mutate()
  }, [isViewing, mutate])
}
