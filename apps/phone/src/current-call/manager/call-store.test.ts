// @vitest-environment jsdom
import type { BrowserLeg } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallStore } from './call-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const startedCall = {
  id: 'a',
  direction: 'outgoing',
  phase: 'dialing',
  answeredAt: null,
  endReason: null,
} as Call

/** A call store in which local calls ended in the given ways. */
function storeAfter(...ends: Partial<Call>[]) {
  const callStore = new CallStore(() => undefined)
  for (const end of ends) {
    const localCall = {
      key: '1',
      title: '',
      dialledNumber: null,
      call: startedCall,
      legId: null,
      sentDigits: '',
      leg: { close() {} } as BrowserLeg,
    }
    callStore.update((before) => ({ ...before, localCalls: [localCall], activeKey: '1' }))
    callStore.applyCall({ ...startedCall, phase: 'ended', ...end })
  }
  return callStore
}

const failures: Partial<Call>[] = [
  { endReason: 'trunk-down' },
  { endReason: 'busy' },
  { endReason: 'no-answer' },
  { endReason: 'server-stopped', answeredAt: 1 },
  { endReason: 'media-lost', answeredAt: 1 },
]

/** Guarantee: the reason of a failed call stays visible until it is dismissed. */
test.each(failures)('the failure reason stays until it is dismissed: $endReason', (end) => {
  const callStore = storeAfter(end)

  vi.advanceTimersByTime(3_600_000)

  expect(callStore.get().ended?.endReason).toBe(end.endReason)
})

test.each<Partial<Call>>([
  { endReason: 'other-hung-up', answeredAt: 1 },
  { endReason: 'hung-up', answeredAt: 1 },
  { endReason: 'cancelled' },
])('an expected end is shown for some seconds: $endReason', (end) => {
  const callStore = storeAfter(end)
  expect(callStore.get().ended?.endReason).toBe(end.endReason)

  vi.advanceTimersByTime(60_000)

  expect(callStore.get().ended).toBeNull()
})

test('the timeout of an earlier call does not hide the failure of a later one', () => {
  const callStore = storeAfter({ endReason: 'hung-up', answeredAt: 1 }, { endReason: 'trunk-down' })

  vi.advanceTimersByTime(60_000)

  expect(callStore.get().ended?.endReason).toBe('trunk-down')
})

/** Guarantee: the live connection may be faster than the response that names the call. */
test.each<[string, Partial<Call>, Partial<Call>]>([
  ['end', { phase: 'ended', endReason: 'busy' }, { phase: 'ended', endReason: 'busy' }],
  ['ringing', { phase: 'ringing' }, { phase: 'ringing' }],
])('the %s of a call that arrives before the response to its start is shown', (_, state, expected) => {
  const callStore = new CallStore(() => undefined)
  const leg = { close: vi.fn() as () => void } as BrowserLeg
  const localCall = {
    key: '1',
    title: '',
    dialledNumber: '+15550142',
    call: null,
    legId: null,
    sentDigits: '',
    leg,
  }
  callStore.update((before) => ({ ...before, localCalls: [localCall], activeKey: '1' }))

  callStore.applyCall({ ...startedCall, version: 3, legs: [], ...state } as Call)
  const call = { ...startedCall, version: 1, legs: [] } as unknown as Call
  callStore.applyJoin('1', { call, legId: 'leg', joinInformation: {} })

  const { localCalls, ended } = callStore.get()
  expect(ended ?? localCalls[0]?.call).toMatchObject(expected)
  expect(leg.close).toHaveBeenCalledTimes(ended ? 1 : 0)
})
