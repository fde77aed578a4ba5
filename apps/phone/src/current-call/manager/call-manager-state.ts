import type { MicrophoneError } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import { isOutdated } from '../../api/received-calls.ts'
import { callOutcome } from '../../calls/describe-call.ts'
import type { LocalCall } from './local-call.ts'

/** A call that rings for the user. */
export interface IncomingCall {
  readonly workspaceId: string
  readonly call: Call
  /** `ring`: this tab makes the sound. `show`: another tab of the user does. */
  readonly presentation: 'ring' | 'show'
  /** Whether this tab, while it is hidden, shows a notification. */
  readonly notifies: boolean
  /** Whether it rings for no other user. */
  readonly isForUserAlone: boolean
  readonly lastNotes: string
  readonly isAnswering: boolean
}

/**
 * Why a call failed on the client side. `request`: the request that starts, answers or takes over the call
 * failed.
 */
export type CallProblem =
  | { readonly kind: 'request'; readonly error: unknown; readonly dialledNumber: string | null }
  | { readonly kind: 'microphone'; readonly cause: MicrophoneError; readonly dialledNumber: string | null }
  | { readonly kind: 'no-audio-path'; readonly dialledNumber: string | null }

/** All calls of this tab. */
export interface CallManagerState {
  /** In start order; one is active, the others are on hold. */
  readonly localCalls: readonly LocalCall[]
  readonly activeKey: string | null
  readonly incoming: readonly IncomingCall[]
  /** Calls of the user in another tab or on another device, or orphaned by a crash. */
  readonly remoteCalls: readonly Call[]
  /** The call that ended last; shown for some seconds, or until dismissed if it failed. */
  readonly ended: Call | null
  readonly problem: CallProblem | null
}

export const noCalls: CallManagerState = {
  localCalls: [],
  activeKey: null,
  incoming: [],
  remoteCalls: [],
  ended: null,
  problem: null,
}

/**
 * Returns whether a call ended as intended. Other ends show advice and stay until dismissed or until the next
 * call starts.
 */
export function isExpectedEnd(call: Call): boolean {
  if (call.phase !== 'ended') return true
  if (isFailedEmergencyCall(call)) return false
  return ['answered', 'hung-up', 'cancelled', 'declined', 'missed'].includes(callOutcome(call))
}

/** Returns whether an emergency service did not answer, or the connection with it failed. */
export function isFailedEmergencyCall(call: Call): boolean {
  if (!call.hasEmergencyService || call.phase !== 'ended') return false
  return !['answered', 'hung-up', 'cancelled'].includes(callOutcome(call))
}

/** Returns whether a ringing call can be sent to voicemail: not one that was answered before and has returned. */
export function canSendToVoicemail({ answeredAt }: Call): boolean {
  return answeredAt === null
}

/** Returns the active call. */
export function findActiveCall(state: CallManagerState): LocalCall | null {
  return state.localCalls.find(({ key }) => key === state.activeKey) ?? null
}

/**
 * The effect of dialling on the active call.
 *
 * - `calls`: none; there is no active call, or it is already on hold.
 * - `holds`: puts it on hold.
 * - `refused`: dialling is disabled until it is answered.
 */
export function dialEffect(state: CallManagerState): 'calls' | 'holds' | 'refused' {
  const active = findActiveCall(state)
  if (!active || active.call?.phase === 'on-hold') return 'calls'
  return active.call?.phase === 'talking' ? 'holds' : 'refused'
}

export function updateLocalCall(
  state: CallManagerState,
  key: string,
  parts: Partial<LocalCall>,
): CallManagerState {
  return {
    ...state,
    localCalls: state.localCalls.map((localCall) =>
      localCall.key === key ? { ...localCall, ...parts } : localCall,
    ),
  }
}

export function removeLocalCall(state: CallManagerState, key: string): CallManagerState {
  const localCalls = state.localCalls.filter((each) => each.key !== key)
  const activeKey = state.activeKey === key ? (localCalls.at(-1)?.key ?? null) : state.activeKey
  return { ...state, localCalls, activeKey }
}

/**
 * Applies the state of a call, unless a newer one is known. A local call that ended, or that the user has
 * transferred or parked, is shown as ended.
 */
export function applyCall(state: CallManagerState, call: Call): CallManagerState {
  const known = listCalls(state).find(({ id }) => id === call.id)
  if (known && isOutdated(call, known)) return state
  const replaced = {
    ...state,
    localCalls: state.localCalls.map((localCall) =>
      localCall.call?.id === call.id || hasLeg(call, localCall.legId) ? { ...localCall, call } : localCall,
    ),
    incoming: state.incoming.map((each) => (each.call.id === call.id ? { ...each, call } : each)),
    remoteCalls: state.remoteCalls.map((each) => (each.id === call.id ? call : each)),
  }
  return call.phase === 'ended' || hasLeft(state, call) ? removeEndedCall(replaced, call) : replaced
}

/** Returns whether a leg takes part in a call: it may have moved there from a call that was merged into it. */
function hasLeg({ legs }: Call, legId: string | null): boolean {
  return legs.some(({ id, state }) => id === legId && state !== 'left')
}

/** Returns whether the user of this tab has transferred or parked a call, which continues without them. */
function hasLeft(state: CallManagerState, { id: callId, transfer, parked, legs }: Call): boolean {
  if (!parked && (!transfer || transfer.stage === 'consulting')) return false
  const legId = state.localCalls.find(({ call }) => call?.id === callId)?.legId
  return legs.some((leg) => leg.id === legId && leg.state === 'left')
}

function listCalls({ localCalls, incoming, remoteCalls }: CallManagerState): Call[] {
  return [
    ...localCalls.flatMap(({ call }) => call ?? []),
    ...incoming.map(({ call }) => call),
    ...remoteCalls,
  ]
}

function removeEndedCall(state: CallManagerState, call: Call): CallManagerState {
  const localCall = state.localCalls.find((each) => each.call?.id === call.id)
  const rest = localCall ? removeLocalCall(state, localCall.key) : state
  const continues = call.endReason === 'merged' && rest.localCalls.length > 0
  return {
    ...rest,
    incoming: rest.incoming.filter((each) => each.call.id !== call.id),
    remoteCalls: rest.remoteCalls.filter(({ id }) => id !== call.id),
    // The later outcome replaces the earlier one, which would be shown again when this call is dismissed.
    ...(localCall && !continues ? { ended: call, problem: null } : {}),
  }
}

/** A tab and its user. */
export interface TabIdentity {
  readonly userId: string
  readonly handsetId: string
}

/**
 * Applies the current state of a call that the user may be in elsewhere: this tab then offers to move it
 * here.
 */
export function applyRemoteCall(state: CallManagerState, call: Call, tab: TabIdentity): CallManagerState {
  const isLocal = state.localCalls.some((localCall) => localCall.call?.id === call.id)
  const isElsewhere = call.legs.some(
    (leg) => leg.userId === tab.userId && leg.state !== 'left' && leg.handsetId !== tab.handsetId,
  )
  return isElsewhere && !isLocal && call.phase !== 'ended'
    ? upsertRemoteCall(state, call)
    : removeRemoteCall(state, call.id)
}

export function removeRemoteCall(state: CallManagerState, callId: string): CallManagerState {
  return { ...state, remoteCalls: state.remoteCalls.filter(({ id }) => id !== callId) }
}

export function upsertRemoteCall(state: CallManagerState, call: Call): CallManagerState {
  const isKnown = state.remoteCalls.some(({ id }) => id === call.id)
  const remoteCalls = isKnown
    ? state.remoteCalls.map((each) => (each.id === call.id ? call : each))
    : [...state.remoteCalls, call]
  return { ...state, remoteCalls }
}

/** Adds an incoming call or replaces it in its place. One that is being answered continues to be. */
export function upsertIncomingCall(
  state: CallManagerState,
  ringing: Omit<IncomingCall, 'isAnswering'>,
): CallManagerState {
  if (state.localCalls.some((localCall) => localCall.call?.id === ringing.call.id)) return state
  // The service sends it again when a tab of the user has connected or disconnected.
  const isKnown = state.incoming.some(({ call }) => call.id === ringing.call.id)
  const incoming = isKnown
    ? state.incoming.map((each) => (each.call.id === ringing.call.id ? { ...each, ...ringing } : each))
    : [...state.incoming, { ...ringing, isAnswering: false }]
  return { ...state, incoming }
}

export function removeIncomingCall(state: CallManagerState, callId: string): CallManagerState {
  return { ...state, incoming: state.incoming.filter((each) => each.call.id !== callId) }
}
