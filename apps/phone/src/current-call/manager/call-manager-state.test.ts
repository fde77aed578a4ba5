import type { BrowserLeg } from '@parley/call-engine/browser'
import type { Call, Leg } from '@parley/contract/phone'
import { describe, expect, test } from 'vitest'
import {
  applyCall,
  applyRemoteCall,
  type CallManagerState,
  dialEffect,
  findActiveCall,
  noCalls,
  removeLocalCall,
  upsertIncomingCall,
} from './call-manager-state.ts'
import { selectSound } from './call-sounds.ts'
import type { LocalCall } from './local-call.ts'

const call = (id: string, parts: Partial<Call> = {}) =>
  ({
    id,
    version: 1,
    direction: 'outgoing',
    phase: 'talking',
    answeredAt: 1,
    legs: [],
    ...parts,
  }) as Call

/** How a call is received in the tab that rings. */
const ringsHere = { presentation: 'ring', notifies: true, isForUserAlone: true, lastNotes: '' } as const

function localCallFixture(id: string, parts: Partial<Call> = {}): LocalCall {
  return {
    key: `key of ${id}`,
    title: id,
    dialledNumber: null,
    call: call(id, parts),
    legId: `leg of ${id}`,
    sentDigits: '',
    leg: {} as BrowserLeg,
  }
}

const inCall = (...localCalls: LocalCall[]): CallManagerState => ({
  ...noCalls,
  localCalls,
  activeKey: localCalls.at(-1)?.key ?? null,
})

test('ZR114: the response to a command that arrives after a newer message does not undo it', () => {
  const state = inCall(localCallFixture('a', { version: 3, phase: 'on-hold' }))

  expect(applyCall(state, call('a', { version: 2 }))).toEqual(state)
  expect(applyCall(state, call('a', { version: 3 })).localCalls[0]?.call?.phase).toBe('talking')
})

test('ZR114: a call that is being answered is still being answered when it is sent again', () => {
  const ringing = { workspaceId: 'bakery', call: call('a'), ...ringsHere }
  const answering = { ...noCalls, incoming: [{ ...ringing, isAnswering: true }] }

  const { incoming } = upsertIncomingCall(answering, { ...ringing, presentation: 'show' })

  expect(incoming).toEqual([{ ...ringing, presentation: 'show', isAnswering: true }])
})

test('a call of this tab continues as the one into which it was merged, and its former call does not end it', () => {
  const leg = { id: 'leg of b', kind: 'browser', userId: 'ada', state: 'joined' } as Leg
  const state = inCall(localCallFixture('a'), localCallFixture('b', { legs: [leg] }))

  const merged = applyCall(state, call('c', { legs: [leg] }))
  const after = applyCall(merged, call('b', { phase: 'ended', endReason: 'merged' }))

  expect(after.localCalls.map((localCall) => localCall.call?.id)).toEqual(['a', 'c'])
  expect([after.activeKey, after.ended]).toEqual(['key of b', null])
})

test('a call that its user merged into another one of this tab has no outcome to show', () => {
  const state = inCall(localCallFixture('a'), localCallFixture('b'))

  const after = applyCall(state, call('b', { phase: 'ended', endReason: 'merged' }))

  expect(after.localCalls.map((localCall) => localCall.call?.id)).toEqual(['a'])
  expect(after.ended).toBeNull()
})

describe('CR9: a call in another tab or on another device', () => {
  const tab = { userId: 'ada', handsetId: 'this tab' }
  const withLeg = (parts: object, phase: Call['phase'] = 'talking') =>
    call('a', {
      phase,
      legs: [
        { id: 'leg', kind: 'browser', userId: 'ada', handsetId: 'other', state: 'joined', ...parts } as Leg,
      ],
    })
  const listRemote = (...calls: Call[]) =>
    calls.reduce((state, each) => applyRemoteCall(state, each, tab), noCalls).remoteCalls

  test('is offered as soon as it is started or answered there, once', () => {
    expect(listRemote(withLeg({ state: 'joining' }), withLeg({}))).toEqual([withLeg({})])
  })

  test('stays offered when that tab closes', () => {
    expect(listRemote(withLeg({}), withLeg({ state: 'detached' }))).toHaveLength(1)
  })

  test.each([
    ['the user has left it', withLeg({ state: 'left' })],
    ['it is in this tab', withLeg({ handsetId: 'this tab' })],
    ['it has ended', withLeg({}, 'ended')],
    ['it is a call of another user', withLeg({ userId: 'grace' })],
  ])('is not offered when %s', (_, after) => {
    expect(listRemote(withLeg({}), after)).toEqual([])
  })

  test('is not offered while this tab has it, until the other tab has taken it over', () => {
    const state = applyRemoteCall(inCall(localCallFixture('a')), withLeg({}), tab)

    expect(state.remoteCalls).toEqual([])
  })
})

describe('a call that has ended', () => {
  test('is removed and shown as ended if it was local', () => {
    const after = applyCall(inCall(localCallFixture('a')), call('a', { phase: 'ended' }))

    expect(after.localCalls).toEqual([])
    expect(after.ended?.id).toBe('a')
  })

  test('makes the held call active again', () => {
    const after = applyCall(
      inCall(localCallFixture('a'), localCallFixture('b')),
      call('b', { phase: 'ended' }),
    )

    expect(findActiveCall(after)?.call?.id).toBe('a')
  })

  test('stops ringing and is not shown as ended if it was never answered here', () => {
    const ringing = upsertIncomingCall(noCalls, {
      workspaceId: 'workshop',
      call: call('c', { phase: 'ringing' }),
      ...ringsHere,
    })
    const after = applyCall(ringing, call('c', { phase: 'ended' }))

    expect(after.incoming).toEqual([])
    expect(after.ended).toBeNull()
  })
})

test('a late incoming event does not ring for a call answered in this tab', () => {
  const state = inCall(localCallFixture('a'))
  expect(upsertIncomingCall(state, { workspaceId: 'workshop', call: call('a'), ...ringsHere })).toBe(state)
})

test('ZR402: a call that is received again replaces the former one in its place, and rings here from then on', () => {
  const workspaceId = 'workshop'
  const shown = { workspaceId, ...ringsHere, presentation: 'show' } as const
  const both = [call('a'), call('b')].reduce(
    (state, each) => upsertIncomingCall(state, { ...shown, call: each }),
    noCalls,
  )
  const again = upsertIncomingCall(both, {
    workspaceId,
    call: call('a'),
    ...ringsHere,
    isForUserAlone: true,
    lastNotes: 'Bring the key.',
  })

  expect(again.incoming.map((each) => [each.call.id, each.presentation, each.lastNotes])).toEqual([
    ['a', 'ring', 'Bring the key.'],
    ['b', 'show', ''],
  ])
  expect([both, again].map(selectSound)).toEqual(['none', 'ring'])
})

test('removing a held call does not change the active call', () => {
  const state = inCall(localCallFixture('a'), localCallFixture('b'))
  expect(removeLocalCall(state, 'key of a').activeKey).toBe('key of b')
})

test.each<[string, CallManagerState, string]>([
  ['no call', noCalls, 'calls'],
  ['an active call', inCall(localCallFixture('a')), 'holds'],
  ['a held call', inCall(localCallFixture('a', { phase: 'on-hold' })), 'calls'],
  ['a ringing call', inCall(localCallFixture('a', { phase: 'ringing' })), 'refused'],
  ['a call without a service response', inCall({ ...localCallFixture('a'), call: null }), 'refused'],
])('dialling during %s', (_, state, expected) => {
  expect(dialEffect(state)).toBe(expected)
})

describe('call sounds', () => {
  const ringing = (state: CallManagerState, presentation: 'ring' | 'show') =>
    upsertIncomingCall(state, {
      workspaceId: 'workshop',
      call: call('z', { phase: 'ringing', direction: 'incoming' }),
      ...ringsHere,
      presentation,
    })

  test.each<[string, CallManagerState, string]>([
    ['there is no call', noCalls, 'none'],
    ['a call rings in this tab', ringing(noCalls, 'ring'), 'ring'],
    ['a call rings in another tab', ringing(noCalls, 'show'), 'none'],
    ['a second call rings', ringing(inCall(localCallFixture('a')), 'ring'), 'waiting'],
    ['the callee rings', inCall(localCallFixture('a', { phase: 'ringing' })), 'ringback'],
    ['early media plays', inCall(localCallFixture('a', { phase: 'early' })), 'none'],
    ['the call is active', inCall(localCallFixture('a')), 'none'],
    [
      'the local leg rings',
      inCall(localCallFixture('a', { phase: 'ringing', direction: 'incoming' })),
      'none',
    ],
  ])('when %s', (_, state, sound) => {
    expect(selectSound(state)).toBe(sound)
  })
})
