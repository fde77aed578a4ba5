import type { OpeningHours } from '../use-routing.ts'

export type Interval = OpeningHours['weekly'][number]['intervals'][number]

export const maxIntervals = 5

/** Returns whether all intervals of a day begin before they end, and none begins before another one ends. */
export function areIntervalsValid({ intervals }: { readonly intervals: readonly Interval[] }): boolean {
  const sorted = sortIntervals(intervals)
  return sorted.every(({ from, to }, index) => {
    const before = sorted[index - 1]
    return from !== '' && from < to && (!before || before.to <= from)
  })
}

/** Returns opening hours in the order of days, dates and times. */
export function sortHours(hours: OpeningHours): OpeningHours {
  return {
    ...hours,
    weekly: [...hours.weekly]
      .sort((one, other) => one.day - other.day)
      .map((day) => ({ ...day, intervals: sortIntervals(day.intervals) })),
    holidays: [...hours.holidays]
      .sort((one, other) => (one.date < other.date ? -1 : 1))
      .map((holiday) => ({
        ...holiday,
        name: holiday.name.trim(),
        intervals: sortIntervals(holiday.intervals),
      })),
  }
}

/** Returns an interval that follows those of a day; the usual one of an empty day. */
export function proposeInterval(intervals: readonly Interval[]): Interval {
  const last = sortIntervals(intervals).at(-1)
  if (!last) return { from: '09:00', to: '17:00' }
  return last.to < '23:00' ? { from: addHour(last.to), to: '24:00' } : { from: last.to, to: '24:00' }
}

function addHour(time: string): string {
  const [hours = '', minutes = ''] = time.split(':')
  return `${String(Number(hours) + 1).padStart(2, '0')}:${minutes}`
}

function sortIntervals(intervals: readonly Interval[]): Interval[] {
  return [...intervals].sort((one, other) => (one.from < other.from ? -1 : 1))
}
