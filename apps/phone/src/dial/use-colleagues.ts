import type { contacts } from '@parley/contract/phone'
import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../phone-context.tsx'
import { formatNumber } from './numbers/format-number.ts'

export type Colleague = contacts.Colleague

/** A colleague who can be called. */
export interface CallableColleague {
  readonly userId: string
  readonly name: string
  readonly number: string
}

/** The first other members of the workspace that match a search and have a number, by name; none if it is null. */
export function useCallableColleagues(search: string | null) {
  const { queries } = usePhone()
  const isEnabled = search !== null
  const { data, isSuccess, isError, isPlaceholderData } = useQuery({
    ...queries.colleagueMatches(search ?? ''),
    enabled: isEnabled,
  })
  const found = isEnabled ? (data?.items ?? []) : []
  return {
    items: found.flatMap(({ userId, name, number }): CallableColleague[] =>
      number === null ? [] : [{ userId, name: name ?? formatNumber(number), number }],
    ),
    /** Whether these are the results of this search. */
    isSettled: isError || (isSuccess && !isPlaceholderData),
  }
}
