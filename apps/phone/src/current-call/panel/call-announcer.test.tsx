// @vitest-environment jsdom
import type { BrowserLegState } from '@parley/call-engine/browser'
import type { Call, Leg } from '@parley/contract/phone'
import { createStore } from '@parley/primitives'
import { ToastProvider } from '@parley/ui'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { enUS } from '../../i18n/en-US/index.ts'
import { connectedLeg, createFakeCallManager, createFakeLeg } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, createLocalCall, linus } from '../call.fixture.ts'
import { noCalls } from '../manager/call-manager-state.ts'
import { CallAnnouncer } from './call-announcer.tsx'

afterEach(cleanup)

const ringing: Leg = { ...linus, state: 'ringing', joinedAt: null }

async function renderAnnouncer(callManager: ReturnType<typeof createFakeCallManager>) {
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
}

/** A call of Ada and Grace while Linus, whom Ada added, rings. Returns a function that changes the call. */
async function openCall() {
  const localCall = createLocalCall({ ...callFixture, legs: [...callFixture.legs, ringing] })
  const callManager = createFakeCallManager({ ...noCalls, localCalls: [localCall], activeKey: localCall.key })
  await renderAnnouncer(callManager)
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

/** A call of Ada and Grace, whose state the test changes; announcements are what a screen reader says. */
async function listenToCall(call: Partial<Call> = {}) {
  const legState = createStore<BrowserLegState>(connectedLeg)
  const localCall = {
    ...createLocalCall({ ...callFixture, ...call }),
    leg: { ...createFakeLeg(), get: legState.get, subscribe: legState.subscribe },
  }
  const callManager = createFakeCallManager({ ...noCalls, localCalls: [localCall], activeKey: localCall.key })
  await renderAnnouncer(callManager)
  return {
    setMuted: (isMuted: boolean) => act(() => legState.set({ ...legState.get(), isMuted })),
    change: (parts: Partial<Call>) =>
      act(() =>
        callManager.set({
          ...callManager.get(),
          localCalls: [{ ...localCall, call: { ...callFixture, ...parts } }],
        }),
      ),
    /** Activates one of two calls; the first one has other parts now. */
    swap: (active: 'first' | 'other', parts: Partial<Call>) =>
      act(() => {
        const first = { ...localCall, call: { ...callFixture, ...parts } }
        const other = { ...localCall, key: 'key of the other call', call: callFixture }
        const activeKey = active === 'first' ? first.key : other.key
        callManager.set({ ...noCalls, localCalls: [first, other], activeKey })
      }),
    end: (parts: Partial<Call>) =>
      act(() =>
        callManager.set({
          ...noCalls,
          ended: { ...callFixture, phase: 'ended', endedAt: 65_000, ...parts },
        }),
      ),
    announcements: () =>
      [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent).filter(Boolean),
  }
}

/** Guarantee: a user who does not see the panel knows whether the others hear them. */
test('mute and unmute are announced when they change, not before', async () => {
  const { setMuted, announcements } = await listenToCall()
  expect(announcements()).toEqual(['Connected'])

  setMuted(true)
  expect(announcements()).toEqual(['Connected', 'Muted'])
  setMuted(false)
  expect(announcements()).toEqual(['Connected', 'Not muted'])
})

test('the own recording is announced when it begins, is announced to everyone, pauses and ends', async () => {
  const { change, announcements } = await listenToCall()

  for (const [recordingState, text] of [
    ['announcing', enUS['recording.announcing']],
    ['on', enUS['recording.on']],
    ['paused', enUS['recording.paused']],
    ['off', enUS['recording.off']],
  ] as const) {
    change({ recordingState })
    expect(announcements()).toEqual(['Connected', text])
  }
})

/** Guarantee: a user learns of a change of the recording, and is not interrupted by what was said before. */
test('the recording of a call is not announced again when the user returns to the call, unless it has changed', async () => {
  const { swap, announcements } = await listenToCall({ recordingState: 'on' })
  expect(announcements()).toEqual(['Connected', enUS['recording.on']])

  swap('other', { recordingState: 'on' })
  expect(announcements()).toEqual(['Connected'])
  swap('first', { recordingState: 'on' })
  expect(announcements()).toEqual(['Connected'])
  swap('other', { recordingState: 'off' })
  swap('first', { recordingState: 'off' })

  expect(announcements()).toEqual(['Connected', enUS['recording.off']])
})

test('a recording that runs when the user joins is announced', async () => {
  const { announcements } = await listenToCall({ recordingState: 'on' })

  expect(announcements()).toEqual(['Connected', enUS['recording.on']])
})

/** Guarantee: a user who does not see the panel knows that the call has ended, and why. */
test.each([
  [{ endReason: 'other-hung-up' }, 'Call ended. Ended after 1 min 00 s.'],
  [{ answeredAt: null, endReason: 'busy' }, 'Call ended. Grace is busy. Call again in a few minutes.'],
  [{ answeredAt: null, endReason: 'cancelled' }, 'Call ended. The call ended before Grace answered.'],
] as const)('the end of a call with %j is announced with its reason', async (parts, text) => {
  const { end, announcements } = await listenToCall()

  end(parts)

  expect(announcements()).toEqual([text])
})
