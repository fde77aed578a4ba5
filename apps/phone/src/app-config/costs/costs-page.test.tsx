// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { Costs } from './costs-page.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const csv = 'prefix,name,price_per_minute\n49,Germany,0.01'
const checked = {
  rowCount: 1,
  problems: [],
  problemCount: 0,
  changes: { added: 1, changed: 0, unchanged: 0, removed: 0 },
  sample: [],
}

async function openPage(responses: Responses = {}) {
  return await renderScreen({
    screens: { '/app-config/costs': Costs },
    path: '/app-config/costs',
    responses: {
      'GET /price-table': () => ({ table: null }),
      'GET /limits/daily': () => ({ limits: null }),
      'GET /limits/refusals': () => ({ items: [], nextCursor: null }),
      'POST /price-table/check': () => checked,
      'PUT /price-table': () => ({ currency: 'USD', rowCount: 1, updatedAt: Date.now() }),
      'PUT /limits/daily': ({ body }) => body,
      ...responses,
    },
  })
}

test('an administrator sees what a file changes before it replaces the price table', async () => {
  const { requests } = await openPage()

  await userEvent.upload(await screen.findByLabelText('CSV file'), new File([csv], 'prices.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Save prices' }))

  expect(await screen.findByText('1 price · USD')).toBeDefined()
  expect(requests.filter(({ name }) => name === 'PUT /price-table')).toHaveLength(1)
})

test('lines that are wrong are listed, and the file cannot be saved', async () => {
  const problems = [{ line: 2, problem: 'prefix-wrong' as const, value: '00' }]
  await openPage({ 'POST /price-table/check': () => ({ ...checked, problems, problemCount: 1 }) })

  await userEvent.upload(await screen.findByLabelText('CSV file'), new File([csv], 'prices.csv'))

  expect(await screen.findByText('1 line is wrong')).toBeDefined()
  expect(screen.getByText(/^A prefix is 1 to 15 digits/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save prices' })).toBeNull()
})

test('limits of a day are saved with the time zone of the browser, and an empty field is no limit', async () => {
  const { requests } = await openPage()

  const minutes = await screen.findByLabelText('Minutes per day')
  await userEvent.type(minutes, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))
  expect(await screen.findByText('Enter a whole number from 1 to 100000.')).toBeDefined()

  await userEvent.clear(minutes)
  await userEvent.type(minutes, '90')
  await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))

  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const saved = requests.filter(({ name }) => name === 'PUT /limits/daily').map(({ input }) => input)
  expect(saved).toEqual([{ body: { minutesPerDay: 90, spendPerDay: null, timeZone } }])
})

test('a price table is deleted after one question, which names the limit that is removed with it', async () => {
  const limits = { minutesPerDay: 90, spendPerDay: 50, timeZone: 'UTC' }
  const { requests } = await openPage({
    'GET /price-table': () => ({ table: { currency: 'USD', rowCount: 1, updatedAt: Date.now() } }),
    'GET /limits/daily': () => ({ limits }),
    'DELETE /price-table': () => ({ success: true }),
  })
  const listDeletions = () => requests.filter(({ name }) => name === 'DELETE /price-table')

  await userEvent.click(await screen.findByRole('button', { name: 'Delete price table' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the price table?' })
  expect(within(dialog).getByText(/^The limit of \$50\.00 per day is removed/)).toBeDefined()
  expect(listDeletions()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete price table' }))

  expect(await screen.findByText(/^No prices yet/)).toBeDefined()
  expect(listDeletions()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Delete price table' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Spending per day').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Minutes per day').value).toBe('90')
})

test('a price table that cannot be deleted is still shown, with the reason', async () => {
  await openPage({
    'GET /price-table': () => ({ table: { currency: 'USD', rowCount: 1, updatedAt: Date.now() } }),
    'DELETE /price-table': () => {
      throw new Error('The service is unavailable.')
    },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Delete price table' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).queryByText(/^The limit of/)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete price table' }))

  expect(await within(dialog).findByText(/Something went wrong/)).toBeDefined()
  expect(screen.getByText('1 price · USD')).toBeDefined()
})

const refusal = {
  id: '3',
  at: Date.now(),
  userId: '00000000-0000-4000-8000-00000000000a',
  dialled: '+15550142',
  code: 'CALL_LIMIT_MINUTES_PER_DAY',
  cap: 600,
}

test('calls that a limit stopped are listed with the caller, the number and the limit, page by page', async () => {
  const grace = '00000000-0000-4000-8000-00000000000b'
  const others = [
    { ...refusal, id: '2', userId: grace, dialled: '112', code: 'EMERGENCY_NUMBER', cap: null },
    { ...refusal, id: '1', userId: null, code: 'NEW_CODE', cap: null },
  ]
  await openPage({
    'GET /limits/refusals': ({ query }) =>
      query?.cursor === 'next'
        ? { items: others, nextCursor: null }
        : { items: [refusal], nextCursor: 'next' },
    'GET /colleagues': () => ({ items: [{ userId: grace, name: 'Grace', number: null }], nextCursor: null }),
  })

  const table = await screen.findByRole('table', { name: 'Calls that were not placed' })
  const readRows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map(({ textContent }) => textContent),
      )
  expect(readRows()).toEqual([['Ada Lovell', '+1 555 0142', 'Minutes per day: 600']])
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Emergency numbers')
  expect(readRows().slice(1)).toEqual([
    ['Grace', '112', 'Emergency numbers'],
    ['Redirected by a trunk', '+1 555 0142', 'Other rule'],
  ])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an administrator of a workspace whose calls were all placed reads so', async () => {
  await openPage()

  expect(await screen.findByText('No call was stopped by a limit.')).toBeDefined()
})
