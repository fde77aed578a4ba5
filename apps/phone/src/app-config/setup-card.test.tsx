// @vitest-environment jsdom
import { required } from '@parley/primitives'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Responses } from '../phone.fixture.ts'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import { SetupCard } from './setup-card.tsx'
import { createTrunk } from './trunks/trunk.fixture.ts'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const nothingSet = {
  'GET /trunks': () => ({ items: [] }),
  'GET /phone-verifications': () => ({ items: [] }),
  'GET /routing': () => ({
    version: 0,
    configuration: { groups: [], openingHours: [], menus: [], queues: [], routes: [] },
  }),
  'GET /emergency-route': () => ({ route: null }),
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
  ['ready', 'Done', 'Set'],
  ['unreachable', 'Needs attention:', 'Trunk not reachable'],
  ['unchecked', 'Open', 'Not tested'],
] as const)('the emergency route of a trunk that is %s is marked as %s', async (status, mark, value) => {
  const trunk = createTrunk({ state: { status, since: 0, sipAnswer: null } })
  const { findRow } = await openCard(
    {
      ...nothingSet,
      'GET /trunks': () => ({ items: [trunk] }),
      'GET /emergency-route': () => ({
        route: { trunkId: trunk.id, address: '1 Main Street', testNumber: '933', test: null },
      }),
    },
    { emergencyAddress: '1 Main Street' },
  )

  const row = await findRow('Emergency calls')
  expect(await row.findByText(value)).toBeDefined()
  expect(row.getByText(mark)).toBeDefined()
})

test('the numbers of the internal network are not counted', async () => {
  const internal = { number: '+15550120', trunkName: null, label: null, ringsFor: 'me' } as const
  const ofTrunk = { ...internal, number: '+12125552368', ringsFor: 'workspace' } as const
  const { findRow } = await openCard(nothingSet, {
    numbers: [
      { ...internal, source: 'carrier' },
      { ...ofTrunk, source: 'trunk' },
    ],
  })

  expect((await findRow('Numbers')).getByText('+1 212 555 2368')).toBeDefined()
})

test('ZR713: an emergency route through which no emergency number can be called is not set', async () => {
  const { findRow } = await openCard(
    {
      ...nothingSet,
      'GET /emergency-route': () => ({
        route: {
          trunkId: '00000000-0000-4000-8000-000000000001',
          address: '1 Main Street',
          testNumber: '933',
          test: null,
        },
      }),
    },
    { emergencyAddress: null },
  )

  const row = await findRow('Emergency calls')
  expect(await row.findByText('Not set')).toBeDefined()
})

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
