import { type CommandRow, formatCountry } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AudioLines, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { callName } from '../calls/describe-call.ts'
import { formatNumber, formatWhileTyping, isCallable } from '../dial/numbers/format-number.ts'
import { useDialling } from '../dial/use-dialling.ts'
import type { useMatches } from '../dial/use-matches.ts'
import { useNumberCheck } from '../dial/use-number-check.ts'
import { isShortNumber, usePlaceCall } from '../dial/use-place-call.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PresenceLabel } from '../presence/presence-label.tsx'
import { explainRefusal } from '../shell/errors/explain-error.ts'
import { Highlight } from './highlight.tsx'

const maxRows = 6
const maxRecentCalls = 5

interface Callee {
  readonly number: string
  readonly name: string | null
  readonly label?: ReactNode
  readonly detail?: ReactNode
  readonly userId?: string | null
  /** Why the number cannot be called. Default: why no number can be called now, if so. */
  readonly refusal?: string | null
  readonly open?: () => void
}

/** Returns the row that calls a number, and says when that holds the current call. */
function useCallRow(): (callee: Callee) => CommandRow {
  const { t } = useLanguage()
  const dialling = useDialling()
  const place = usePlaceCall(() => undefined)
  return ({ number, name, label, detail, userId, refusal, open }) => ({
    id: `call ${number}`,
    icon: Phone,
    tone: 'call',
    verb: dialling.buttonLabel(null),
    label: label ?? name ?? formatNumber(number),
    detail: detail ?? (name === null ? undefined : <Digits number={number} />),
    aside: userId ? <PresenceLabel userId={userId} /> : undefined,
    activeAside: dialling.effect === 'holds' ? t('palette.holds') : undefined,
    disabledReason: refusal ?? (isShortNumber(number) ? null : dialling.disabledReason),
    run: () => void place({ number, title: name, from: null }),
    runAlternative: open,
  })
}

/**
 * The rows that call what was typed: a number, or the contacts, colleagues and test numbers that match a name; and whether
 * a typed number is being checked.
 */
export function useCallRows(
  input: string,
  matches: ReturnType<typeof useMatches>,
  search: string,
): { readonly rows: readonly CommandRow[]; readonly isPending: boolean } {
  const { isInCall } = useDialling()
  const navigate = useNavigate()
  const toRow = useCallRow()
  const { typed, isPending } = useTypedNumber(input, search)
  if (matches.isEmpty) return { rows: [], isPending: false }

  const contactIds = new Map(
    matches.contacts.flatMap(({ id, phones }) => phones.map(({ number }) => [number, id] as const)),
  )
  const openCallee = (number: string, userId: string | null) => {
    const contact = contactIds.get(number)
    if (contact) return () => void navigate({ to: '/contacts', search: { contact } })
    if (!userId) return undefined
    return () => void navigate({ to: '/contacts', search: { list: 'colleagues', colleague: userId } })
  }
  const isEntry = new Set(matches.entries.map(({ number }) => number))
  const found = matches.all
    .filter(({ number }) => !isInCall(number) && number !== typed?.checkedNumber)
    .slice(0, maxRows)
    .map(({ name, number, userId }) => ({
      ...toRow({
        number,
        name,
        label: <Highlight text={name} search={search} />,
        userId,
        open: openCallee(number, userId),
      }),
      ...(isEntry.has(number) ? { icon: AudioLines } : {}),
    }))
  // Until it is checked, a contact or a colleague may have the same number.
  return { rows: typed ? [{ ...toRow(typed), id: 'typed-number' }, ...found] : found, isPending }
}

/** The number that was typed, with the result of its check; null if it is none. */
function useTypedNumber(
  input: string,
  search: string,
): { typed: (Callee & { checkedNumber: string | null }) | null; isPending: boolean } {
  const language = useLanguage()
  const { me } = usePhone()
  const { current, isPending } = useNumberCheck(search, null, search === input)
  if (!isCallable(input)) return { typed: null, isPending: false }
  const { refusal = null, contact, country } = current ?? {}
  const name = contact?.name ?? (current?.service ? language.t(`directory.${current.service}`) : null)
  const digits = current?.number ? formatNumber(current.number) : formatWhileTyping(input, me.homeCountry)
  const typed = {
    number: input,
    checkedNumber: current?.number ?? null,
    name,
    label: name ?? <span className="tabular-nums">{digits}</span>,
    detail: name ? (
      <span className="tabular-nums">{digits}</span>
    ) : country ? (
      formatCountry(country, language.locale)
    ) : undefined,
    refusal:
      current && refusal && refusal.code !== 'EMERGENCY_NUMBER'
        ? current.isIncomplete
          ? language.t('dial.incomplete')
          : explainRefusal(refusal, current, language)
        : null,
  }
  return { typed, isPending }
}

/** The rows that call the latest numbers again. */
export function useRecentRows(): readonly CommandRow[] {
  const language = useLanguage()
  const { queries } = usePhone()
  const { isInCall } = useDialling()
  const toRow = useCallRow()
  const calls = useInfiniteQuery(queries.calls({ scope: 'own', filter: 'all', search: '' }))
  const byNumber = new Map<string, CommandRow>()
  for (const call of calls.data?.pages[0]?.items ?? [])
    if (call.number && !byNumber.has(call.number) && !isInCall(call.number))
      byNumber.set(call.number, toRow({ number: call.number, name: callName(call, language) }))
  return [...byNumber.values()].slice(0, maxRecentCalls)
}

function Digits({ number }: { number: string }) {
  return <span className="tabular-nums">{formatNumber(number)}</span>
}
