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
  test('leaves the board and is shown as ended, if it was ours', () => {
    const after = withCall(inCall(ownCall('a')), call('a', { phase: 'ended' }))

    expect(after.localCalls).toEqual([])
    expect(after.ended?.id).toBe('a')
  })

  test('gives the ear back to the one that waits', () => {
    const after = withCall(inCall(ownCall('a'), ownCall('b')), call('b', { phase: 'ended' }))

    expect(activeCall(after)?.call?.id).toBe('a')
  })

  test('stops ringing without being shown as ended, if it only rang', () => {
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

test('a call that this tab has answered does not ring in it, however late the news is', () => {
  const state = inCall(ownCall('a'))
  expect(withIncoming(state, { call: call('a'), manner: 'ring', lastNotes: '' })).toBe(state)
})

test('the same call rings once, with what was said of it last', () => {
  const once = withIncoming(nobodyCalls, { call: call('a'), manner: 'show', lastNotes: '' })
  const twice = withIncoming(once, { call: call('a'), manner: 'ring', lastNotes: 'Bring the key.' })

  expect(twice.incoming.map(({ manner, lastNotes }) => [manner, lastNotes])).toEqual([
    ['ring', 'Bring the key.'],
  ])
})

test('leaving a call that is not active leaves the ear where it is', () => {
  const state = inCall(ownCall('a'), ownCall('b'))
  expect(withoutOwn(state, 'key of a').activeKey).toBe('key of b')
})

test.each<[string, SwitchboardState, string]>([
  ['no call', nobodyCalls, 'calls'],
  ['a call that talks', inCall(ownCall('a')), 'holds'],
  ['a call on hold', inCall(ownCall('a', { phase: 'on-hold' })), 'calls'],
  ['a call that rings', inCall(ownCall('a', { phase: 'ringing' })), 'refused'],
  ['a call that the service does not know yet', inCall({ ...ownCall('a'), call: null }), 'refused'],
])('dialling beside %s', (_, state, expected) => {
  expect(besideCurrent(state)).toBe(expected)
})

describe('the page sounds like a telephone', () => {
  const ringing = (state: SwitchboardState, manner: 'ring' | 'show') =>
    withIncoming(state, {
      call: call('z', { phase: 'ringing', direction: 'incoming' }),
      manner,
      lastNotes: '',
    })

  test.each<[string, SwitchboardState, string]>([
    ['nothing goes on', nobodyCalls, 'none'],
    ['it rings here', ringing(nobodyCalls, 'ring'), 'ring'],
    ['another tab rings', ringing(nobodyCalls, 'show'), 'none'],
    ['a second call comes', ringing(inCall(ownCall('a')), 'ring'), 'waiting'],
    ['the other side rings', inCall(ownCall('a', { phase: 'ringing' })), 'ringback'],
    ['the line speaks itself', inCall(ownCall('a', { phase: 'early' })), 'none'],
    ['people talk', inCall(ownCall('a')), 'none'],
    ['our own phone rings us', inCall(ownCall('a', { phase: 'ringing', direction: 'incoming' })), 'none'],
  ])('when %s', (_, state, sound) => {
    expect(soundFor(state)).toBe(sound)
  })
})
