// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'
import { EmergencyView } from './emergency-view.tsx'

afterEach(cleanup)

const failed: Call = {
  ...callFixture,
  phase: 'ended',
  number: '911',
  name: null,
  answeredAt: null,
  endedAt: 1,
  endReason: 'trunk-down',
  hasEmergencyService: true,
}

async function show(state: Partial<CallManagerState>) {
  const initial = { ...noCalls, ...state }
  const callManager = createFakeCallManager(initial, {
    dismissProblem: () => callManager.set({ ...callManager.get(), problem: null }),
    dismissEnded: () => callManager.set({ ...callManager.get(), ended: null }),
  })
  await renderScreen({
    screens: {
      '/': () => (
        <>
          <h1>Calls</h1>
          <EmergencyView />
          <CurrentCallPanel isOpen={false} onOpenChange={() => undefined} />
        </>
      ),
    },
    path: '/',
    responses: emptyResponses,
    phone: { callManager },
  })
  await screen.findByText('Calls')
}

/** Guarantee: a user who cannot reach an emergency service reads to use another phone, over the whole screen. */
test.each(['trunk-down', 'busy', 'no-answer', 'declined', 'media-lost'] as const)(
  'an emergency call that failed because of %s says to use another phone',
  async (endReason) => {
    await show({ ended: { ...failed, endReason } })

    expect(await screen.findByText('The call to 911 failed')).toBeDefined()
    expect(screen.getByText('Use another phone now.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Call again' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Back to Parley' }))
    expect(screen.queryByText('The call to 911 failed')).toBeNull()
  },
)

test('an emergency call beyond the limit of the workspace says to use another phone', async () => {
  const error = createPhoneApiError('EMERGENCY_CALL_LIMIT_WORKSPACE', { limit: 10 })
  await show({ problem: { kind: 'request', error, dialledNumber: '911' } })

  expect(await screen.findByText('Parley cannot call 911')).toBeDefined()
})

test('an emergency call that was answered or cancelled needs no other phone', async () => {
  await show({ ended: { ...failed, endReason: 'cancelled' } })
  expect(screen.queryByRole('button', { name: 'Back to Parley' })).toBeNull()
})
