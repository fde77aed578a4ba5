import { expect, test } from 'vitest'
import {
  type CallEvent,
  type CallState,
  createCallState,
  findEndReason,
  isFull,
  nextCallState,
} from './index.ts'

const browser = { id: 'browser', kind: 'browser', userId: 'ada', handsetId: 'tab' } as const
const line = { id: 'line', kind: 'phone', number: '+15550142' } as const

function fold(events: readonly CallEvent[], from: CallState = createCallState('outgoing', 1_000)): CallState {
  return events.reduce(nextCallState, from)
}

const dialled: CallEvent[] = [
  { type: 'leg-added', at: 1_001, leg: browser },
  { type: 'leg-joined', at: 1_100, legId: 'browser' },
  { type: 'leg-added', at: 1_101, leg: line },
]
const answered: CallEvent[] = [...dialled, { type: 'leg-joined', at: 5_000, legId: 'line' }]

test('an outgoing call passes through dialing, ringing, early media and talking', () => {
  const phases = [
    fold(dialled),
    fold([...dialled, { type: 'leg-ringing', at: 2_000, legId: 'line' }]),
    fold([...dialled, { type: 'leg-early', at: 2_000, legId: 'line' }]),
    fold(answered),
  ].map(({ phase }) => phase)

  expect(phases).toEqual(['dialing', 'ringing', 'early', 'talking'])
  expect(fold(answered).answeredAt).toBe(5_000)
})

/** Guarantee: late and duplicate events have no effect. */
test('duplicate events and events after the end change nothing', () => {
  const whole: CallEvent[] = [
    ...answered,
    { type: 'mute', at: 6_000, legId: 'browser' },
    { type: 'hold', at: 7_000, legId: 'line' },
    { type: 'resume', at: 8_000, legId: 'line' },
    { type: 'held-by-peer', at: 8_010, legId: 'line' },
    { type: 'released-by-peer', at: 8_020, legId: 'line' },
    { type: 'recording', at: 8_100, state: 'announcing' },
    { type: 'recording', at: 8_200, state: 'on' },
    { type: 'leg-left', at: 9_000, legId: 'line', reason: 'hung-up', sipAnswer: null },
  ]

  expect(fold(whole.flatMap((event) => [event, event]))).toEqual(fold(whole))
  const ended = nextCallState(fold(whole), { type: 'ended', at: 9_001, reason: 'other-hung-up' })
  expect(whole.reduce(nextCallState, ended)).toBe(ended)
})

test('a call that the remote party puts on hold shows this until the remote party resumes it', () => {
  const held = nextCallState(fold(answered), { type: 'held-by-peer', at: 6_000, legId: 'line' })
  const back = nextCallState(held, { type: 'released-by-peer', at: 7_000, legId: 'line' })

  const isHoldingUs = (state: CallState) => state.legs.find(({ id }) => id === 'line')?.isHoldingUs
  expect([held.phase, isHoldingUs(held), isHoldingUs(back)]).toEqual(['talking', true, false])
})

/** Guarantee: the far end of a call can neither let it grow without bound nor hide what users do in it. */
test('YR24: of many digits 500 are listed, and later marks of other types, too', () => {
  const digits = Array.from({ length: 3_000 }, (): CallEvent => ({ type: 'digit', at: 6_000, legId: 'line' }))
  const after = fold([...answered, ...digits, { type: 'recording', at: 7_000, state: 'on' }])

  expect(after.marks.filter(({ type }) => type === 'digit')).toHaveLength(500)
  expect(after.marks.at(-1)).toMatchObject({ type: 'recording-started' })
  expect(nextCallState(after, { type: 'digit', at: 8_000, legId: 'line' })).toBe(after)
})

/** Guarantee (ZR318): numbers that a user adds do not talk to each other in a call that its caller never joined. */
test('ZR318: an incoming call whose caller leaves before it is connected ends, with all who are in it', () => {
  const added = { id: 'added', kind: 'phone', number: '+15550143' } as const
  const joined = fold(
    [
      { type: 'leg-added', at: 1_001, leg: line },
      { type: 'leg-ringing', at: 1_001, legId: 'line' },
      { type: 'leg-added', at: 2_000, leg: browser },
      { type: 'leg-joined', at: 2_100, legId: 'browser' },
      { type: 'leg-added', at: 3_000, leg: added },
      { type: 'leg-joined', at: 4_000, legId: 'added' },
    ],
    createCallState('incoming', 1_000),
  )
  expect([joined.answeredAt, findEndReason(joined)]).toEqual([null, null])

  const left = { type: 'leg-left', at: 5_000, legId: 'line', reason: 'failed', sipAnswer: null } as const
  expect(findEndReason(nextCallState(joined, left))).toBe('failed')
})

test('an event of an unknown leg changes nothing', () => {
  const state = fold(answered)

  expect(nextCallState(state, { type: 'mute', at: 6_000, legId: 'stranger' })).toBe(state)
})

test.each([
  ['the remote party hangs up', answered, { legId: 'line', reason: 'hung-up' }, 'other-hung-up'],
  ['we hang up', answered, { legId: 'browser', reason: 'hung-up' }, 'hung-up'],
  ['we hang up before the call is answered', dialled, { legId: 'browser', reason: 'hung-up' }, 'cancelled'],
  ['the number is busy', dialled, { legId: 'line', reason: 'busy' }, 'busy'],
  ['our audio is lost', answered, { legId: 'browser', reason: 'media-lost' }, 'media-lost'],
] as const)('a call ends when %s', (_, before, { legId, reason }, end) => {
  const state = fold([...before, { type: 'leg-left', at: 9_000, legId, reason, sipAnswer: null }])

  expect(findEndReason(state)).toBe(end)
  const { legs } = nextCallState(state, { type: 'ended', at: 9_001, reason: end })
  const reasons = Object.fromEntries(legs.map((leg) => [leg.id, leg.leftReason]))
  expect(reasons).toEqual({ browser: null, line: null, [legId]: reason })
})

test('a conference continues with two participants and ends when one of them leaves', () => {
  const three = fold([
    ...answered,
    { type: 'leg-added', at: 6_000, leg: { id: 'other line', kind: 'phone', number: '+15550143' } },
    { type: 'leg-joined', at: 7_000, legId: 'other line' },
  ])
  const two = nextCallState(three, {
    type: 'leg-left',
    at: 8_000,
    legId: 'line',
    reason: 'hung-up',
    sipAnswer: null,
  })
  const one = nextCallState(two, {
    type: 'leg-left',
    at: 9_000,
    legId: 'other line',
    reason: 'hung-up',
    sipAnswer: null,
  })

  expect(findEndReason(two)).toBeNull()
  expect(findEndReason(one)).toBe('other-hung-up')
})

test('an incoming call keeps ringing when the answering browser disconnects', () => {
  const state = fold(
    [
      { type: 'leg-added', at: 1_001, leg: browser },
      { type: 'leg-left', at: 2_000, legId: 'browser', reason: 'media-lost', sipAnswer: null },
    ],
    createCallState('incoming', 1_000),
  )

  expect(state.phase).toBe('ringing')
  expect(findEndReason(state)).toBeNull()
})

/** Guarantee (ZR651): a caller who is alone is not taken for answered. */
test('ZR651: an incoming call is not answered by a participant who has left before its caller is connected', () => {
  const events: CallEvent[] = [
    { type: 'leg-added', at: 1_001, leg: line },
    { type: 'leg-added', at: 2_000, leg: browser },
    { type: 'leg-joined', at: 2_100, legId: 'browser' },
    { type: 'leg-left', at: 2_200, legId: 'browser', reason: 'media-lost', sipAnswer: null },
    { type: 'leg-joined', at: 3_000, legId: 'line' },
  ]
  const incoming = createCallState('incoming', 1_000)

  const withoutDeparture = events.filter(({ type }) => type !== 'leg-left')
  expect(fold(withoutDeparture, incoming)).toMatchObject({ phase: 'talking', answeredAt: 3_000 })
  expect(fold(events, incoming)).toMatchObject({ phase: 'ringing', answeredAt: null })
})

test('an end without a leaving participant removes all legs with its time and reason', () => {
  const state = nextCallState(fold(answered), { type: 'ended', at: 9_000, reason: 'server-stopped' })

  expect(state).toMatchObject({ phase: 'ended', endedAt: 9_000, endReason: 'server-stopped' })
  expect(state.legs.map((leg) => [leg.state, leg.leftAt, leg.leftReason])).toEqual([
    ['left', 9_000, 'server-stopped'],
    ['left', 9_000, 'server-stopped'],
  ])
})

/** Guarantee (ZR90): members cannot let a call grow without bound by adding and removing participants. */
test('ZR90: a call is full with 50 participants, and with 500 legs of which most have left', () => {
  const add = (count: number): CallEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      type: 'leg-added',
      at: 6_000,
      leg: { id: `guest-${index}`, kind: 'phone' },
    }))
  const addAndRemove = (count: number): CallEvent[] =>
    add(count).flatMap((event) => {
      if (event.type !== 'leg-added') return []
      const { id: legId } = event.leg
      return [event, { type: 'leg-left', at: 7_000, legId, reason: 'removed', sipAnswer: null }]
    })

  expect([47, 48].map((count) => isFull(fold([...answered, ...add(count)])))).toEqual([false, true])
  expect([497, 498].map((count) => isFull(fold([...answered, ...addAndRemove(count)])))).toEqual([
    false,
    true,
  ])
})

/** Guarantee: a message is listed as voicemail, also when the connection of its caller was lost. */
test.each([
  [6_000, 'media-lost', 'voicemail'],
  [6_000, 'failed', 'voicemail'],
  [6_000, 'hung-up', 'voicemail'],
  [3_500, 'media-lost', 'media-lost'],
  [3_500, 'hung-up', 'missed'],
] as const)(
  'ZR692: a message whose caller leaves at %i because of %s ends as %s',
  (at, reason, endReason) => {
    const voicemail = { userId: null, announcementId: null, stage: 'message', at: 3_000 } as const
    const state = fold(
      [
        { type: 'leg-added', at: 1_000, leg: line },
        { type: 'leg-joined', at: 2_000, legId: 'line' },
        { type: 'voicemail', at: 3_000, voicemail },
        { type: 'leg-left', at, legId: 'line', reason, sipAnswer: null },
      ],
      createCallState('incoming', 1_000),
    )

    expect(findEndReason(state)).toBe(endReason)
  },
)

test('the marks of a call name the user who parked it, and the one who picked it up', () => {
  const parked = { userId: 'ada', userName: 'Ada', at: 6_000, returnedAt: null }
  const events: CallEvent[] = [
    ...answered,
    { type: 'parked', at: 6_000, parked },
    { type: 'leg-left', at: 6_001, legId: 'browser', reason: 'hung-up', sipAnswer: null },
    { type: 'parked', at: 7_000, parked: { ...parked, returnedAt: 7_000 } },
    { type: 'leg-added', at: 7_900, leg: { ...browser, id: 'other', userId: 'grace' } },
    { type: 'leg-joined', at: 8_000, legId: 'other' },
    { type: 'parked', at: 8_001, parked: null },
  ]

  expect(fold(events).marks).toEqual([
    { type: 'parked', at: 6_000, legId: 'browser' },
    { type: 'picked-up', at: 8_001, legId: 'other' },
  ])
})

test('the marks of a call distinguish a transfer from a user who leaves others connected', () => {
  const transfer = { legId: 'line', number: '+15550142', userId: 'ada', hasPausedRecording: false, at: 6_000 }
  const completed: CallEvent = { type: 'transfer', at: 7_000, transfer: { ...transfer, stage: 'completed' } }
  const consulting: CallEvent = {
    type: 'transfer',
    at: 6_000,
    transfer: { ...transfer, stage: 'consulting' },
  }

  expect(fold([...answered, consulting, completed]).marks).toEqual([
    { type: 'transferred', at: 7_000, legId: 'line' },
  ])
  expect(fold([...answered, completed]).marks).toEqual([
    { type: 'left-connected', at: 7_000, legId: 'browser' },
  ])
})
