import { expect, test } from 'vitest'
import { isOpen } from './opening-hours.ts'

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
