// @vitest-environment jsdom
import type { Call, Leg } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { enUS } from '../../i18n/en-US/index.ts'
import { createFakeCallManager } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, createLocalCall, linus } from '../call.fixture.ts'
import { noCalls } from '../manager/call-manager-state.ts'
import { CallAnnouncer } from './call-announcer.tsx'

afterEach(cleanup)

const ringing: Leg = { ...linus, state: 'ringing', joinedAt: null }

/** A call of Ada and Grace while Linus, whom Ada added, rings. Returns a function that changes the call. */
async function openCall() {
  const localCall = createLocalCall({ ...callFixture, legs: [...callFixture.legs, ringing] })
  const callManager = createFakeCallManager({ ...noCalls, localCalls: [localCall], activeKey: localCall.key })
  await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Messages" closeLabel="Close">
          <CallAnnouncer />
        </ToastProvider>
      ),
    },
    path: '/',
    responses: {},
    phone: { callManager },
  })
  return (parts: Partial<Leg>, call: Partial<Call> = {}) =>
    act(() => {
      const legs = [...callFixture.legs, { ...ringing, ...parts }]
      const changed = { ...localCall, call: { ...callFixture, legs, ...call } }
      callManager.set({ ...callManager.get(), localCalls: [changed] })
    })
}

const findMessages = () => screen.queryAllByText(/Linus|number/).map(({ textContent }) => textContent)

test.each([
  ['rejected', 'Linus declined the call.'],
  ['no-answer', 'Linus did not answer. Try again later.'],
  ['busy', 'Linus is busy. Call again in a few minutes.'],
  ['number-unknown', 'This number is not in service. Check it, then call again.'],
] as const)('an added participant who leaves as %s is reported', async (leftReason, sentence) => {
  const change = await openCall()

  change({ state: 'left', leftAt: 1, leftReason })

  expect(findMessages()).toContain(sentence)
})

test('a participant whom a limit disconnects is reported while the call continues', async () => {
  const change = await openCall()
  change({ state: 'joined', joinedAt: 1 })

  change({ state: 'left', joinedAt: 1, leftAt: 2, leftReason: 'money-spent' })

  expect(findMessages()).toContain(enUS['ended.money-spent'].replace('{name}', 'Linus'))
})

test.each([
  ['was removed before they answered', { state: 'left', leftAt: 1, leftReason: 'removed' }, {}],
  [
    'did not answer before the call ended',
    { state: 'left', leftAt: 1, leftReason: 'no-answer' },
    { phase: 'ended' },
  ],
  ['talked and hung up', { state: 'left', joinedAt: 1, leftAt: 2, leftReason: 'hung-up' }, {}],
] as const)('a participant who %s is not reported', async (_, parts, call) => {
  const change = await openCall()

  change(parts, call)

  expect(findMessages()).toEqual([])
})
