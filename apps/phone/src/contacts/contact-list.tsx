import { Avatar, EmptyState, Icon, SearchInput, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account-menu.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'

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
  const rows = useMemo(
    () => toRows(contacts.data?.pages.flatMap((page) => page.items) ?? [], search, locale),
    [contacts.data, search, locale],
  )
  const placeholder = total > 0 ? plural('contacts.search-count', total) : t('contacts.search')

  return (
    <div
      className={`flex min-h-0 flex-col pt-6 pl-6 max-sm:pt-4 max-sm:pl-4 ${isFullPage ? '' : 'border-r border-line'}`}
    >
      <ListHeader />
      <SearchInput
        className="mr-4"
        aria-label={t('contacts.search')}
        placeholder={placeholder}
        value={searchInput}
        onChange={(event) => setSearchInput(event.target.value)}
      />
      {contacts.isPending && (
        <div className="mt-3 mr-4">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {contacts.isError && (
        <ErrorAlert className="mt-3 mr-4" error={contacts.error} onTryAgain={() => void contacts.refetch()} />
      )}
      {contacts.isSuccess && rows.length === 0 && (
        <EmptyState>
          {search === '' ? t('contacts.none') : t('contacts.nothing-found', { search })}
        </EmptyState>
      )}
      <VirtualRows
        rows={rows}
        current={current}
        onNearEnd={() => {
          if (contacts.hasNextPage && !contacts.isFetchingNextPage) void contacts.fetchNextPage()
        }}
      />
    </div>
  )
}

function ListHeader() {
  const { t } = useLanguage()
  return (
    <header className="mr-4 mb-3 flex min-h-10 items-center gap-2">
      <h1 className="flex-1">{t('contacts.title')}</h1>
      <RouterButtonLink
        to="/contacts"
        search={{ edit: 'new' }}
        data-opens-editor="new"
        variant="quiet"
        aria-label={t('contacts.add')}
        title={t('contacts.add')}
        className="px-2.5!"
      >
        <Icon icon={Plus} />
      </RouterButtonLink>
      <PageAccount />
    </header>
  )
}

interface VirtualRowsProps {
  rows: readonly Row[]
  current: string | null
  onNearEnd: () => void
}

function VirtualRows({ rows, current, onNearEnd }: VirtualRowsProps) {
  const { t } = useLanguage()
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'letter' ? letterHeight : rowHeight),
    overscan: 12,
  })
  const shown = virtualizer.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 100) nearEnd()
  }, [lastShown, rows.length])

  return (
    <nav
      ref={scroller}
      tabIndex={-1}
      data-takes-focus
      aria-label={t('contacts.list')}
      className="mt-2 -ml-3 min-h-0 flex-1 overflow-auto pr-2 pb-4"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <li
              key={row.kind === 'letter' ? `letter ${row.letter}` : row.contact.id}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {row.kind === 'letter' ? (
                <p className="px-3 pt-2.5 text-label font-semibold text-ink-soft">{row.letter}</p>
              ) : (
                <ContactRow contact={row.contact} isCurrent={row.contact.id === current} />
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function ContactRow({ contact, isCurrent }: { contact: Contact; isCurrent: boolean }) {
  const [phone] = contact.phones
  return (
    <Link
      to="/contacts"
      search={{ contact: contact.id }}
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
