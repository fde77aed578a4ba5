import { formatCount, formatMoney } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'

export type Usage = PhoneOutput<'GET /usage'>

/** Returns whole minutes, as a user counts them. */
export function formatMinutes(seconds: number, locale: string): string {
  return formatCount(Math.round(seconds / 60), locale)
}

/** Returns an amount in the currency of the price table, or a dash without one. */
export function formatSpend(micros: number, { currency }: Pick<Usage, 'currency'>, locale: string): string {
  return currency === null ? '–' : formatMoney(Math.round(micros / 10_000) / 100, currency, locale)
}

/** Returns a day such as `2026-11-23` as `23 Nov`. */
export function formatShortDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

export function sum(groups: Usage['days'], key: 'calls' | 'answered' | 'missed' | 'seconds' | 'spendMicros') {
  return groups.reduce((total, group) => total + group[key], 0)
}
