import type { Handset } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import { describe, expect, test } from 'vitest'
import { soundFor } from './call-sounds.ts'
import type { OwnCall } from './own-call.ts'
import {
  activeCall,
  besideCurrent,
  nobodyCalls,
  type SwitchboardState,
  withCall,
  withIncoming,
  withoutOwn,
} from './switchboard-state.ts'

const call = (id: string, parts: Partial<Call> = {}) =>
  ({ id, direction: 'outgoing', phase: 'talking', answeredAt: 1, ...parts }) as Call

function ownCall(id: string, parts: Partial<Call> = {}): OwnCall {
  return {
    key: `key of ${id}`,
    title: id,
    call: call(id, parts),
    legId: `leg of ${id}`,
    sentDigits: '',
    handset: {} as Handset,
  }
}

const inCall = (...localCalls: OwnCall[]): SwitchboardState => ({
  ...nobodyCalls,
  localCalls,
  activeKey: localCalls.at(-1)?.key ?? null,
})

describe('a call that has ended', () => {
  test('is removed and shown as ended if it was local', () => {
    const after = withCall(inCall(ownCall('a')), call('a', { phase: 'ended' }))

    expect(after.localCalls).toEqual([])
    expect(after.ended?.id).toBe('a')
  })

  test('makes the held call active again', () => {
    const after = withCall(inCall(ownCall('a'), ownCall('b')), call('b', { phase: 'ended' }))

    expect(activeCall(after)?.call?.id).toBe('a')
  })

  test('stops ringing and is not shown as ended if it was never answered here', () => {
    const ringing = withIncoming(nobodyCalls, {
      call: call('c', { phase: 'ringing' }),
      manner: 'ring',
      lastNotes: '',
    })
    const after = withCall(ringing, call('c', { phase: 'ended' }))

    expect(after.incoming).toEqual([])
    expect(after.ended).toBeNull()
  })
})

test('a late incoming event does not ring for a call answered in this tab', () => {
  const state = inCall(ownCall('a'))
  expect(withIncoming(state, { call: call('a'), manner: 'ring', lastNotes: '' })).toBe(state)
})

test('a repeated incoming event updates the ringing call', () => {
  const once = withIncoming(nobodyCalls, { call: call('a'), manner: 'show', lastNotes: '' })
  const twice = withIncoming(once, { call: call('a'), manner: 'ring', lastNotes: 'Bring the key.' })

  expect(twice.incoming.map(({ manner, lastNotes }) => [manner, lastNotes])).toEqual([
    ['ring', 'Bring the key.'],
  ])
})

test('removing a held call does not change the active call', () => {
  const state = inCall(ownCall('a'), ownCall('b'))
  expect(withoutOwn(state, 'key of a').activeKey).toBe('key of b')
})

test.each<[string, SwitchboardState, string]>([
  ['no call', nobodyCalls, 'calls'],
  ['an active call', inCall(ownCall('a')), 'holds'],
  ['a held call', inCall(ownCall('a', { phase: 'on-hold' })), 'calls'],
  ['a ringing call', inCall(ownCall('a', { phase: 'ringing' })), 'refused'],
  ['a call without a service response', inCall({ ...ownCall('a'), call: null }), 'refused'],
])('dialing during %s', (_, state, expected) => {
  expect(besideCurrent(state)).toBe(expected)
})

describe('call sounds', () => {
  const ringing = (state: SwitchboardState, manner: 'ring' | 'show') =>
    withIncoming(state, {
      call: call('z', { phase: 'ringing', direction: 'incoming' }),
      manner,
      lastNotes: '',
    })

  test.each<[string, SwitchboardState, string]>([
    ['there is no call', nobodyCalls, 'none'],
    ['a call rings in this tab', ringing(nobodyCalls, 'ring'), 'ring'],
    ['a call rings in another tab', ringing(nobodyCalls, 'show'), 'none'],
    ['a second call rings', ringing(inCall(ownCall('a')), 'ring'), 'waiting'],
    ['the callee rings', inCall(ownCall('a', { phase: 'ringing' })), 'ringback'],
    ['early media plays', inCall(ownCall('a', { phase: 'early' })), 'none'],
    ['the call is active', inCall(ownCall('a')), 'none'],
    ['the local leg rings', inCall(ownCall('a', { phase: 'ringing', direction: 'incoming' })), 'none'],
  ])('when %s', (_, state, sound) => {
    expect(soundFor(state)).toBe(sound)
  })
})
