import type { OpeningState } from '@parley/primitives'
import type { OpeningHours } from '../use-routing.ts'

type Interval = OpeningHours['weekly'][number]['intervals'][number]

/** A Monday. */
const firstDay = Date.UTC(2024, 0, 1)
const dayMs = 24 * 60 * 60 * 1_000
const utc = { timeZone: 'UTC' } as const

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Returns the name of a day. ISO 8601: 1 is Monday. */
export function formatWeekday(day: number, locale: string, weekday: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(locale, { weekday, ...utc }).format(firstDay + (day - 1) * dayMs)
}

/** Returns the weekly intervals, days with the same ones together: `Mon – Fri 9:00 AM – 5:00 PM`. */
export function describeWeek({ weekly }: OpeningHours, locale: string): string[] {
  const days = new Map(weekly.map(({ day, intervals }) => [day, describeIntervals(intervals, locale)]))
  const runs: { from: number; to: number; times: string }[] = []
  for (const day of weekdays) {
    const times = days.get(day)
    const last = runs.at(-1)
    if (times === undefined) continue
    if (last?.to === day - 1 && last.times === times) last.to = day
    else runs.push({ from: day, to: day, times })
  }
  return runs.map(({ from, to, times }) => `${describeDays(from, to, locale)} ${times}`)
}

function describeDays(from: number, to: number, locale: string): string {
  const first = formatWeekday(from, locale, 'short')
  return from === to ? first : `${first} – ${formatWeekday(to, locale, 'short')}`
}

function describeIntervals(intervals: readonly Interval[], locale: string): string {
  const at = (time: string) => formatTime(time, locale)
  const sorted = [...intervals].sort((one, other) => (one.from < other.from ? -1 : 1))
  return sorted.map(({ from, to }) => `${at(from)} – ${at(to)}`).join(', ')
}

/** Returns the end of a state: the time on the same day, with the weekday within a week, or with the date. */
export function describeUntil({ now, until }: OpeningState, locale: string): string | null {
  if (!until) return null
  const time = formatTime(until.time, locale)
  if (until.date === now.date) return time
  const days = (Date.parse(until.date) - Date.parse(now.date)) / dayMs
  const format: Intl.DateTimeFormatOptions =
    days < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' }
  return `${new Intl.DateTimeFormat(locale, { ...format, ...utc }).format(Date.parse(until.date))} ${time}`
}

/** Formats a local time. 24:00 is midnight. */
function formatTime(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...utc })
  return format.format(time === '24:00' ? firstDay : Date.parse(`2024-01-01T${time}Z`))
}
