import { describe, expect, test } from 'vitest'
import { formatDuration, formatPosition, formatRinging } from './durations.ts'
import { formatMoney, formatNames } from './numbers.ts'
import { formatAgo, formatDate, formatDay, formatTime, formatTimeOrDay } from './times.ts'

const timeZone = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const now = at('2026-11-20T10:00:00+01:00')
const british = { locale: 'en-GB', nowMs: now, timeZone }

describe('durations have units, positions have colons', () => {
  test.each([
    [41_000, '41 s', '00:41'],
    [372_900, '6 min 12 s', '06:12'],
    [3_840_000, '1 h 04 min', '1:04:00'],
    [-5, '0 s', '00:00'],
  ])('%i ms', (ms, length, position) => {
    expect(formatDuration(ms)).toBe(length)
    expect(formatPosition(ms)).toBe(position)
  })

  test('ringing times have no leading zero', () => {
    expect(formatRinging(8_000)).toBe('0:08')
    expect(formatRinging(75_000)).toBe('1:15')
  })
})

describe('times are as short as possible', () => {
  test.each([
    ['2026-11-20T09:31:00+01:00', '09:31'],
    ['2026-11-19T23:59:00+01:00', 'Yesterday'],
    ['2026-11-17T12:00:00+01:00', 'Tue 17 Nov'],
    ['2025-11-17T12:00:00+01:00', '17 Nov 2025'],
  ])('%s is formatted as %s', (text, expected) => {
    expect(formatTimeOrDay(at(text), british).replace(',', '')).toBe(expected)
  })

  test('the day is that of the time zone', () => {
    const late = at('2026-11-19T23:30:00Z')
    expect(formatDay(late, british)).toBe('Today')
    expect(formatDay(late, { ...british, timeZone: 'UTC' })).toBe('Yesterday')
  })

  test.each([
    ['en-US', '6:05 AM'],
    ['de-DE', '06:05'],
    ['fr-CA', '06 h 05'],
  ])('the time of day has the usual form of %s', (locale, expected) => {
    const time = formatTime(at('2026-11-20T06:05:00+01:00'), { ...british, locale })
    // CLDR separates the parts by spaces of several widths.
    expect(time.replaceAll(/\s/g, ' ')).toBe(expected)
  })

  test('a date within a sentence is not relative', () => {
    expect(formatDate(now, british)).toBe('20 Nov 2026')
  })

  test('days are localised', () => {
    expect(formatDay(now, { ...british, locale: 'de-DE' })).toBe('Heute')
  })

  test('relative times are used below one hour only', () => {
    const context = { ...british, justNow: 'just now' }
    expect(formatAgo(now - 59_999, context)).toBe('just now')
    expect(formatAgo(now - 60_000, context)).toBe('1 min ago')
    expect(formatAgo(now - 12 * 60_000, context)).toBe('12 min ago')
    expect(formatAgo(now - 61 * 60_000, context)).toBe('08:59')
  })
})

test('names are joined according to the locale', () => {
  expect(formatNames(['Grace', 'Linus', 'you'], 'en-GB')).toBe('Grace, Linus and you')
})

test('a price per minute keeps its decimals', () => {
  expect(formatMoney(0.012, 'USD', 'en-US')).toBe('$0.012')
})
