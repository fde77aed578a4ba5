import { expect, test } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { findOpeningState, isOpen } from './opening-hours.ts'

const workingDay = [{ from: '09:00', to: '17:00' }]
const bakery = {
  id: 'a61c2f0e-7a3b-4a55-9f4e-52f7f2d9a001',
  name: 'Bakery',
  timeZone: 'Europe/Berlin',
  weekly: [
    { day: 1, intervals: [{ from: '00:00', to: '24:00' }] },
    {
      day: 2,
      intervals: [
        { from: '09:00', to: '12:00' },
        { from: '14:00', to: '18:30' },
      ],
    },
    { day: 7, intervals: [{ from: '01:30', to: '03:30' }] },
  ],
  holidays: [
    { date: '2026-12-25', name: 'Christmas', intervals: [] },
    { date: '2026-12-28', name: 'Inventory', intervals: workingDay },
  ],
}

test.each([
  ['2026-11-22T22:59:59Z', 'Sunday before midnight', 'closed'],
  ['2026-11-22T23:00:00Z', 'Monday at midnight', 'open'],
  ['2026-11-23T22:59:59Z', 'Monday before midnight', 'open'],
  ['2026-11-23T23:00:00Z', 'Tuesday at midnight', 'closed'],
  ['2026-11-24T07:59:59Z', 'just before opening', 'closed'],
  ['2026-11-24T08:00:00Z', 'at opening', 'open'],
  ['2026-11-24T11:00:00Z', 'at the begin of the break', 'closed'],
  ['2026-11-24T17:29:59Z', 'just before closing', 'open'],
  ['2026-11-24T17:30:00Z', 'at closing', 'closed'],
  ['2026-11-25T12:00:00Z', 'a day without intervals', 'closed'],
  ['2026-07-21T16:29:59Z', 'in summer time, just before closing', 'open'],
  ['2026-07-21T16:30:00Z', 'in summer time, at closing', 'closed'],
  ['2026-03-29T00:59:59Z', '01:59 before the clock is put forward', 'open'],
  ['2026-03-29T01:00:00Z', '03:00 after the clock was put forward', 'open'],
  ['2026-03-29T01:30:00Z', '03:30 after the clock was put forward', 'closed'],
  ['2026-10-25T00:30:00Z', '02:30 before the clock is put back', 'open'],
  ['2026-10-25T01:30:00Z', '02:30 again, after the clock was put back', 'open'],
  ['2026-10-25T02:30:00Z', '03:30 after the clock was put back', 'closed'],
  ['2026-12-25T10:00:00Z', 'a holiday', 'closed'],
  ['2026-12-28T07:30:00Z', 'a Monday with its own intervals, before', 'closed'],
  ['2026-12-28T08:30:00Z', 'a Monday with its own intervals, within', 'open'],
])('%s: %s, the bakery is %s', (at, _, expected) => {
  expect(isOpen(bakery, new Date(at)) ? 'open' : 'closed').toBe(expected)
})

test('the time zone of the hours counts, also with minutes and another date', () => {
  const hours = { ...bakery, weekly: [{ day: 3, intervals: workingDay }], holidays: [] }

  expect(isOpen({ ...hours, timeZone: 'Asia/Kathmandu' }, new Date('2026-11-25T03:15:00Z'))).toBe(true)
  expect(isOpen({ ...hours, timeZone: 'Asia/Kathmandu' }, new Date('2026-11-25T03:14:59Z'))).toBe(false)
  expect(isOpen({ ...hours, timeZone: 'Pacific/Kiritimati' }, new Date('2026-11-24T19:00:00Z'))).toBe(true)
  expect(isOpen({ ...hours, timeZone: 'Pacific/Honolulu' }, new Date('2026-11-25T18:59:00Z'))).toBe(false)
})

const none = { ...bakery, weekly: [], holidays: [] }
const always = {
  ...none,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, intervals: [{ from: '00:00', to: '24:00' }] })),
}

test.each([
  [
    '2026-11-23T12:00:00Z',
    'open',
    '2026-11-23 24:00',
    'a day that ends at midnight, before a day with a break',
  ],
  ['2026-11-24T07:00:00Z', 'closed', '2026-11-24 09:00', 'before opening'],
  ['2026-11-24T09:00:00Z', 'open', '2026-11-24 12:00', 'before the break'],
  ['2026-11-24T12:00:00Z', 'closed', '2026-11-24 14:00', 'in the break'],
  ['2026-11-24T20:00:00Z', 'closed', '2026-11-29 01:30', 'until the next week'],
  ['2026-12-25T10:00:00Z', 'closed', '2026-12-27 01:30', 'on a holiday'],
  ['2026-12-28T10:00:00Z', 'open', '2026-12-28 17:00', 'on a Monday with its own intervals'],
  ['2026-03-29T00:30:00Z', 'open', '2026-03-29 03:30', 'when the clock is put forward'],
])('%s: %s until %s, %s', (at, state, until) => {
  const found = findOpeningState(bakery, new Date(at))

  expect(found.isOpen ? 'open' : 'closed').toBe(state)
  expect(`${found.until?.date} ${found.until?.time}`).toBe(until)
})

test('hours that never end or begin, or only in more than a year, have no end', () => {
  const at = new Date('2026-11-23T12:00:00Z')
  const later = { ...none, holidays: [{ date: '2028-01-01', name: 'Later', intervals: workingDay }] }

  expect(findOpeningState(always, at)).toMatchObject({ isOpen: true, until: null })
  expect(findOpeningState(none, at)).toMatchObject({ isOpen: false, until: null })
  expect(findOpeningState(later, at)).toMatchObject({ isOpen: false, until: null })
  expect(
    findOpeningState({ ...always, holidays: [{ date: '2026-11-26', intervals: [] }] }, at).until,
  ).toMatchObject({ date: '2026-11-25', time: '24:00' })
})

/** Guarantee: what an administrator reads is what callers get. */
test('opening hours with any intervals stay open or closed until the end that is found, and change then', () => {
  const random = seededRandom(291)
  const pick = (count: number) => Math.floor(random() * count)
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const intervals = () =>
    Array.from({ length: pick(4) }, () => {
      const from = pick(24) * 60 + pick(2) * 30
      return { from: time(from), to: time(Math.min(1_440, from + 30 + pick(20) * 30)) }
    })
  for (let round = 0; round < 300; round++) {
    const weekly = [1, 2, 3, 4, 5, 6, 7]
      .filter(() => pick(3) > 0)
      .map((day) => ({ day, intervals: intervals() }))
    const holidays = [{ date: `2026-11-2${pick(10)}`, intervals: intervals() }]
    const hours = { timeZone: 'UTC', weekly, holidays }
    const at = Date.UTC(2026, 10, 20 + pick(10), pick(24), pick(60))
    const state = findOpeningState(hours, new Date(at))
    const { until } = state
    const end = until
      ? Date.parse(`${until.date}T00:00:00Z`) + toMinutes(until.time) * 60_000
      : at + 14 * 24 * 60 * 60_000

    for (let moment = at; moment < end; moment += 15 * 60_000)
      expect(isOpen(hours, new Date(moment)), JSON.stringify({ hours, at, moment })).toBe(state.isOpen)
    if (until) expect(isOpen(hours, new Date(end)), JSON.stringify({ hours, at, end })).toBe(!state.isOpen)
  }
})

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
