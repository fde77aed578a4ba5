import type { CallMark } from '@parley/contract/phone'
import { type AddedLeg, type CallEvent, type CallLeg, type CallState, isPresent } from './call-state.ts'
import { withMark } from './with-mark.ts'

type LegChange = Extract<
  CallEvent,
  {
    type:
      | 'leg-ringing'
      | 'leg-early'
      | 'leg-detached'
      | 'leg-taken'
      | 'leg-left'
      | 'mute'
      | 'unmute'
      | 'hold'
      | 'resume'
      | 'held-by-peer'
      | 'released-by-peer'
      | 'leg-one-way'
  }
>

/** The changes of a leg that a call lists. */
const markTypes: Partial<Record<LegChange['type'], CallMark['type']>> = {
  'leg-detached': 'detached',
  mute: 'mute',
  unmute: 'unmute',
  hold: 'hold',
  resume: 'resume',
}

export function withLegChanged(state: CallState, event: LegChange): CallState {
  const changed = updateLeg(state, event.legId, (leg) => (isPresent(leg) ? nextLeg(leg, event) : leg))
  const type = markTypes[event.type]
  return changed === state || !type ? changed : withMark(changed, { type, at: event.at, legId: event.legId })
}

/** Returns a present leg after an event; the same object when the event does not apply. */
function nextLeg(leg: CallLeg, event: LegChange): CallLeg {
  switch (event.type) {
    case 'leg-ringing':
      return leg.state === 'dialing' ? { ...leg, state: 'ringing' } : leg
    case 'leg-early':
      return leg.state === 'dialing' || leg.state === 'ringing' ? { ...leg, state: 'early' } : leg
    case 'leg-detached':
      return leg.state === 'joined' ? { ...leg, state: 'detached' } : leg
    case 'leg-taken':
      return leg.handsetId === event.handsetId ? leg : { ...leg, handsetId: event.handsetId }
    case 'leg-left': {
      const { at: leftAt, reason: leftReason, sipAnswer } = event
      return { ...leg, state: 'left', leftAt, leftReason, sipAnswer }
    }
    case 'mute':
    case 'unmute': {
      const isMuted = event.type === 'mute'
      return leg.isMuted === isMuted ? leg : { ...leg, isMuted }
    }
    case 'hold':
    case 'resume': {
      const isOnHold = event.type === 'hold'
      return leg.isOnHold === isOnHold ? leg : { ...leg, isOnHold }
    }
    case 'held-by-peer':
    case 'released-by-peer': {
      const isHoldingUs = event.type === 'held-by-peer'
      return (leg.isHoldingUs ?? false) === isHoldingUs ? leg : { ...leg, isHoldingUs }
    }
    case 'leg-one-way':
      return (leg.oneWayCause ?? null) === event.cause ? leg : { ...leg, oneWayCause: event.cause }
  }
}

export function withLegAdded(
  state: CallState,
  leg: Pick<CallLeg, 'id' | 'kind'> & Partial<AddedLeg>,
): CallState {
  const added: CallLeg = {
    userId: null,
    userName: null,
    handsetId: null,
    number: null,
    ...leg,
    state: leg.kind === 'browser' ? 'joining' : 'dialing',
    isMuted: false,
    isOnHold: false,
    joinedAt: null,
    leftAt: null,
    leftReason: null,
    sipAnswer: null,
  }
  return { ...state, legs: [...state.legs, added] }
}

export function withLegJoined(state: CallState, legId: string, at: number): CallState {
  const before = state.legs.find((leg) => leg.id === legId)
  const moved = updateLeg(state, legId, (leg) =>
    isPresent(leg) && leg.state !== 'joined'
      ? { ...leg, state: 'joined', joinedAt: leg.joinedAt ?? at }
      : leg,
  )
  return before?.state === 'detached' ? withMark(moved, { type: 'reattached', at, legId }) : moved
}

function updateLeg(state: CallState, legId: string, change: (leg: CallLeg) => CallLeg): CallState {
  let hasChanged = false
  const legs = state.legs.map((leg) => {
    if (leg.id !== legId) return leg
    const changed = change(leg)
    if (changed !== leg) hasChanged = true
    return changed
  })
  return hasChanged ? { ...state, legs } : state
}
