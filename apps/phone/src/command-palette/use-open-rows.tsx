import type { Call } from '@parley/contract/phone'
import { type CommandRow, formatDay } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ContactRound, PhoneIncoming, PhoneOutgoing, UserRound, Voicemail } from 'lucide-react'
import { callTitle } from '../calls/describe-call.ts'
import { useDialling } from '../dial/use-dialling.ts'
import type { useMatches } from '../dial/use-matches.ts'
import { matchesSearch } from '../i18n/fold-text.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { Highlight } from './highlight.tsx'

const maxContacts = 3
const maxColleagues = 3
const maxCalls = 3
const maxVoicemails = 2

type Matches = ReturnType<typeof useMatches>

/** The rows that open the contacts, colleagues, calls and messages that match a search. */
export function useOpenRows(search: string, matches: Matches) {
  const { isSearchable } = matches
  const { queries } = usePhone()
  const language = useLanguage()
  const toContactRow = useContactRow(search)
  const toColleagueRow = useColleagueRow(search)
  const toCallRow = useRecordRow(search)
  const calls = useInfiniteQuery({
    ...queries.calls({ scope: 'own', filter: 'all', search }),
    enabled: isSearchable,
  })
  const voicemails = useInfiniteQuery({ ...queries.voicemails(), enabled: isSearchable })
  if (!isSearchable) return { rows: [], isPending: false, error: null }

  const messages = (voicemails.data?.pages[0]?.items ?? [])
    .map(({ call }) => call)
    .filter((call) => matchesSearch(`${callTitle(call, language)} ${call.number ?? ''}`, search))
    .slice(0, maxVoicemails)
  const found = (calls.data?.pages[0]?.items ?? [])
    .filter(({ id }) => messages.every((message) => message.id !== id))
    .slice(0, maxCalls)
  return {
    rows: [
      ...matches.found.slice(0, maxContacts).map(toContactRow),
      ...matches.colleagues.slice(0, maxColleagues).map(toColleagueRow),
      ...found.map((call) => toCallRow(call, 'call')),
      ...messages.map((call) => toCallRow(call, 'voicemail')),
    ],
    isPending: !calls.isError && (!calls.isSuccess || calls.isPlaceholderData),
    error: calls.error ?? voicemails.error,
  }
}

function useContactRow(search: string): (contact: Matches['found'][number]) => CommandRow {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const { isInCall } = useDialling()
  return ({ id, name, company, phones }) => ({
    id: `contact ${id}`,
    icon: ContactRound,
    label: <Highlight text={name} search={search} />,
    detail: <span className="block max-w-40 truncate">{company || t('palette.contact')}</span>,
    aside: phones.some(({ number }) => isInCall(number)) ? (
      <span className="text-live">{t('live.participants')}</span>
    ) : undefined,
    run: () => void navigate({ to: '/contacts', search: { contact: id } }),
  })
}

function useColleagueRow(search: string): (colleague: Matches['colleagues'][number]) => CommandRow {
  const { t } = useLanguage()
  const navigate = useNavigate()
  return ({ userId, name }) => ({
    id: `colleague ${userId}`,
    icon: UserRound,
    label: <Highlight text={name} search={search} />,
    detail: t('colleagues.one'),
    run: () => void navigate({ to: '/contacts', search: { list: 'colleagues', colleague: userId } }),
  })
}

/** Returns the row that opens a call, or the message that its caller has left. */
function useRecordRow(search: string): (call: Call, kind: 'call' | 'voicemail') => CommandRow {
  const language = useLanguage()
  const navigate = useNavigate()
  const { t, locale } = language
  return (call, kind) => {
    const title = callTitle(call, language)
    const day = formatDay(call.startedAt, { locale, nowMs: Date.now() })
    const icons = { incoming: PhoneIncoming, outgoing: PhoneOutgoing }
    return {
      id: `${kind} ${call.id}`,
      icon: kind === 'voicemail' ? Voicemail : icons[call.direction],
      label: (
        <Highlight
          text={kind === 'voicemail' ? t('live.voicemail-of', { name: title }) : title}
          search={search}
        />
      ),
      detail: kind === 'voicemail' ? day : t('palette.call-on', { day }),
      run: () =>
        void navigate({
          to: '/',
          search: { call: call.id, ...(kind === 'voicemail' ? { filter: 'voicemail' } : {}) },
        }),
    }
  }
}
