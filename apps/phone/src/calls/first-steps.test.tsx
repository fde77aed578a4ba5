// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { createStore } from '@parley/primitives'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { noCalls } from '../current-call/manager/call-manager-state.ts'
import type { LocalCall } from '../current-call/manager/local-call.ts'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import { FirstSteps } from './first-steps.tsx'

afterEach(cleanup)

const echo = { number: '+15550100', service: 'echo' } as Me['directory'][number]
const ada = { id: 'ada', displayName: 'Ada', primaryEmail: null } as unknown as Me['user']
const own = { direction: 'outgoing', number: echo.number, userId: 'ada', answeredAt: 2_000 } as Call

test.each([
  ['an answered call by the user to the echo number', own, 'Done'],
  ['nothing', null, 'Open'],
  ['an answered incoming call', { ...own, direction: 'incoming', number: '+15550142' }, 'Open'],
  ['a call by the user to another number', { ...own, number: '+15550142' }, 'Open'],
  ['a call by a colleague to the echo number', { ...own, userId: 'grace' }, 'Open'],
  ['an unanswered call by the user to the echo number', { ...own, answeredAt: null }, 'Open'],
] as const)('after %s the echo step has the right state', async (_, call, state) => {
  const { requests } = await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { user: ada, directory: [echo], isPhoneAdmin: false },
    responses: {
      'GET /calls': () => ({ items: call ? [call] : [], nextCursor: null }),
      'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
    },
  })

  const step = (await screen.findByText('Call Echo and hear yourself')).closest('li')
  expect(within(step!).getByText(state)).toBeDefined()
  expect(requests).toContainEqual({
    name: 'GET /calls',
    input: { query: { search: '+15550100', limit: 200 } },
  })
})

test('the echo step hides its button during a call', async () => {
  const talking = { key: '1', call: { ...own, id: 'c', phase: 'talking' } } as unknown as LocalCall
  await renderScreen({
    screens: { '/': FirstSteps, '/contacts': FirstSteps },
    path: '/',
    me: { user: ada, directory: [echo], isPhoneAdmin: false },
    responses: {
      'GET /calls': () => ({ items: [], nextCursor: null }),
      'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
    },
    phoneOverrides: { callManager: createStore({ ...noCalls, localCalls: [talking], activeKey: '1' }) },
  })

  expect(await screen.findByText('Call Echo and hear yourself')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Echo/ })).toBeNull()
})
