import type { CallMark, EndReason, RecordingState } from '@parley/contract/phone'
import { isRecording } from './call-questions.ts'
import {
  type CallEvent,
  type CallLeg,
  type CallParking,
  type CallPlayer,
  type CallState,
  type CallTransfer,
  isPresent,
} from './call-state.ts'
import { withLegAdded, withLegChanged, withLegJoined } from './leg-events.ts'
import { findEndReason, findLastToLeave } from './reason-to-end.ts'
import {
  withForwarding,
  withMenu,
  withMenuLeft,
  withQueue,
  withSentToVoicemail,
  withStep,
} from './routing-events.ts'
import { withMark } from './with-mark.ts'

/**
 * Returns the state after an event. An event that does not apply returns the same object, because networks
 * deliver events late and more than once.
 */
export function nextCallState(state: CallState, event: CallEvent): CallState {
  if (state.phase === 'ended') return state
  if (event.type === 'ended') return withEnd(state, event.at, event.reason)

  const moved = applyEvent(state, event)
  return moved === state ? state : withPhase(moved, event.at)
}

function applyEvent(state: CallState, event: Exclude<CallEvent, { type: 'ended' }>): CallState {
  switch (event.type) {
    case 'leg-added':
      return state.legs.some((leg) => leg.id === event.leg.id) ? state : withLegAdded(state, event.leg)
    case 'legs-adopted':
      return {
        ...state,
        legs: [...state.legs, ...event.legs],
        players: [...(state.players ?? []), ...event.players],
      }
    case 'leg-joined':
      return withLegJoined(state, event.legId, event.at)
    case 'digit':
      return withMark(state, { type: 'digit', at: event.at, legId: event.legId })
    case 'recording':
      return withRecording(state, event.state, event.at)
    case 'transfer':
      return withTransfer(state, event.transfer, event.at)
    case 'parked':
      return withParking(state, event.parked, event.at)
    case 'forwarding':
      return withForwarding(state, event.forwarding)
    case 'queue':
      return withQueue(state, event)
    case 'menu':
      return withMenu(state, event.menu)
    case 'menu-left':
      return withMenuLeft(state, event)
    case 'player-added':
      return withPlayers(state, [...listPlayersExcept(state, event.player.id), event.player])
    case 'routed':
      return state.routing ? state : { ...state, routing: event.routing }
    case 'ring-step':
      return withStep(state, event)
    case 'sent-to-voicemail':
      return withSentToVoicemail(state, event)
    case 'voicemail':
      return { ...state, voicemail: event.voicemail }
    case 'player-left':
      return withPlayers(state, listPlayersExcept(state, event.legId))
    default:
      return withLegChanged(state, event)
  }
}

function listPlayersExcept({ players = [] }: CallState, id: string): readonly CallPlayer[] {
  return players.filter((player) => player.id !== id)
}

function withPlayers(state: CallState, players: readonly CallPlayer[]): CallState {
  return players.length === (state.players?.length ?? 0) ? state : { ...state, players }
}

function withParking(state: CallState, parked: CallParking | null, at: number): CallState {
  const { parked: before, ...rest } = state
  if (parked !== null && before) return { ...state, parked }
  if (parked !== null)
    return withMark({ ...state, parked }, { type: 'parked', at, legId: findUserLeg(state, parked.userId) })
  // The user who parked it has left, and one picks it up.
  return before ? withMark(rest, { type: 'picked-up', at, legId: findUserLeg(state, null) }) : state
}

/** Returns the id of the leg with which a user takes part in a call; null: any user. */
function findUserLeg({ legs }: CallState, userId: string | null): string | null {
  const leg = legs.findLast(
    (each) => each.kind === 'browser' && each.state === 'joined' && (userId ?? each.userId) === each.userId,
  )
  return leg?.id ?? null
}

function withTransfer(state: CallState, transfer: CallTransfer | null, at: number): CallState {
  const { transfer: before, ...rest } = state
  if (transfer === null) return before ? rest : state
  const changed = { ...state, transfer }
  if (transfer.stage !== 'completed') return changed
  const isTransferred = before !== undefined && before.stage !== 'completed'
  if (isTransferred) return withMark(changed, { type: 'transferred', at, legId: transfer.legId })
  return withMark(changed, { type: 'left-connected', at, legId: findUserLeg(state, transfer.userId) })
}

function withRecording(state: CallState, recordingState: RecordingState, at: number): CallState {
  if (state.recordingState === recordingState) return state
  const changed = { ...state, recordingState }
  const type = findRecordingMark(state.recordingState, recordingState)
  return type ? withMark(changed, { type, at, legId: null }) : changed
}

function findRecordingMark(before: RecordingState, after: RecordingState): CallMark['type'] | null {
  if (after === 'paused') return 'recording-paused'
  if (after === 'on') return before === 'paused' ? 'recording-resumed' : 'recording-started'
  return isRecording({ recordingState: before }) ? 'recording-stopped' : null
}

function withPhase(state: CallState, at: number): CallState {
  const phones = state.legs.filter((leg) => leg.kind === 'phone')
  const isAnswered = state.answeredAt !== null || isConnected(state)
  if (isAnswered) {
    const phase = state.legs.some((leg) => leg.isOnHold && isPresent(leg)) ? 'on-hold' : 'talking'
    return { ...state, phase, answeredAt: state.answeredAt ?? at }
  }
  if (state.direction === 'incoming') return state
  if (phones.some((leg) => leg.state === 'early')) return { ...state, phase: 'early' }
  if (phones.some((leg) => leg.state === 'ringing')) return { ...state, phase: 'ringing' }
  return state
}

/**
 * An incoming call is answered when the caller hears a person: voicemail, a queue and a menu do not answer it.
 */
function isConnected({ direction, voicemail, legs }: CallState): boolean {
  if (voicemail) return false
  const hasJoined = (leg: CallLeg) => isPresent(leg) && leg.joinedAt !== null
  const phones = legs.filter(({ kind }) => kind === 'phone')
  if (direction === 'outgoing') return phones.some(hasJoined)
  const [caller] = phones
  return caller !== undefined && hasJoined(caller) && legs.some((leg) => leg !== caller && hasJoined(leg))
}

/** When the departure of a leg ended the call, only that leg has a leave reason. */
function withEnd(state: CallState, at: number, reason: EndReason): CallState {
  const leftReason = findEndReason(state) === null ? reason : null
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
    ...(state.players ? { players: [] } : {}),
  }
}

const finalRecordingStates: Record<RecordingState, RecordingState> = {
  off: 'off',
  announcing: 'off',
  on: 'stopped',
  paused: 'stopped',
  'no-space': 'no-space',
  stopped: 'stopped',
  failed: 'failed',
}
