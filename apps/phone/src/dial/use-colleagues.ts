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

/** The other members of the workspace who have a number, by name. */
export function useCallableColleagues(): CallableColleague[] {
  const { queries } = usePhone()
  const { data } = useQuery(queries.colleagues())
  return (data?.items ?? []).flatMap(({ userId, name, number }) =>
    number === null ? [] : [{ userId, name: name ?? formatNumber(number), number }],
  )
}

/** Returns the colleagues whose name contains all words of a search, or whose number contains its digits. */
export function searchColleagues<C extends Pick<Colleague, 'name' | 'number'>>(
  colleagues: readonly C[],
  search: string,
): C[] {
  const words = toPlainText(search).split(/\s+/)
  const digits = /\p{L}/u.test(search) ? '' : search.replace(/\D/g, '')
  return colleagues.filter(({ name, number }) => {
    const plainName = toPlainText(name ?? '')
    if (digits !== '' && number?.includes(digits)) return true
    return words.every((word) => plainName.includes(word))
  })
}

/** Lower case, without accents. */
function toPlainText(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
