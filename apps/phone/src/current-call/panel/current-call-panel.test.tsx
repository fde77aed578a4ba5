// @vitest-environment jsdom
import { type Call, PhoneError } from '@parley/contract/phone'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DialPage } from '../../dial/dial-page.tsx'
import { enUS } from '../../i18n/en-US/index.ts'
import { createFakeCallManager, emptyResponses, uncheckedNumber } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, consultationFixture, createLocalCall } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'

afterEach(cleanup)

const dialled = createLocalCall(null)
const inCall: CallManagerState = { ...noCalls, localCalls: [dialled], activeKey: dialled.key }
const failed: Call = {
  ...callFixture,
  phase: 'ended',
  name: null,
  answeredAt: null,
  endedAt: 1,
  endReason: 'trunk-down',
  legs: [],
}

/** The dial pad beside the call panel, for a user with an earlier call. */
async function showDialling({ finalState }: { finalState: Call | null }) {
  const callManager = createFakeCallManager(noCalls, {
    dial: vi.fn(() => callManager.set(inCall)),
    hangUp: async () => end(),
    dismissEnded: () => callManager.set(noCalls),
  })
  const end = () => callManager.set({ ...noCalls, ended: finalState })
  await renderScreen({
    screens: {
      '/dial': () => (
        <>
          <main tabIndex={-1}>
            <DialPage />
          </main>
          <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
        </>
      ),
    },
    path: '/dial',
    responses: {
      ...emptyResponses,
      'POST /numbers/check': () => ({ ...uncheckedNumber, number: '+15550142', country: 'US' }),
    },
    phone: { callManager },
  })
  const box = await screen.findByLabelText('Number or name')
  return { box, callManager, end }
}

const focused = () => document.activeElement

/** Guarantee: a call can be made and ended by keyboard without losing the focus. */
test('Enter in the dial field moves the focus to the call, and hanging up returns it', async () => {
  const { box, callManager } = await showDialling({ finalState: null })

  await userEvent.type(box, '+15550142{Enter}')
  const panel = await screen.findByRole('complementary', { name: 'Current call' })
  await waitFor(() => expect(focused()).toBe(panel))
  expect(callManager.dial).toHaveBeenCalledOnce()

  screen.getByRole('button', { name: 'Hang up' }).focus()
  await userEvent.keyboard('{Enter}')

  expect(focused()).toBe(box)
})

test('a failed call returns the focus to the dial field, and so does dismissing the error', async () => {
  const { box, end } = await showDialling({ finalState: failed })
  await userEvent.type(box, '+15550142{Enter}')
  await screen.findByRole('button', { name: 'Hang up' })

  act(end)
  expect(focused()).toBe(box)

  screen.getByRole('button', { name: 'Call again' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('complementary', { name: 'Current call' })))

  act(end)
  screen.getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe(box)
})

test('a call that ends does not take the focus from elsewhere on the page', async () => {
  const { box, end } = await showDialling({ finalState: null })
  await userEvent.type(box, '+15550142{Enter}')
  await screen.findByRole('button', { name: 'Hang up' })

  const key = screen.getByRole('button', { name: '5' })
  key.focus()
  act(end)

  expect(focused()).toBe(key)
})

/** Guarantee (ZR971): during a consultation, the panel ends only the call with the number of the transfer. */
test('during a consultation, hanging up returns to those who wait', async () => {
  const consulting = createLocalCall(consultationFixture)
  const state = { ...noCalls, localCalls: [consulting], activeKey: consulting.key }
  const [hangUp, endConsultation] = [vi.fn(), vi.fn()]
  const { commands } = createFakeCallManager()
  const callManager = createFakeCallManager(state, { hangUp, commands: { ...commands, endConsultation } })
  await renderScreen({
    screens: { '/dial': () => <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} /> },
    path: '/dial',
    responses: emptyResponses,
    phone: { callManager },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Hang up' }))

  expect(endConsultation).toHaveBeenCalledExactlyOnceWith(consulting.key, 'cancel')
  expect(hangUp).not.toHaveBeenCalled()
})

/** Guarantee: a user whose answered call a limit has ended learns which one. */
test.each(['minutes-used', 'money-spent', 'limit-reached'] as const)(
  'the panel of a call that ended as %s says so',
  async (endReason) => {
    const ended: Call = { ...failed, name: 'Grace', answeredAt: 1, endedAt: 61_000, endReason }
    await renderScreen({
      screens: { '/dial': () => <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} /> },
      path: '/dial',
      responses: emptyResponses,
      phone: { callManager: createFakeCallManager({ ...noCalls, ended }) },
    })

    const panel = within(await screen.findByRole('complementary', { name: 'Current call' }))
    expect(panel.getByText(enUS[`ended.${endReason}`].replace('{name}', 'Grace'))).toBeDefined()
  },
)

const busy: Call = { ...failed, id: '00000000-0000-4000-8000-0000000000c2', endReason: 'busy', name: 'Linus' }
const limit: CallManagerState['problem'] = {
  kind: 'request',
  error: new PhoneError('CALL_LIMIT_PER_MINUTE', { limit: 10, retryAfterSeconds: 30 }),
  dialledNumber: '+15550187',
}

/** Guarantee: a user learns immediately why their second call failed, and can return to the first. */
test.each([
  ['is busy', { ended: busy, problem: null }, /Linus is on another call|busy/],
  ['is rejected', { ended: null, problem: limit }, /Call not placed/],
])(
  'a second call that %s says so beside the first call, which is resumed there',
  async (_, outcome, text) => {
    const held = createLocalCall({
      ...callFixture,
      phase: 'on-hold',
      legs: callFixture.legs.map((leg) => ({ ...leg, isOnHold: leg.kind === 'phone' })),
    })
    const setOnHold = vi.fn(async () => undefined)
    const idle = { ...noCalls, localCalls: [held], activeKey: held.key }
    const dismiss = () => callManager.set(idle)
    const callManager = createFakeCallManager(
      { ...idle, ...outcome },
      { dismissProblem: vi.fn(dismiss), dismissEnded: vi.fn(dismiss) },
    )
    callManager.commands.setOnHold = setOnHold
    await renderScreen({
      screens: { '/dial': () => <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} /> },
      path: '/dial',
      responses: emptyResponses,
      phone: { callManager },
    })

    const panel = within(await screen.findByRole('complementary', { name: 'Current call' }))
    expect(panel.getByText(text)).toBeDefined()
    await userEvent.click(panel.getByRole('button', { name: 'Resume the call with Grace' }))

    expect(setOnHold).toHaveBeenCalledExactlyOnceWith(held.key, false)
    expect(panel.queryByText(text)).toBeNull()
  },
)
