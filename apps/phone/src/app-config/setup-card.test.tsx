// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Responses } from '../phone.fixture.ts'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import { SetupCard } from './setup-card.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work(), asyncUtilTimeout: 10_000 })

const nothingSet = {
  'GET /trunks': () => ({ items: [] }),
  'GET /phone-verifications': () => ({ items: [] }),
  'GET /routing': () => ({
    version: 0,
    configuration: { groups: [], openingHours: [], menus: [], queues: [], routes: [] },
  }),
  'GET /price-table': () => ({ table: null }),
  'GET /limits/daily': () => ({ limits: null }),
} satisfies Responses

async function openCard(responses: Responses, me: Partial<Me> = {}) {
  await renderScreen({ screens: { '/app-config': SetupCard }, path: '/app-config', responses, me })
  const findRow = async (name: string) =>
    within(required((await screen.findByRole('link', { name })).closest('li'), `row of ${name}`))
  return { findRow }
}

/** Guarantee: an administrator sees what is missing, and one click leads to where it is set. */
test.each([
  ['Trunks', 'None', '/app-config#trunks'],
  ['Phone verification', 'None', '/app-config/phone-verification'],
  ['Numbers and routing', 'Rings for all members', '/app-config/routing'],
  ['Emergency calls', 'Not set', '/app-config#emergency'],
  ['Price table', 'Not set', '/app-config/costs'],
  ['Limits per day', 'Not set', '/app-config/costs'],
])('the row of %s says what is missing and links to its page', async (name, value, target) => {
  const { findRow } = await openCard(nothingSet)

  await expect.poll(async () => (await findRow(name)).queryByText(value)).not.toBeNull()
  const row = await findRow(name)
  expect(row.getByText('Open')).toBeDefined()
  expect(row.getByRole('link').getAttribute('href')).toBe(target)
})

test('what is set is marked as done with its value', async () => {
  const { findRow } = await openCard({
    ...nothingSet,
    'GET /price-table': () => ({ table: { currency: 'EUR', rowCount: 12, updatedAt: 0 } }),
    'GET /limits/daily': () => ({ limits: { minutesPerDay: 90, spendPerDay: null, timeZone: 'UTC' } }),
  })

  const prices = await findRow('Price table')
  expect(await prices.findByText('12 prices')).toBeDefined()
  expect(prices.getByText('Done')).toBeDefined()
  expect(await (await findRow('Limits per day')).findByText('Set')).toBeDefined()
})

test.each([
  [true, 'Done', 'Set'],
  [false, 'Open', 'Not set'],
])(
  'ZR713: whether emergency numbers can be called (%s) is shown as %s',
  async (hasEmergencyRoute, state, value) => {
    const { findRow } = await openCard(nothingSet, { hasEmergencyRoute })

    const row = await findRow('Emergency calls')
    expect(row.getByText(state)).toBeDefined()
    expect(row.getByText(value)).toBeDefined()
  },
)

test('a row that cannot be loaded says so, and the others are shown', async () => {
  const { findRow } = await openCard({
    ...nothingSet,
    'GET /price-table': () => {
      throw new Error('The service is unavailable.')
    },
  })

  expect(await (await findRow('Price table')).findByText('Could not be loaded')).toBeDefined()
  expect(await (await findRow('Limits per day')).findByText('Not set')).toBeDefined()
})
