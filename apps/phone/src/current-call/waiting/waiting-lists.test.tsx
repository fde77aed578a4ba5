// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { ada, createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, createLocalCall } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from '../panel/current-call-panel.tsx'

afterEach(cleanup)

type Parked = PhoneOutput<'GET /calls/parked'>['items'][number]

const ofGrace: Parked = {
  id: '00000000-0000-4000-8000-000000000001',
  direction: 'incoming',
  number: '+15550142',
  country: 'US',
  name: 'Grace',
  service: null,
  contactId: null,
  parked: { userId: '00000000-0000-4000-8000-00000000000b', userName: 'Linus', at: 0, returnedAt: null },
}
const ofAda: Parked = {
  ...ofGrace,
  id: '00000000-0000-4000-8000-000000000002',
  name: null,
  number: null,
  parked: { ...ofGrace.parked, userId: ada.user.id, userName: ada.user.displayName },
}
const { parked: _, ...caller } = ofGrace
const waiting = { ...caller, queueName: 'Orders', position: 1, waitingSince: 0 }

/** The panel without a call of the user. */
async function showPanel(
  parked: readonly Parked[],
  callers: PhoneOutput<'GET /calls/waiting'>['items'] = [],
  pickUp = vi.fn(async () => {}),
  state: CallManagerState = noCalls,
) {
  await renderScreen({
    screens: {
      '/': () => (
        <>
          <p>The page</p>
          <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
        </>
      ),
    },
    path: '/',
    responses: {
      ...emptyResponses,
      'GET /calls/parked': () => ({ items: [...parked] }),
      'GET /calls/waiting': () => ({ items: callers }),
    },
    phone: { callManager: createFakeCallManager(state, { pickUp }) },
  })
  await screen.findByText('The page')
}

test('a parked call shows who parked it, and is picked up once', async () => {
  const picked = Promise.withResolvers<void>()
  const pickUp = vi.fn(() => picked.promise)
  await showPanel([ofGrace, ofAda], [], pickUp)

  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^GraceParked by Linus · /),
    expect.stringMatching(/^Withheld numberParked by you · /),
  ])
  const button = screen.getByRole('button', { name: 'Pick up Grace' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)

  expect(pickUp.mock.calls).toEqual([[ofGrace.id, 'Grace']])
  await act(async () => picked.resolve())
  await userEvent.click(button)
  expect(pickUp).toHaveBeenCalledTimes(2)
})

test('a returned call says for whom it rings', async () => {
  await showPanel([{ ...ofGrace, parked: { ...ofGrace.parked, returnedAt: 1 } }])

  expect((await screen.findByRole('listitem')).textContent).toMatch(/^GraceRings for Linus again · /)
})

test('a waiting caller is shown with position and queue, and without a button', async () => {
  await showPanel([], [waiting])

  expect((await screen.findByRole('listitem')).textContent).toMatch(/^1\. GraceOrders · /)
  expect(screen.queryByRole('button')).toBeNull()
})

test('during a call of the user, the parked calls are listed when the user opens them', async () => {
  const localCall = createLocalCall(callFixture)
  const state = { ...noCalls, localCalls: [localCall], activeKey: localCall.key }
  await showPanel([ofGrace], [], undefined, state)

  const list = (await screen.findByText('Parked calls')).closest('details')
  expect(list?.open).toBe(false)
  await userEvent.click(screen.getByText('Parked calls'))
  expect(list?.open).toBe(true)
})

test('without a parked call and a waiting caller there is no panel', async () => {
  await showPanel([])

  expect(screen.queryByRole('complementary')).toBeNull()
})
