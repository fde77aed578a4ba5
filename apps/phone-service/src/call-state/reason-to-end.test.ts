import { seededRandom } from '@parley/primitives'
import { expect, test } from 'vitest'
import {
  type CallEvent,
  type CallState,
  createCallState,
  findEndReason,
  isPresent,
  nextCallState,
} from './index.ts'

const ids = ['caller', 'browser', 'other'] as const
const added: readonly CallEvent[] = [
  { type: 'leg-added', at: 1, leg: { id: 'caller', kind: 'phone' } },
  { type: 'leg-added', at: 1, leg: { id: 'browser', kind: 'browser', userId: 'ada' } },
  { type: 'leg-added', at: 1, leg: { id: 'other', kind: 'phone' } },
]
const join = (legId: string): CallEvent => ({ type: 'leg-joined', at: 2, legId })
const leave = (legId: string, at = 3): CallEvent => ({
  type: 'leg-left',
  at,
  legId,
  reason: 'hung-up',
  sipAnswer: null,
})

/** Returns an incoming call whose legs have joined, and of which some have left. */
function startCall(left: readonly string[], properties: Partial<CallState> = {}): CallState {
  const events = [...added, ...ids.map(join), ...left.map((id, index) => leave(id, 3 + index))]
  return { ...events.reduce(nextCallState, createCallState('incoming', 1)), ...properties }
}

const parked = { userId: 'ada', userName: 'Ada', at: 3, returnedAt: null }
const forwarding = {
  stage: 'completed',
  legId: 'other',
  number: '+12125550188',
  from: '+12125552368',
} as const
const transfer = { legId: 'other', number: '+12125550188', userId: 'ada', hasPausedRecording: false, at: 3 }
const withTransfer = (stage: 'consulting' | 'dialing' | 'returning' | 'completed') => ({
  transfer: { ...transfer, stage },
})

test.each<[string, readonly string[], Partial<CallState>, ReturnType<typeof findEndReason>]>([
  ['parked with a telephone', ['browser', 'other'], { parked }, null],
  ['parked without a telephone', ['browser', 'other', 'caller'], { parked }, 'other-hung-up'],
  ['forwarded with both telephones', ['browser'], { forwarding }, null],
  ['forwarded with one telephone', ['browser', 'other'], { forwarding }, 'other-hung-up'],
  ['in a consultation without its user', ['browser'], withTransfer('consulting'), 'hung-up'],
  ['transferred to a number that rings', ['browser', 'other'], withTransfer('dialing'), null],
  [
    'transferred to a number, without its caller',
    ['browser', 'caller'],
    withTransfer('dialing'),
    'other-hung-up',
  ],
  ['returned to its user', ['browser', 'other'], withTransfer('returning'), null],
  [
    'returned to its user without its caller',
    ['browser', 'other', 'caller'],
    withTransfer('returning'),
    'other-hung-up',
  ],
  ['transferred', ['browser'], withTransfer('completed'), null],
  ['transferred with one telephone', ['browser', 'other'], withTransfer('completed'), 'other-hung-up'],
  ['neither, without its user', ['browser'], {}, 'hung-up'],
  ['neither, with its user and a telephone', ['other'], {}, null],
])('a call that is %s continues or ends', (_, left, properties, expected) => {
  expect(findEndReason(startCall(left, properties))).toBe(expected)
})

/** Returns the events of all legs in a random order, some of them twice, also answers after the departure. */
function shuffleEvents(random: () => number): CallEvent[] {
  const events = ids.flatMap((legId): CallEvent[] => [
    { type: 'leg-ringing', at: 2, legId },
    join(legId),
    join(legId),
    { type: 'hold', at: 2, legId },
    { type: 'resume', at: 2, legId },
    { type: 'leg-detached', at: 2, legId },
    leave(legId),
  ])
  const keyed = events.map((event) => ({ event, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ event }, index) => ({ ...event, at: 10 + index }))
}

/** Guarantee: events of the network have any order. */
test.each(['incoming', 'outgoing'] as const)(
  'in any order of its events, an %s call is answered only while its participants are there, and a leg leaves once',
  (direction) => {
    for (let seed = 1; seed <= 300; seed++) {
      let state = added.reduce(nextCallState, createCallState(direction, 1))
      for (const event of shuffleEvents(seededRandom(seed))) {
        const before = state
        state = nextCallState(before, event)
        const context = `seed ${seed}, ${JSON.stringify(event)}`
        for (const leg of before.legs.filter((one) => !isPresent(one)))
          expect(
            state.legs.find(({ id }) => id === leg.id),
            context,
          ).toEqual(leg)
        const hasJoined = ({ joinedAt, state: at }: CallState['legs'][number]) =>
          joinedAt !== null && at !== 'left'
        const [caller, ...others] = state.legs
        const isConnected =
          direction === 'incoming'
            ? caller !== undefined && hasJoined(caller) && others.some(hasJoined)
            : state.legs.some((leg) => leg.kind === 'phone' && hasJoined(leg))
        expect(state.answeredAt, context).toBe(before.answeredAt ?? (isConnected ? event.at : null))
        expect(['talking', 'on-hold'].includes(state.phase), context).toBe(state.answeredAt !== null)
        expect(nextCallState(state, event), context).toEqual(state)
      }
      const ended = nextCallState(state, { type: 'ended', at: 99, reason: 'hung-up' })
      expect(ended.legs.filter(isPresent)).toEqual([])
      for (const legId of ids) expect(nextCallState(ended, join(legId))).toBe(ended)
    }
  },
)
