// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { Usage } from './usage-page.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const totals = { calls: 3, answered: 2, missed: 1, seconds: 600, spendMicros: 1_250_000 }
const noTotals = { calls: 0, answered: 0, missed: 0, seconds: 0, spendMicros: 0 }
const usage = {
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  days: [
    { day: '2026-11-22', ...totals },
    { day: '2026-11-23', ...noTotals },
  ],
  previous: { calls: 2, seconds: 800 },
  members: [{ userId: '00000000-0000-4000-8000-000000000002', name: 'Grace', ...totals }],
  countries: [{ country: 'US', ...totals }],
  numbers: [
    {
      number: '+12125552361',
      ...{ incoming: 2, outgoing: 1, answered: 2, missed: 1, waitSeconds: 8 },
      ...{ seconds: 600, spendMicros: 1_250_000 },
    },
  ],
  hiddenNumbers: 0,
  today: { seconds: 300, spendMicros: 1_000_000 },
}

const storage = {
  recordings: { callBytes: 30_000_000_000, voicemailBytes: 1_500_000_000, maxBytes: 50_000_000_000 },
  announcements: { usedBytes: 2_500_000, maxBytes: 100_000_000 },
}

test('the usage of a period is shown by day, member and country, also as a table', async () => {
  const limits = { minutesPerDay: 10, spendPerDay: null, timeZone: 'Europe/Berlin' }
  const { requests } = await renderScreen({
    screens: { '/app-config/usage': Usage },
    path: '/app-config/usage',
    responses: {
      'GET /usage': () => usage,
      'GET /limits/daily': () => ({ limits }),
      'GET /usage/storage': () => storage,
    },
  })

  const members = await screen.findByRole('list', { name: 'Minutes by member' })
  expect(within(members).getByText('Grace')).toBeDefined()
  expect(screen.getByRole('img', { name: /^Calls by day: 2 of 3 answered/ })).toBeDefined()
  const [table] = screen.getAllByRole('table', { name: 'Usage by day', hidden: true })
  expect(table?.textContent).toContain('€1.25')
  expect(screen.getByText('5 of 10')).toBeDefined()
  expect(screen.getByRole('img', { name: /^Minutes by day, 10 in all/ })).toBeDefined()
  const byMember = screen.getByRole('table', { name: 'Calls by member', hidden: true })
  expect(byMember.querySelector('tbody tr')?.textContent).toBe('Grace3210€1.25')

  await userEvent.selectOptions(screen.getByLabelText('Period'), '7')
  const periods = requests.filter(({ name }) => name === 'GET /usage').map(({ input }) => input)
  expect(periods).toEqual([{ query: { days: 28 } }, { query: { days: 7 } }])
})

test('the sums are compared with the days before, and nothing is said without these', async () => {
  const numbers = usage.numbers
  await openUsage(numbers)
  const sums = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

  expect(sums()).toEqual([
    '3+50%+50% compared with as many days before',
    '133.3% of all',
    '10-25%-25% compared with as many days before',
    '€1.25€1.25 a day',
  ])
  cleanup()
  await openUsage(numbers, { previous: null })

  expect(sums()).toEqual(['3', '133.3% of all', '10', '€1.25€1.25 a day'])
})

test('the spending of a day is that of the complete days, without today', async () => {
  const day = (day: string, spendMicros: number) => ({ day, ...noTotals, spendMicros })
  const days = [day('2026-11-21', 3_000_000), day('2026-11-22', 1_000_000), day('2026-11-23', 500_000)]
  await openUsage(usage.numbers, { days })
  expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('€4.50€2.00 a day')
  cleanup()
  await openUsage(usage.numbers, { days: [day('2026-11-23', 500_000)] })

  expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('€0.50')
})

test('members whose calls no one answered are in the table, not among the bars', async () => {
  const grace = { userId: '00000000-0000-4000-8000-000000000002', name: 'Grace', ...totals }
  const linus = {
    ...grace,
    ...noTotals,
    userId: '00000000-0000-4000-8000-000000000003',
    name: 'Linus',
    calls: 4,
  }
  const outsiders = { ...linus, userId: null, name: null }
  await openUsage(usage.numbers, { members: [grace, linus, outsiders] })

  const bars = within(screen.getByRole('list', { name: 'Minutes by member' })).getAllByRole('listitem')
  expect(bars.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Grace')])
  const table = screen.getByRole('table', { name: 'Calls by member', hidden: true })
  const rows = [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['Grace3210€1.25', 'Linus400€0.00'])
})

test('numbers of an older node, without the answered calls and the wait, have none', async () => {
  const number = { number: '+12125552361', incoming: 2, outgoing: 1, seconds: 600, spendMicros: 1_250_000 }
  await openUsage([number])

  const row = screen.getByRole('table', { name: 'By number' }).querySelector('tbody tr')
  expect(row?.textContent).toBe('+1 212 555 23612100None10€1.25')
})

async function openUsage(
  numbers: readonly object[],
  parts: Partial<Record<keyof typeof usage, unknown>> = {},
) {
  await renderScreen({
    screens: { '/app-config/usage': Usage },
    path: '/app-config/usage',
    responses: {
      'GET /usage': () => ({ ...usage, numbers: [...numbers], ...parts }) as never,
      'GET /limits/daily': () => ({ limits: null }),
      'GET /usage/storage': () => storage,
    },
  })
  await screen.findByRole('list', { name: 'Minutes by member' })
}

test('500 numbers are listed in a table that scrolls, with how many are left out', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => ({
    number: `+1212555${1_000 + index}`,
    incoming: 500 - index,
    outgoing: 1,
    answered: 2,
    missed: 3,
    waitSeconds: index === 0 ? 8 : null,
    seconds: 60,
    spendMicros: 1_250_000,
  }))
  await openUsage(numbers, { hiddenNumbers: 2 })

  const table = screen.getByRole('table', { name: 'By number' })
  expect(table.querySelectorAll('tbody tr')).toHaveLength(500)
  expect(table.querySelector('tbody tr')?.textContent).toBe('+1 212 555 10005001238 s1€1.25')
  expect(screen.getByText('and 2 more numbers')).toBeDefined()
})

test('without a number in the period, the table says so', async () => {
  await openUsage([])

  expect(screen.getByText('No call of this period had a number.')).toBeDefined()
  expect(screen.queryByRole('table', { name: 'By number' })).toBeNull()
})

async function openStorage(responses: typeof storage) {
  await renderScreen({
    screens: { '/app-config/usage': Usage },
    path: '/app-config/usage',
    responses: {
      'GET /usage': () => ({ ...usage, countries: [] }),
      'GET /limits/daily': () => ({ limits: null }),
      'GET /usage/storage': () => responses,
    },
  })
  await screen.findByText('Stored audio')
}

test('the used part of the quotas for audio is shown, also without calls in the period', async () => {
  await openStorage(storage)

  expect(screen.getByText('31.5 GB of 50 GB')).toBeDefined()
  expect(screen.getByText('30 GB in recordings of calls, 1.5 GB in messages of callers')).toBeDefined()
  expect(screen.getByText('2.5 MB of 100 MB')).toBeDefined()
  expect(screen.queryByText(/% of the space/)).toBeNull()
})

test('administrators are warned of quotas of which more than 90 % is used, with what to do', async () => {
  await openStorage({
    recordings: { ...storage.recordings, callBytes: 44_900_000_000 },
    announcements: { usedBytes: 90_000_000, maxBytes: 100_000_000 },
  })

  expect(screen.getByText('92% of the space for recordings and voicemail is used.')).toBeDefined()
  expect(screen.getByText(/^When it is full, nothing is recorded, and callers cannot leave/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Show recordings' }).getAttribute('href')).toBe(
    '/?filter=recorded&scope=workspace',
  )
  expect(screen.queryByText(/of the space for announcements is used/)).toBeNull()
})
