/** Locale, current time and time zone for formatting. The zone defaults to the browser's. */
export interface TimeContext {
  locale: string
  nowMs: number
  timeZone?: string
}

const dayMs = 24 * 60 * 60 * 1_000
const minuteMs = 60 * 1_000
const hourMs = 60 * minuteMs

/** Formats the hour and minute; the locale determines 12 or 24 hours. */
export function formatTime(atMs: number, { locale, timeZone }: TimeContext): string {
  return format(atMs, locale, { timeStyle: 'short', timeZone })
}

/** Formats a time as the time of day if it is today, otherwise like {@link formatDay}. */
export function formatTimeOrDay(atMs: number, context: TimeContext): string {
  return daysAgo(atMs, context) === 0 ? formatTime(atMs, context) : formatDay(atMs, context)
}

/**
 * Formats a past time: `justNow` below one minute, "12 min ago" below one hour, otherwise like
 * {@link formatTimeOrDay}.
 */
export function formatAgo(atMs: number, context: TimeContext & { justNow: string }): string {
  const ageMs = context.nowMs - atMs
  if (ageMs < 0 || ageMs >= hourMs) return formatTimeOrDay(atMs, context)
  if (ageMs < minuteMs) return context.justNow
  const relative = new Intl.RelativeTimeFormat(context.locale, { style: 'short' })
  return relative.format(-Math.floor(ageMs / minuteMs), 'minute')
}

/** Formats a day: Today, Yesterday, Tue 17 Nov, 17 Nov 2025. */
export function formatDay(atMs: number, context: TimeContext): string {
  const { locale, timeZone } = context
  const ago = daysAgo(atMs, context)
  if (ago === 0 || ago === 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
  }
  if (ago > 1 && ago < 7)
    return format(atMs, locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  return formatDate(atMs, context)
}

/** Formats a date that a sentence contains: 17 Nov 2025. */
export function formatDate(atMs: number, { locale, timeZone }: Omit<TimeContext, 'nowMs'>): string {
  return format(atMs, locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone })
}

/** Formats the full date and time with the zone, for tooltips. */
export function formatFullTime(atMs: number, { locale, timeZone }: TimeContext): string {
  return format(atMs, locale, { dateStyle: 'full', timeStyle: 'long', timeZone })
}

function format(atMs: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, options).format(atMs)
}

function daysAgo(atMs: number, { nowMs, timeZone }: TimeContext): number {
  return Math.round((dayNumber(nowMs, timeZone) - dayNumber(atMs, timeZone)) / dayMs)
}

/** Returns midnight UTC of the calendar day in the zone, in epoch milliseconds. */
function dayNumber(atMs: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs).split('-').map(Number)
  return Date.UTC(parts[0] ?? 0, (parts[1] ?? 1) - 1, parts[2] ?? 1)
}
