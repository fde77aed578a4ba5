// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import type { PhoneInput } from '../../api/phone-api.ts'
import { ada, emptyResponses, type Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { RoutingPage } from './routing-page.tsx'
import type { Configuration } from './use-routing.ts'

afterEach(cleanup)

const sales = {
  id: '00000000-0000-4000-8000-0000000000d1',
  name: 'Sales',
  memberIds: [ada.user.id, 'grace', 'left'],
  strategy: 'all' as const,
  ringSeconds: 20,
}
const hangUp = { kind: 'hang-up' } as const
const configuration: Configuration = {
  groups: [sales],
  openingHours: [],
  queues: [],
  menus: [],
  routes: [
    {
      number: null,
      openingHoursId: null,
      open: { kind: 'group', groupId: sales.id },
      closed: hangUp,
      unanswered: hangUp,
    },
  ],
}

async function show(
  save?: () => never,
  openingHours: Configuration['openingHours'] = [],
  responses: Responses = {},
) {
  let saved = { version: 3, configuration: { ...configuration, openingHours } }
  const { requests } = await renderScreen({
    screens: { '/routing': RoutingPage },
    path: '/routing',
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /trunks': () => ({ items: [] }),
      'GET /colleagues': () => ({
        items: [{ userId: 'grace', name: 'Grace', number: null }],
        nextCursor: null,
      }),
      'GET /routing': () => saved,
      'PUT /routing': ({ body }: PhoneInput<'PUT /routing'>) => {
        save?.()
        saved = { version: body.version + 1, configuration: body.configuration as Configuration }
        return saved
      },
      ...responses,
    },
  })
  const saves = () => requests.flatMap((each) => (each.name === 'PUT /routing' ? [each.input.body] : []))
  return { saves }
}

test('a group is shown with its members, also one who has left, who can be removed', async () => {
  const { saves } = await show()
  expect(await screen.findAllByText('Ada Lovell, Grace, and Former member')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Edit Sales' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Former member' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findAllByText('Ada Lovell and Grace')).toHaveLength(2)
  expect(saves()).toMatchObject([
    { version: 3, configuration: { groups: [{ memberIds: [ada.user.id, 'grace'] }] } },
  ])
})

test('the announcement of positions in a queue is on, and is turned off', async () => {
  const { saves } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Add queue' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Orders')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/position is announced/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Edit Orders' }))
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Callers hear their position every 30 seconds' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(saves()).toHaveLength(2))
  expect(saves().map(({ configuration: { queues } }) => queues?.[0]?.announcesPosition)).toEqual([
    true,
    false,
  ])
})

test('a queue whose name is changed retains its waiting time, which has seconds', async () => {
  const queue = {
    id: '00000000-0000-4000-8000-0000000000f1',
    name: 'Orders',
    groupId: sales.id,
    maxWaitSeconds: 90,
    maxCallers: 10,
    announcesPosition: true,
  }
  const { saves } = await show(undefined, [], {
    'GET /routing': () => ({ version: 3, configuration: { ...configuration, queues: [queue] } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Orders' }))
  await userEvent.type(screen.getByLabelText('Name'), ' and returns')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]?.configuration.queues).toEqual([{ ...queue, name: 'Orders and returns' }])
})

test('members are not shown as former ones when they cannot be read', async () => {
  await show(undefined, [], {
    'GET /colleagues': () => {
      throw createPhoneApiError('ACCOUNTS_UNREACHABLE', undefined)
    },
  })

  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.queryByText(/Former member/)).toBeNull()
})

test('opening hours show until when they are open or closed, by their own clock', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T20:30:00Z'), toFake: ['Date'] })
  const weekly = [1, 2, 3, 4, 5].map((day) => ({ day, intervals: [{ from: '08:00', to: '17:00' }] }))
  const hours = { id: '00000000-0000-4000-8000-0000000000e1', timeZone: 'UTC', weekly, holidays: [] }
  const holidays = ['2026-11-30', '2026-12-01'].map((date) => ({ date, name: 'Fair', intervals: [] }))
  const id = (last: number) => `00000000-0000-4000-8000-0000000000e${last}`
  await show(undefined, [
    { ...hours, name: 'London' },
    { ...hours, id: id(2), name: 'New York', timeZone: 'America/New_York' },
    { ...hours, id: id(3), name: 'Fair', holidays },
    { ...hours, id: id(4), name: 'Never', weekly: [] },
  ])

  for (const badge of [
    'Closed until Mon 8:00 AM',
    'Open until 5:00 PM',
    'Closed until Wed 8:00 AM',
    'Closed',
  ])
    expect(await screen.findByText(badge)).toBeDefined()
  vi.useRealTimers()
})

test('members of a group in turn are sorted', async () => {
  const { saves } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Sales' }))
  await userEvent.selectOptions(screen.getByLabelText('Calls ring'), 'In turn')
  await userEvent.click(screen.getByRole('button', { name: 'Move Grace up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(saves()).toMatchObject([
    { configuration: { groups: [{ strategy: 'in-turn', memberIds: ['grace', ada.user.id, 'left'] }] } },
  ])
})

test('a wrong time to ring is named at its field, and nothing is saved', async () => {
  const { saves } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Sales' }))
  const seconds = screen.getByLabelText('Seconds to ring')
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '90')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(seconds.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(seconds)
  expect(saves()).toEqual([])
})

test('a change made after another administrator has saved is not saved, with an explanation', async () => {
  const { saves } = await show(() => {
    throw createPhoneApiError('ROUTING_CHANGED', undefined)
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Sales' }))
  await userEvent.selectOptions(screen.getByLabelText('Calls ring'), 'In turn')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(/Someone else changed the routing/)).toBeDefined()
  expect(saves()).toMatchObject([{ version: 3 }])
})

test('a group that a route leads to is not deleted', async () => {
  const { saves } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Sales' }))

  expect(await screen.findByText(/All other numbers/, { selector: '[role=dialog] p' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(saves()).toEqual([])
})
