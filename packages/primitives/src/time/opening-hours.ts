interface Interval {
  /** Local times, `09:30`; `24:00` is the end of the day. */
  readonly from: string
  readonly to: string
}

/** When a workspace is open, in the local time of a time zone. */
interface OpeningTimes {
  readonly timeZone: string
  readonly weekly: readonly {
    /** ISO 8601: 1 is Monday. */
    readonly day: number
    readonly intervals: readonly Interval[]
  }[]
  /** Dates on which the weekly intervals do not apply. */
  readonly holidays: readonly { readonly date: string; readonly intervals: readonly Interval[] }[]
}

interface LocalTime {
  /** `2026-11-23` */
  readonly date: string
  /** ISO 8601: 1 is Monday. */
  readonly day: number
  /** `09:30`; `24:00` only at the end of an interval. */
  readonly time: string
}

export interface OpeningState {
  readonly isOpen: boolean
  readonly now: LocalTime
  /** When that changes, by the clock of the time zone; null when it does not within a year. */
  readonly until: LocalTime | null
}

const dayMs = 24 * 60 * 60 * 1_000
const searchedDays = 366
const midnight = '24:00'

/** Returns whether a workspace is open at a time. */
export function isOpen(hours: OpeningTimes, at: Date): boolean {
  const { date, day, time } = toLocalTime(at, hours.timeZone)
  return listIntervals(hours, date, day).some(({ from, to }) => from <= time && time < to)
}

/** Returns whether a workspace is open at a time, and until when. */
export function findOpeningState(hours: OpeningTimes, at: Date): OpeningState {
  const now = toLocalTime(at, hours.timeZone)
  const current = isOpen(hours, at)
  return { isOpen: current, now, until: current ? findClosing(hours, now) : findOpening(hours, now) }
}

/** Returns the end of the intervals that follow each other without a gap, also over midnight. */
function findClosing(hours: OpeningTimes, now: LocalTime): LocalTime | null {
  let { time } = now
  for (const { date, day } of listDays(now)) {
    const end = findEnd(listIntervals(hours, date, day), time)
    // Closed from midnight on, where the day before has ended.
    if (end === time && time === '00:00') return { ...getDayBefore(date), time: midnight }
    if (end !== midnight) return { date, day, time: end }
    time = '00:00'
  }
  return null
}

/** Returns the end of the intervals that contain a time, or follow without a gap; the time itself when none does. */
function findEnd(intervals: readonly Interval[], time: string): string {
  const next = intervals.find(({ from, to }) => from <= time && time < to)
  return next ? findEnd(intervals, next.to) : time
}

function findOpening(hours: OpeningTimes, now: LocalTime): LocalTime | null {
  for (const { date, day } of listDays(now)) {
    const begins = listIntervals(hours, date, day).map(({ from }) => from)
    const [time] = begins.filter((from) => date !== now.date || from > now.time).sort()
    if (time !== undefined) return { date, day, time }
  }
  return null
}

function listIntervals({ weekly, holidays }: OpeningTimes, date: string, day: number): readonly Interval[] {
  const holiday = holidays.find((one) => one.date === date)
  return (holiday ?? weekly.find((one) => one.day === day))?.intervals ?? []
}

/** Returns the days from a local time on. */
function* listDays({ date }: LocalTime): Generator<Pick<LocalTime, 'date' | 'day'>> {
  const first = Date.parse(`${date}T00:00:00Z`)
  for (let count = 0; count <= searchedDays; count++) yield toDay(first + count * dayMs)
}

function getDayBefore(date: string): Pick<LocalTime, 'date' | 'day'> {
  return toDay(Date.parse(`${date}T00:00:00Z`) - dayMs)
}

/** Returns the date of midnight in UTC. */
function toDay(ms: number): Pick<LocalTime, 'date' | 'day'> {
  const sunday = 7
  const day = new Date(ms)
  return { date: day.toISOString().slice(0, 10), day: day.getUTCDay() || sunday }
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
  return { ...toDay(Date.parse(`${date}T00:00:00Z`)), time: `${part('hour')}:${part('minute')}` }
}
