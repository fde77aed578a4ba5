import type {
  CallMark,
  CallPhase,
  EndReason,
  LegState,
  RecordingState,
  SipResponse,
} from '@parley/contract/phone'

/** A participant of a call. Times are epoch milliseconds. */
export interface CallLeg {
  readonly id: string
  readonly kind: 'browser' | 'phone'
  readonly userId: string | null
  readonly userName: string | null
  readonly handsetId: string | null
  readonly number: string | null
  readonly state: LegState
  readonly isMuted: boolean
  readonly isOnHold: boolean
  /** The remote party has put us on hold. Missing on a leg that never did. */
  readonly isHoldingUs?: boolean
  readonly joinedAt: number | null
  readonly leftAt: number | null
  readonly leftReason: EndReason | null
  readonly sipAnswer: SipResponse | null
}

/**
 * The state of a call: one conference with its legs. Times are epoch milliseconds.
 *
 *   dialing --> ringing --> early --> talking <--> on-hold
 *      |           |          |          |            |
 *      +-----------+----------+----------+------------+--> ended
 *
 * `phase` is derived from the legs. `ended` is final.
 */
export interface CallState {
  readonly direction: 'outgoing' | 'incoming'
  readonly phase: CallPhase
  readonly startedAt: number
  readonly answeredAt: number | null
  readonly endedAt: number | null
  readonly endReason: EndReason | null
  readonly sipAnswer: SipResponse | null
  readonly recordingState: RecordingState
  /** Missing until the recordings are deleted. */
  readonly recordingDeleted?: {
    readonly at: number
    readonly byUserId: string
    readonly byName: string | null
  }
  readonly legs: readonly CallLeg[]
  readonly marks: readonly CallMark[]
}

type AddedLeg = Pick<CallLeg, 'userId' | 'userName' | 'handsetId' | 'number'>

export type CallEvent =
  | {
      readonly type: 'leg-added'
      readonly at: number
      readonly leg: Pick<CallLeg, 'id' | 'kind'> & Partial<AddedLeg>
    }
  | {
      readonly type: 'leg-ringing' | 'leg-early' | 'leg-joined' | 'leg-detached'
      readonly at: number
      readonly legId: string
    }
  | { readonly type: 'leg-taken'; readonly at: number; readonly legId: string; readonly handsetId: string }
  | {
      readonly type: 'leg-left'
      readonly at: number
      readonly legId: string
      readonly reason: EndReason
      readonly sipAnswer: SipResponse | null
    }
  | { readonly type: 'mute' | 'unmute' | 'hold' | 'resume'; readonly at: number; readonly legId: string }
  | { readonly type: 'held-by-peer' | 'released-by-peer'; readonly at: number; readonly legId: string }
  | { readonly type: 'digit'; readonly at: number; readonly legId: string }
  | { readonly type: 'recording'; readonly at: number; readonly state: RecordingState }
  | { readonly type: 'ended'; readonly at: number; readonly reason: EndReason }

/** Further marks are dropped, so that a stuck key cannot grow the row without bound. */
const maxMarks = 2_000

export function createCallState(direction: 'outgoing' | 'incoming', startedAt: number): CallState {
  return {
    direction,
    phase: direction === 'incoming' ? 'ringing' : 'dialing',
    startedAt,
    answeredAt: null,
    endedAt: null,
    endReason: null,
    sipAnswer: null,
    recordingState: 'off',
    legs: [],
    marks: [],
  }
}

/**
 * Returns the state after an event. An event that does not apply returns the same object, because networks deliver
 * events late and more than once.
 */
export function nextCallState(state: CallState, event: CallEvent): CallState {
  if (state.phase === 'ended') return state
  if (event.type === 'ended') return withEnd(state, event.at, event.reason)

  const moved = applyEvent(state, event)
  return moved === state ? state : withPhase(moved, event.at)
}

/**
 * Returns the reason to end a call in this state, or null when it continues.
 *
 * A call ends when no member of the workspace is left in it, or when one participant is left alone. A call that still
 * rings, or whose number has not been dialled yet, continues.
 */
export function reasonToEnd(state: CallState): EndReason | null {
  if (state.phase === 'ended') return null
  const browsers = state.legs.filter((leg) => leg.kind === 'browser')
  const phones = state.legs.filter((leg) => leg.kind === 'phone')
  const browsersIn = browsers.filter(isPresent)
  const phonesIn = phones.filter(isPresent)

  if (browsers.length > 0 && browsersIn.length === 0 && !isUnansweredIncoming(state)) {
    return toEndReason(state, findLastToLeave(browsers))
  }
  if (phones.length > 0 && phonesIn.length === 0 && (browsersIn.length < 2 || state.answeredAt === null)) {
    return toEndReason(state, findLastToLeave(phones))
  }
  return null
}

function applyEvent(state: CallState, event: Exclude<CallEvent, { type: 'ended' }>): CallState {
  switch (event.type) {
    case 'leg-added':
      return state.legs.some((leg) => leg.id === event.leg.id) ? state : withLegAdded(state, event.leg)
    case 'leg-ringing':
      return updateLeg(state, event.legId, (leg) =>
        leg.state === 'dialing' ? { ...leg, state: 'ringing' } : leg,
      )
    case 'leg-early':
      return updateLeg(state, event.legId, (leg) =>
        leg.state === 'dialing' || leg.state === 'ringing' ? { ...leg, state: 'early' } : leg,
      )
    case 'leg-joined':
      return withLegJoined(state, event.legId, event.at)
    case 'leg-detached':
      return withMarkIfChanged(
        updateLeg(state, event.legId, (leg) =>
          leg.state === 'joined' ? { ...leg, state: 'detached' } : leg,
        ),
        state,
        { type: 'detached', at: event.at, legId: event.legId },
      )
    case 'leg-taken':
      return updateLeg(state, event.legId, (leg) =>
        isPresent(leg) && leg.handsetId !== event.handsetId ? { ...leg, handsetId: event.handsetId } : leg,
      )
    case 'leg-left':
      return updateLeg(state, event.legId, (leg) =>
        isPresent(leg)
          ? { ...leg, state: 'left', leftAt: event.at, leftReason: event.reason, sipAnswer: event.sipAnswer }
          : leg,
      )
    case 'mute':
    case 'unmute':
      return withMarkIfChanged(
        updateLeg(state, event.legId, (leg) =>
          isPresent(leg) && leg.isMuted !== (event.type === 'mute')
            ? { ...leg, isMuted: event.type === 'mute' }
            : leg,
        ),
        state,
        { type: event.type, at: event.at, legId: event.legId },
      )
    case 'hold':
    case 'resume':
      return withMarkIfChanged(
        updateLeg(state, event.legId, (leg) =>
          isPresent(leg) && leg.isOnHold !== (event.type === 'hold')
            ? { ...leg, isOnHold: event.type === 'hold' }
            : leg,
        ),
        state,
        { type: event.type, at: event.at, legId: event.legId },
      )
    case 'held-by-peer':
    case 'released-by-peer':
      return updateLeg(state, event.legId, (leg) =>
        isPresent(leg) && (leg.isHoldingUs ?? false) !== (event.type === 'held-by-peer')
          ? { ...leg, isHoldingUs: event.type === 'held-by-peer' }
          : leg,
      )
    case 'digit':
      return withMark(state, { type: 'digit', at: event.at, legId: event.legId })
    case 'recording':
      return withRecording(state, event.state, event.at)
  }
}

function withLegAdded(state: CallState, leg: Pick<CallLeg, 'id' | 'kind'> & Partial<AddedLeg>): CallState {
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

function withLegJoined(state: CallState, legId: string, at: number): CallState {
  const before = state.legs.find((leg) => leg.id === legId)
  const moved = updateLeg(state, legId, (leg) =>
    isPresent(leg) && leg.state !== 'joined'
      ? { ...leg, state: 'joined', joinedAt: leg.joinedAt ?? at }
      : leg,
  )
  return before?.state === 'detached'
    ? withMarkIfChanged(moved, state, { type: 'reattached', at, legId })
    : moved
}

function withRecording(state: CallState, recordingState: RecordingState, at: number): CallState {
  if (state.recordingState === recordingState) return state
  const changed = { ...state, recordingState }
  if (recordingState === 'on') return withMark(changed, { type: 'recording-started', at, legId: null })
  const wasOn = state.recordingState === 'on'
  return wasOn ? withMark(changed, { type: 'recording-stopped', at, legId: null }) : changed
}

function withPhase(state: CallState, at: number): CallState {
  const phones = state.legs.filter((leg) => leg.kind === 'phone')
  const isAnswered = state.answeredAt !== null || phones.some((leg) => leg.joinedAt !== null)
  if (isAnswered) {
    const phase = state.legs.some((leg) => leg.isOnHold && isPresent(leg)) ? 'on-hold' : 'talking'
    return { ...state, phase, answeredAt: state.answeredAt ?? at }
  }
  if (state.direction === 'incoming') return state
  if (phones.some((leg) => leg.state === 'early')) return { ...state, phase: 'early' }
  if (phones.some((leg) => leg.state === 'ringing')) return { ...state, phase: 'ringing' }
  return state
}

/** When the departure of a leg ended the call, only that leg has a leave reason. */
function withEnd(state: CallState, at: number, reason: EndReason): CallState {
  const leftReason = reasonToEnd(state) === null ? reason : null
  const legs = state.legs.map((leg) =>
    isPresent(leg) ? { ...leg, state: 'left' as const, leftAt: at, leftReason } : leg,
  )
  const phone = findLastToLeave(state.legs.filter((leg) => leg.kind === 'phone'))
  return {
    ...state,
    phase: 'ended',
    endedAt: at,
    endReason: reason,
    sipAnswer: state.answeredAt === null ? (phone?.sipAnswer ?? null) : null,
    recordingState: finalRecordingStates[state.recordingState],
    legs,
  }
}

const finalRecordingStates: Record<RecordingState, RecordingState> = {
  off: 'off',
  announcing: 'off',
  on: 'stopped',
  stopped: 'stopped',
  failed: 'failed',
}

function isUnansweredIncoming(state: CallState): boolean {
  return state.direction === 'incoming' && state.answeredAt === null
}

/** Maps the leave reason of a leg to an end reason from the point of view of the workspace. */
function toEndReason(state: CallState, leg: CallLeg | null): EndReason {
  const reason = leg?.leftReason ?? 'failed'
  if (reason !== 'hung-up') return reason
  if (leg?.kind === 'phone') return isUnansweredIncoming(state) ? 'missed' : 'other-hung-up'
  return state.answeredAt === null ? 'cancelled' : 'hung-up'
}

function findLastToLeave(legs: readonly CallLeg[]): CallLeg | null {
  return legs.reduce<CallLeg | null>(
    (last, leg) => (leg.leftAt !== null && leg.leftAt >= (last?.leftAt ?? 0) ? leg : last),
    null,
  )
}

function isPresent(leg: CallLeg): boolean {
  return leg.state !== 'left'
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

function withMarkIfChanged(moved: CallState, before: CallState, mark: CallMark): CallState {
  return moved === before ? before : withMark(moved, mark)
}

function withMark(state: CallState, mark: CallMark): CallState {
  return state.marks.length >= maxMarks ? state : { ...state, marks: [...state.marks, mark] }
}
