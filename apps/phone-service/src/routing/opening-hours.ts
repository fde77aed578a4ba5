import type { routing } from '@parley/contract/phone'

interface LocalTime {
  /** `2026-11-23` */
  readonly date: string
  /** ISO 8601: 1 is Monday. */
  readonly day: number
  /** `09:30` */
  readonly time: string
}

/** Returns whether a workspace is open at a time. */
export function isOpen({ timeZone, weekly, holidays }: routing.OpeningHours, at: Date): boolean {
  const { date, day, time } = toLocalTime(at, timeZone)
  const holiday = holidays.find((one) => one.date === date)
  const intervals = (holiday ?? weekly.find((one) => one.day === day))?.intervals ?? []
  return intervals.some(({ from, to }) => from <= time && time < to)
}

function toLocalTime(at: Date, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const sunday = 7
  const day = new Date(`${date}T00:00:00Z`).getUTCDay() || sunday
  return { date, day, time: `${part('hour')}:${part('minute')}` }
}
