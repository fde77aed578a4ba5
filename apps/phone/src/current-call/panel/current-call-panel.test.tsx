// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DialPage } from '../../dial/dial-page.tsx'
import { createFakeCallManager, emptyResponses, uncheckedNumber } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, createLocalCall } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'

afterEach(cleanup)

const dialed = createLocalCall(null)
const inCall: CallManagerState = { ...noCalls, localCalls: [dialed], activeKey: dialed.key }
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
