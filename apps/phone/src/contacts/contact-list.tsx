import { Avatar, EmptyState, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ClearSearch } from '../shell/clear-search.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'
import { ListFrame } from './list-frame.tsx'
import { SelectableRow } from './selection/selectable-row.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelection } from './selection/use-selection.ts'
import { VirtualList } from './virtual-list.tsx'

type Contact = PhoneOutput<'GET /contacts'>['items'][number]
type Row =
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'contact'; readonly contact: Contact }

const letterHeight = 30
const rowHeight = 54

/** All contacts or search results, in a virtual list. */
export function ContactList({ current, isFullPage }: { current: string | null; isFullPage: boolean }) {
  const { t, plural, locale } = useLanguage()
  const { queries } = usePhone()
  const [searchInput, setSearchInput] = useState('')
  const search = useDeferredValue(searchInput.trim())
  const contacts = useInfiniteQuery(queries.contacts(search))
  const total = contacts.data?.pages[0]?.total ?? 0
  const items = useMemo(() => contacts.data?.pages.flatMap((page) => page.items) ?? [], [contacts.data])
  const rows = useMemo(() => toRows(items, search, locale), [items, search, locale])
  const ids = useMemo(() => items.map(({ id }) => id), [items])
  const selection = useSelection(search, ids, total)
  const placeholder = total > 0 ? plural('contacts.search-count', total) : t('contacts.search')

  return (
    <ListFrame
      list="contacts"
      isFullPage={isFullPage}
      searchLabel={t('contacts.search')}
      placeholder={placeholder}
      searchInput={searchInput}
      onSearch={setSearchInput}
      onSelectContacts={selection.start}
    >
      {selection.isActive && <SelectionBar selection={selection} total={total} />}
      {contacts.isPending && (
        <div className="mt-3 mr-4">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {contacts.isError && (
        <ErrorAlert className="mt-3 mr-4" error={contacts.error} onTryAgain={() => void contacts.refetch()} />
      )}
      {contacts.isSuccess && rows.length === 0 && (
        <EmptyState
          action={search === '' ? <WaysToAdd /> : <ClearSearch onClear={() => setSearchInput('')} />}
        >
          {search === '' ? t('contacts.none') : t('contacts.nothing-found', { search })}
        </EmptyState>
      )}
      <VirtualList
        label={t('contacts.list')}
        rows={rows}
        getKey={(row) => (row.kind === 'letter' ? `letter ${row.letter}` : row.contact.id)}
        getHeight={(row) => (row.kind === 'letter' ? letterHeight : rowHeight)}
        renderRow={(row) =>
          row.kind === 'letter' ? (
            <p className="px-3 pt-2.5 text-label font-semibold text-ink-soft">{row.letter}</p>
          ) : selection.isActive ? (
            <SelectableRow contact={row.contact} selection={selection} />
          ) : (
            <ContactRow contact={row.contact} isCurrent={row.contact.id === current} />
          )
        }
        onNearEnd={() => {
          if (contacts.hasNextPage && !contacts.isFetchingNextPage) void contacts.fetchNextPage()
        }}
      />
    </ListFrame>
  )
}

/** The ways to get contacts, for a user without any. */
function WaysToAdd() {
  const { t } = useLanguage()
  return (
    <div className="flex flex-wrap gap-2">
      <RouterButtonLink to="/contacts" search={{ edit: 'new' }} variant="primary" icon={Plus}>
        {t('contacts.add')}
      </RouterButtonLink>
      <RouterButtonLink to="/contacts/import" icon={Upload}>
        {t('contacts.import')}
      </RouterButtonLink>
      <ColleaguesLink />
    </div>
  )
}

/** Leads a user without contacts to their colleagues. Renders nothing without any. */
function ColleaguesLink() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const colleagues = useInfiniteQuery(queries.colleagues(''))
  if (!colleagues.data?.pages[0]?.items.length) return null
  return (
    <RouterButtonLink to="/contacts" search={{ list: 'colleagues' }}>
      {t('contacts.show-colleagues')}
    </RouterButtonLink>
  )
}

function ContactRow({ contact, isCurrent }: { contact: Contact; isCurrent: boolean }) {
  const [phone] = contact.phones
  return (
    <Link
      to="/contacts"
      search={{ contact: contact.id }}
      data-arrow-item
      className={`flex items-center gap-3 rounded-control px-3 py-[7px] text-ink no-underline focus-visible:-outline-offset-2 ${isCurrent ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      <Avatar name={contact.name} className={isCurrent ? 'bg-raised!' : ''} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{contact.name}</span>
        <span className="block truncate text-small text-ink-soft">
          {contact.company || (phone ? formatNumber(phone.number) : '')}
        </span>
      </span>
    </Link>
  )
}

/** Adds a letter heading to each group, except in search results, which are ordered by relevance. */
function toRows(contacts: readonly Contact[], search: string, locale: string): Row[] {
  const rows: Row[] = []
  let letter = ''
  for (const contact of contacts) {
    const first = firstLetter(contact.name, locale)
    if (search === '' && first !== letter) {
      letter = first
      rows.push({ kind: 'letter', letter })
    }
    rows.push({ kind: 'contact', contact })
  }
  return rows
}

/** The group heading of a name, without accents (Åse is under A); `#` for names without a letter. */
function firstLetter(name: string, locale: string): string {
  const [letter = '#'] = name.trim().normalize('NFD').toLocaleUpperCase(locale)
  return /\p{L}/u.test(letter) ? letter : '#'
}
