import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { formatDay, List, Page, SearchInput, Skeleton } from '@parley/ui'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { type CallListRequest, type CallScope, queryKeys } from '../api/query-keys.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import type { CallsFilter, CallsSearch } from '../routes/search.ts'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useArrowKeys } from '../shell/hooks/use-arrow-keys.ts'
import { LoadMoreButton } from '../shell/load-more-button.tsx'
import { OwnNumber } from '../shell/own-number.tsx'
import { PageAside } from '../shell/page-aside.tsx'
import { CallDrawer } from './call-drawer.tsx'
import { CallFilters } from './call-filters.tsx'
import { CallRow } from './call-row.tsx'
import { ExportCallsButton } from './export-calls.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NoCalls } from './no-calls.tsx'
import { Voicemails } from './voicemails/voicemails.tsx'

/** The list of recent calls. */
export function CallsPage() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const navigate = useNavigate({ from: '/' })
  const { filter = 'all', search = '', tag, ...selected } = useSearch({ from: '/application/' })
  const scope = useCallScope(selected.scope)
  const [searchInput, setSearchInput] = useState(search)
  const looked = useDeferredValue(searchInput.trim())
  const isVoicemail = filter === 'voicemail'
  const listed = filter === 'voicemail' ? 'all' : filter
  const shown = { scope, filter, search: looked, tag }
  const request: CallListRequest = { ...shown, filter: listed }
  const calls = useInfiniteQuery({ ...queries.calls(request), enabled: !isVoicemail })
  useArrowKeys()
  const isOfEveryTag = tag === undefined
  useMarkMissedSeen(calls.isSuccess && (filter === 'all' || filter === 'missed') && isOfEveryTag)

  return (
    <div data-arrow-keys className="contents">
      <Page title={t('calls.title')} aside={<PageAside />}>
        <OwnNumber className="-mt-3 mb-3" />
        {!isVoicemail && (
          <CallSearch
            value={searchInput}
            onChange={setSearchInput}
            onBlur={() => {
              if (looked === search) return
              void navigate({ search: toCallsSearch(shown), replace: true, resetScroll: false })
            }}
          />
        )}
        <CallFilters
          filter={filter}
          scope={scope}
          tag={isVoicemail ? undefined : tag}
          onChange={(next) => void navigate({ search: toCallsSearch({ ...shown, ...next }) })}
        />
        {isVoicemail && <Voicemails />}
        {!isVoicemail && (
          <CallList
            calls={calls}
            request={request}
            onClearSearch={() => {
              setSearchInput('')
              void navigate({ search: toCallsSearch({ ...shown, search: '' }), replace: true })
            }}
          />
        )}
        {scope === 'own' && filter === 'all' && looked === '' && isOfEveryTag && calls.isSuccess && (
          <FirstSteps />
        )}
        <OpenCall />
      </Page>
    </div>
  )
}

/** The details of the call that is open. Renders nothing without one. */
function OpenCall() {
  const navigate = useNavigate({ from: '/' })
  const { call } = useSearch({ from: '/application/' })
  if (!call) return null
  return (
    <CallDrawer
      key={call}
      callId={call}
      onClose={() =>
        void navigate({ search: (before) => ({ ...before, call: undefined }), resetScroll: false })
      }
    />
  )
}

interface CallSearchProps {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}

function CallSearch({ value, onChange, onBlur }: CallSearchProps) {
  const { t } = useLanguage()
  return (
    <SearchInput
      data-arrow-field
      aria-label={t('calls.search')}
      placeholder={t('calls.search')}
      shortcut="/"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
    />
  )
}

/** Returns the scope of the list: members who are no administrators see their own calls only. */
function useCallScope(selected: CallScope | undefined): CallScope {
  const { me } = usePhone()
  return me.isPhoneAdmin ? (selected ?? 'own') : 'own'
}

interface CallListProps {
  calls: UseInfiniteQueryResult<InfiniteData<PhoneOutput<'GET /calls'>>>
  request: CallListRequest
  onClearSearch: () => void
}

/** The calls that were loaded, in any state of loading. */
function CallList({ calls, request, onClearSearch }: CallListProps) {
  const { t } = useLanguage()
  const items = calls.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {calls.isPending && <Skeleton label={t('common.loading')} />}
      {calls.isError && <ErrorAlert error={calls.error} onTryAgain={() => void calls.refetch()} />}
      {calls.isSuccess && items.length === 0 && <NoCalls request={request} onClearSearch={onClearSearch} />}
      <CallsByDay
        calls={items}
        isOwnerShown={request.scope === 'workspace' || request.filter === 'assigned'}
      />
      {items.length > 0 && <ExportCallsButton request={request} />}
      {calls.hasNextPage && <LoadMoreButton list={calls} className="mt-4" />}
    </>
  )
}

/** Search params, defaults omitted. */
function toCallsSearch({
  scope,
  filter,
  search,
  tag,
}: Omit<CallListRequest, 'filter'> & { filter: CallsFilter }): CallsSearch {
  return {
    filter: filter === 'all' ? undefined : filter,
    scope: scope === 'own' ? undefined : scope,
    search: search || undefined,
    tag,
  }
}

/** The calls, grouped into one card per day. */
function CallsByDay({ calls, isOwnerShown }: { calls: readonly Call[]; isOwnerShown: boolean }) {
  const { locale } = useLanguage()
  const dialling = useDialling()
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
          <CallRow key={call.id} call={call} nowMs={nowMs} dialling={dialling} isOwnerShown={isOwnerShown} />
        ))}
      </List>
    </section>
  ))
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
