import type { Call } from '@parley/contract/phone'
import { Avatar, Button, formatAgo, Icon } from '@parley/ui'
import { AudioLines } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callName, callOutcome } from '../calls/describe-call.ts'
import { useLanguage } from '../i18n/language.tsx'
import { ColleagueLine, PresenceLabel } from '../presence/presence-label.tsx'
import { formatNumber } from './numbers/format-number.ts'
import { useDialling } from './use-dialling.ts'
import type { useMatches } from './use-matches.ts'

const maxRecentCalls = 4
const maxTestNumbers = 3

interface DialSuggestionsProps {
  matches: ReturnType<typeof useMatches>
  recent: readonly Call[]
  onCall: (number: string, title: string | null) => void
}

/**
 * Suggestions: matching contacts and colleagues, recent calls and test numbers, without the participants of the current
 * call.
 */
export function DialSuggestions({ matches: found, recent: calls, onCall }: DialSuggestionsProps) {
  const { isInCall } = useDialling()
  const canCall = ({ number }: { number: string }) => !isInCall(number)
  const matches = {
    ...found,
    contacts: found.contacts
      .map((contact) => ({ ...contact, phones: contact.phones.filter(canCall) }))
      .filter(({ phones }) => phones.length > 0),
    colleagues: found.colleagues.filter(canCall),
    entries: found.entries.filter(canCall),
  }
  const recent = calls.filter(({ number }) => number === null || !isInCall(number))
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 @[48rem]:pt-13.5">
      <MatchingContacts matches={matches} onCall={onCall} />
      {!matches.isEmpty && <MatchingColleagues matches={matches} onCall={onCall} />}
      <RecentCalls recent={recent} onCall={onCall} />
      {matches.isEmpty && <MatchingColleagues matches={matches} onCall={onCall} />}
      <TestNumbers matches={matches} onCall={onCall} />
    </div>
  )
}

function MatchingContacts({ matches, onCall }: Omit<DialSuggestionsProps, 'recent'>) {
  const { t } = useLanguage()
  if (matches.contacts.length === 0) return null
  return (
    <SuggestionGroup title={t('dial.matches')}>
      {matches.contacts.flatMap((contact) =>
        contact.phones.map((phone) => (
          <Suggestion
            key={`${contact.id} ${phone.number}`}
            leading={<Avatar name={contact.name} />}
            name={contact.name}
            second={<ContactLine contact={contact} phone={phone} matches={matches} />}
            number={phone.number}
            isFirst={matches.first?.number === phone.number}
            onCall={() => onCall(phone.number, contact.name)}
          />
        )),
      )}
    </SuggestionGroup>
  )
}

type MatchingContact = DialSuggestionsProps['matches']['contacts'][number]

interface ContactLineProps {
  contact: MatchingContact
  phone: MatchingContact['phones'][number]
  matches: DialSuggestionsProps['matches']
}

/** The company of a contact, the label of the number, and the presence of a contact who is a colleague. */
function ContactLine({ contact, phone, matches }: ContactLineProps) {
  const userId = matches.colleagueIds.get(phone.number)
  const texts = [contact.company, phone.label].filter(Boolean).join(' · ')
  if (userId === undefined) return texts
  return (
    <>
      {texts && `${texts} · `}
      <PresenceLabel userId={userId} />
    </>
  )
}

function MatchingColleagues({ matches, onCall }: Omit<DialSuggestionsProps, 'recent'>) {
  const { t } = useLanguage()
  if (matches.colleagues.length === 0) return null
  return (
    <SuggestionGroup title={t('colleagues.title')}>
      {matches.colleagues.map(({ userId, name, number }) => (
        <Suggestion
          key={userId}
          leading={<Avatar name={name} />}
          name={name}
          second={<ColleagueLine userId={userId} number={number} />}
          number={null}
          isFirst={matches.first?.number === number}
          onCall={() => onCall(number, name)}
        />
      ))}
    </SuggestionGroup>
  )
}

function RecentCalls({ recent, onCall }: Omit<DialSuggestionsProps, 'matches'>) {
  const language = useLanguage()
  const { t, locale } = language
  const nowMs = Date.now()
  const called = latestByNumber(recent)
  if (called.length === 0) return null
  return (
    <SuggestionGroup title={t('dial.recent-calls')}>
      {called.map((call) => (
        <Suggestion
          key={call.id}
          leading={<Avatar name={callName(call, language) ?? ''} />}
          name={callName(call, language) ?? formatNumber(call.number ?? '')}
          second={`${t(`outcome.${callOutcome(call)}`)} · ${formatAgo(call.startedAt, { locale, nowMs, justNow: t('calls.just-now') })}`}
          number={call.name ? call.number : null}
          onCall={() => call.number && onCall(call.number, callName(call, language))}
        />
      ))}
    </SuggestionGroup>
  )
}

function TestNumbers({ matches, onCall }: Omit<DialSuggestionsProps, 'recent'>) {
  const { t } = useLanguage()
  const [isAllShown, setIsAllShown] = useState(false)
  const entries = matches.entries.slice(0, matches.isName || isAllShown ? undefined : maxTestNumbers)
  if (entries.length === 0) return null
  return (
    <>
      <SuggestionGroup title={t('dial.test-numbers')}>
        {entries.map((entry) => (
          <Suggestion
            key={entry.number}
            leading={
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-fill text-ink-soft">
                <Icon icon={AudioLines} />
              </span>
            }
            name={entry.name}
            second={entry.does}
            number={entry.number}
            isFirst={matches.first?.number === entry.number}
            onCall={() => onCall(entry.number, entry.name)}
          />
        ))}
      </SuggestionGroup>
      {entries.length < matches.entries.length && (
        <Button
          size="small"
          variant="quiet"
          className="-mt-3 justify-self-start"
          onClick={() => setIsAllShown(true)}
        >
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

function SuggestionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pb-1.5 text-small font-semibold text-ink-soft">{title}</h2>
      <ul className="overflow-hidden rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line">
        {children}
      </ul>
    </section>
  )
}

interface SuggestionProps {
  leading: ReactNode
  name: string
  second: ReactNode
  number: string | null
  /** Whether Enter selects this suggestion. */
  isFirst?: boolean
  onCall: () => void
}

function Suggestion({ leading, name, second, number, isFirst = false, onCall }: SuggestionProps) {
  const dialling = useDialling()
  return (
    <li>
      <button
        type="button"
        data-arrow-item
        title={dialling.buttonLabel(name)}
        onClick={onCall}
        className={`flex w-full items-center gap-3 py-[9px] pr-4 pl-3 text-left focus-visible:-outline-offset-2 ${isFirst ? 'bg-accent-soft' : 'hover:bg-hover'}`}
      >
        {leading}
        <span className="sr-only">{dialling.buttonLabel(null)} </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name}</span>
          <span className="line-clamp-2 text-small text-ink-soft">{second}</span>
        </span>
        {number && <span className="text-small whitespace-nowrap tabular-nums">{formatNumber(number)}</span>}
      </button>
    </li>
  )
}

/** The latest call per number, newest first. */
function latestByNumber(calls: readonly Call[]): Call[] {
  const byNumber = new Map<string, Call>()
  for (const call of calls) {
    if (call.number && !byNumber.has(call.number)) byNumber.set(call.number, call)
  }
  return [...byNumber.values()].slice(0, maxRecentCalls)
}
