// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { Usage } from './usage-page.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work(), asyncUtilTimeout: 10_000 })

const totals = { calls: 3, answered: 2, missed: 1, seconds: 600, spendMicros: 1_250_000 }
const usage = {
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  days: [{ day: '2026-11-23', ...totals }],
  members: [{ userId: '00000000-0000-4000-8000-000000000002', name: 'Grace', ...totals }],
  countries: [{ country: 'US', ...totals }],
  today: { seconds: 300, spendMicros: 1_000_000 },
}

test('the usage of a period is shown by day, member and country, also as a table', async () => {
  const limits = { minutesPerDay: 10, spendPerDay: null, timeZone: 'Europe/Berlin' }
  const { requests } = await renderScreen({
    screens: { '/app-config/usage': Usage },
    path: '/app-config/usage',
    responses: { 'GET /usage': () => usage, 'GET /limits/daily': () => ({ limits }) },
  })

  const members = await screen.findByRole('list', { name: 'Minutes by member' })
  expect(within(members).getByText('Grace')).toBeDefined()
  expect(screen.getByRole('img', { name: /^Calls by day: 2 of 3 answered/ })).toBeDefined()
  const [table] = screen.getAllByRole('table', { name: 'Usage by day', hidden: true })
  expect(table?.textContent).toContain('€1.25')
  expect(screen.getByText('5 of 10')).toBeDefined()

  await userEvent.selectOptions(screen.getByLabelText('Period'), '7')
  const periods = requests.filter(({ name }) => name === 'GET /usage').map(({ input }) => input)
  expect(periods).toEqual([{ query: { days: 28 } }, { query: { days: 7 } }])
})
