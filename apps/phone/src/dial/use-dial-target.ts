import type { Call } from '@parley/contract/phone'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { formatWhileTyping } from './numbers/format-number.ts'
import { useCallableColleagues } from './use-colleagues.ts'
import { useMatches } from './use-matches.ts'
import { type NumberCheckState, useNumberCheck } from './use-number-check.ts'
import { usePlaceCall } from './use-place-call.ts'

/** The number or name to call: the input, its check and the caller ID. */
export interface DialTarget {
  readonly input: string
  readonly change: (input: string) => void
  /** Whether the matches and the check belong to the input, not to an earlier one. */
  readonly isSettled: boolean
  readonly matches: ReturnType<typeof useMatches>
  readonly check: NumberCheckState
  readonly calleeName: string | null
  /** Whether the number needs a trunk and the workspace has none: neither a colleague nor a service has it. */
  readonly lacksTrunk: boolean
  readonly recent: readonly Call[]
  /** The caller ID. */
  readonly from: string
  readonly selectFrom: (from: string) => void
  readonly call: (number: string, title: string | null) => Promise<void>
}

export function useDialTarget(): DialTarget {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const { input, change, clear } = useDialInput()
  const [selectedFrom, setSelectedFrom] = useSelectedFrom()
  const deferredInput = useDeferredValue(input.trim())
  const isSettled = deferredInput === input.trim()
  const matches = useMatches(deferredInput)
  const check = useNumberCheck(deferredInput, selectedFrom, isSettled)
  const recent = useInfiniteQuery(queries.calls({ scope: 'own', filter: 'all', search: '' }))
  const { current } = check
  const colleagues = useCallableColleagues(current?.number ?? null)
  const colleague = colleagues.items.find(({ number }) => number === current?.number)

  const place = usePlaceCall(() => {
    clear()
    setSelectedFrom(null)
  })
  return {
    input,
    change,
    isSettled,
    matches,
    check,
    calleeName:
      current?.contact?.name ??
      (current?.service ? t(`directory.${current.service}`) : null) ??
      colleague?.name ??
      null,
    lacksTrunk:
      current?.refusal?.code === 'NO_TRUNK' ||
      (!me.hasTrunk &&
        current !== undefined &&
        current.number !== null &&
        current.refusal === null &&
        !current.service &&
        colleagues.isSettled &&
        !colleague),
    recent: recent.data?.pages[0]?.items ?? [],
    from: selectedFrom ?? current?.from ?? me.numbers[0]?.number ?? '',
    selectFrom: setSelectedFrom,
    // The service selects the caller ID unless the user chose one, which it remembers for the next call.
    call: (number, title) => place({ number, title, from: selectedFrom }),
  }
}

/** The caller ID that the user has selected, until the workspace no longer has it. */
function useSelectedFrom() {
  const { me } = usePhone()
  const [selected, setSelected] = useState<string | null>(null)
  const isOwn = me.numbers.some(({ number }) => number === selected)
  return [isOwn ? selected : null, setSelected] as const
}

/** The input of the dial field, which the search params may prefill. */
function useDialInput() {
  const { me } = usePhone()
  const navigate = useNavigate({ from: '/dial' })
  const { to = '' } = useSearch({ from: '/application/dial' })
  const [input, setInput] = useState(() => formatWhileTyping(to, me.homeCountry))
  const change = (next: string) => {
    setInput(next)
    if (to !== '') void navigate({ search: {}, replace: true })
  }
  return { input, change, clear: () => setInput('') }
}
