import { routing as contract } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import {
  beginRouting,
  beginStep,
  findStep,
  isForUserAlone,
  type MenuStep,
  type NumberStep,
  type RingStep,
  type RoutingStep,
  ringFor,
  withChosenVoicemail,
  withMenuTarget,
} from './call-routing.ts'
import { type CallEvent, type CallMenu, type CallState, createCallState, nextCallState } from './index.ts'

const ring: RingStep = {
  kind: 'ring',
  userIds: ['ada', 'grace'],
  ringMs: 20_000,
  busyUsers: 'skipped',
  turnOfGroupId: null,
}
const everyone: RingStep = { ...ring, userIds: null }
const alone: RingStep = { ...ring, userIds: ['ada'], busyUsers: 'rung' }
const number: NumberStep = {
  kind: 'number',
  number: '+12125550188',
  ringMs: 20_000,
  userId: 'ada',
  chosenBy: 'ada',
}
const menu: MenuStep = {
  kind: 'menu',
  menuId: 'menu',
  menus: [{ id: 'menu', name: 'Main', announcementId: null, entries: [], fallback: { kind: 'hang-up' } }],
  groups: [],
  queues: [],
  unanswered: null,
  savedBy: null,
}
const voicemail = { kind: 'voicemail', userId: 'ada', announcementId: null } as const

const begin = (steps: readonly RoutingStep[], ringsFor: readonly string[] | null = ['ada']) =>
  beginRouting(steps, { step: 0, ringsFor }, ['linus'])

test.each<[string, RoutingStep, readonly string[], readonly string[] | null]>([
  ['users', ring, ['ada', 'grace'], ['ada', 'grace']],
  ['the user whose calls a number takes', number, [], ['ada']],
  ['no user for the number of a route', { ...number, userId: null }, [], []],
])('the users who miss a call are %s', (_, step, ringsFor, rangFor) => {
  expect(begin([step], ringsFor)).toEqual({
    steps: [step],
    step: 0,
    ringsFor,
    rangFor,
    undisturbed: ['linus'],
  })
})

test.each<[string, readonly RoutingStep[], number, ReturnType<typeof findStep>]>([
  ['the first step', [ring, everyone], 0, { step: 0, ringsFor: ['grace'] }],
  ['a later step', [ring, everyone], 1, { step: 1, ringsFor: null }],
  ['no step of busy users only', [{ ...ring, userIds: ['ada'] }, number], 0, { step: 1, ringsFor: [] }],
  ['a step of a busy user who sees the call', [alone], 0, { step: 0, ringsFor: ['ada'] }],
  ['a step without users', [voicemail], 0, { step: 0, ringsFor: [] }],
  ['none at the end', [ring], 1, null],
])('while Ada is busy, the next step is %s', (_, steps, from, expected) => {
  expect(findStep(steps, from, (userId) => userId === 'ada')).toEqual(expected)
})

test('a call rings for a user alone only in a step of this user who is rung while busy', () => {
  const ringing = (steps: RoutingStep[]) => ({ ringUserId: null, state: { routing: begin(steps) } })
  const users = [alone, ring, { ...alone, userIds: ['ada', 'grace'] }, everyone, number]

  expect(users.map((step) => isForUserAlone(ringing([step]), 'ada'))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(isForUserAlone(ringing([alone]), 'grace')).toBe(false)
})

test('a step begins once, and adds those who miss the call', () => {
  const before = begin([ring, { ...ring, userIds: ['grace'] }, everyone])
  const second = beginStep(before, { step: 1, ringsFor: ['grace', 'ada'] })

  expect([second.step, second.ringsFor, second.rangFor]).toEqual([1, ['grace', 'ada'], ['ada', 'grace']])
  const third = beginStep(second, { step: 2, ringsFor: null })
  expect([third.step, third.rangFor]).toEqual([2, null])
  expect(ringFor(third, ['linus']).rangFor).toBeNull()
  for (const step of [0, 1, 3]) expect(beginStep(second, { step, ringsFor: [] })).toBe(second)
})

test('the voicemail that a user has chosen, and the target of a menu, replace the steps that were to follow', () => {
  const routing = begin([menu, ring])

  expect(withChosenVoicemail(routing, voicemail)).toMatchObject({
    steps: [menu, voicemail],
    step: 1,
    ringsFor: [],
  })
  expect(withMenuTarget(routing, { steps: [number], undisturbed: [] })).toMatchObject({
    steps: [{ ...menu, menus: [] }, number],
    step: 0,
    undisturbed: [],
  })
})

const inMenu: CallMenu = { ...contract.enterMenu('menu'), enteredAt: 1 }
const queue = { queueId: 'queue', place: 1, at: 2, rungAt: 2, triedIds: [], awaitedIds: ['ada'] }
const forwarding = { stage: 'dialing', legId: 'other', number: '+12125550188', from: '+12125552368' } as const
const events = {
  step: { type: 'ring-step', at: 2, step: 1, ringsFor: ['grace'] },
  voicemail: { type: 'sent-to-voicemail', at: 2, byUserId: 'ada', step: voicemail },
  queue: { type: 'queue', at: 2, queue, ringsFor: ['grace'] },
  menu: { type: 'menu', at: 2, menu: inMenu },
} as const satisfies Record<string, CallEvent>

const routed = (properties: Partial<CallState> = {}): CallState => ({
  ...createCallState('incoming', 1),
  routing: begin([menu, ring]),
  ...properties,
})

test.each(Object.entries(events))(
  '%s applies to a routed call only, and not after its answer',
  (_, event) => {
    expect(nextCallState(routed(), event)).not.toEqual(routed())
    for (const state of [routed({ answeredAt: 1 }), createCallState('incoming', 1)])
      expect(nextCallState(state, event)).toBe(state)
  },
)

test('what a call leaves is removed once: a queue, a forwarding and a menu', () => {
  const left = { type: 'menu-left', at: 3, menuId: 'menu', key: '1', steps: [ring], undisturbed: [] } as const
  const leavings = [
    [routed({ queue }), { type: 'queue', at: 3, queue: null, ringsFor: [] }, { queue: undefined }],
    [routed({ forwarding }), { type: 'forwarding', at: 3, forwarding: null }, { forwarding: undefined }],
    [routed({ menu: inMenu }), left, { menu: { ...inMenu, stage: 'left' } }],
  ] as const

  for (const [state, event, expected] of leavings) {
    const after = nextCallState(state, event)
    expect({ queue: after.queue, forwarding: after.forwarding, menu: after.menu }).toMatchObject(expected)
    expect(nextCallState(after, event)).toBe(after)
  }
})
