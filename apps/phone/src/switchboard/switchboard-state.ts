import type { MicrophoneTrouble } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import type { PhoneRefusal } from '../api/refusal.ts'
import { outcomeOf } from '../calls/describe-call.ts'
import type { OwnCall } from './own-call.ts'

/** A call that rings for the user. */
export interface IncomingCall {
  readonly call: Call
  /** `ring`: this tab makes the sound. `show`: another tab of this browser does. */
  readonly manner: 'ring' | 'show'
  readonly lastNotes: string
  readonly isAnswering: boolean
}

/** Why a call failed on the client side. */
export type CallProblem =
  | { readonly kind: 'refused'; readonly refusal: PhoneRefusal; readonly dialled: string | null }
  | { readonly kind: 'microphone'; readonly trouble: MicrophoneTrouble; readonly dialled: string | null }
  | { readonly kind: 'no-way-through'; readonly dialled: string | null }
  | { readonly kind: 'unreachable'; readonly dialled: string | null }

/** All calls of this tab. */
export interface SwitchboardState {
  /** In start order; one is active, the others are on hold. */
  readonly localCalls: readonly OwnCall[]
  readonly activeKey: string | null
  readonly incoming: readonly IncomingCall[]
  /** Calls of the user in another tab or on another device, or orphaned by a crash. */
  readonly elsewhere: readonly Call[]
  /** The call that ended last; shown for some seconds, or until dismissed if it failed. */
  readonly ended: Call | null
  readonly problem: CallProblem | null
}

export const nobodyCalls: SwitchboardState = {
  localCalls: [],
  activeKey: null,
  incoming: [],
  elsewhere: [],
  ended: null,
  problem: null,
}

/**
 * Returns whether a call ended as intended. Other ends show advice and stay until dismissed or until the next call starts.
 */
export function isEndExpected(call: Call): boolean {
  return ['answered', 'hung-up', 'cancelled', 'declined', 'missed'].includes(outcomeOf(call))
}

/** Returns the active call. */
export function activeCall(state: SwitchboardState): OwnCall | null {
  return state.localCalls.find(({ key }) => key === state.activeKey) ?? null
}

/**
 * The effect of dialing on the active call.
 *
 * - `calls`: none; there is no active call, or it is already on hold.
 * - `holds`: puts it on hold.
 * - `refused`: dialing is disabled, because an unanswered call cannot be held.
 */
export function besideCurrent(state: SwitchboardState): 'calls' | 'holds' | 'refused' {
  const active = activeCall(state)
  if (!active || active.call?.phase === 'on-hold') return 'calls'
  return active.call?.phase === 'talking' ? 'holds' : 'refused'
}

export function withOwn(state: SwitchboardState, key: string, parts: Partial<OwnCall>): SwitchboardState {
  return {
    ...state,
    localCalls: state.localCalls.map((localCall) =>
      localCall.key === key ? { ...localCall, ...parts } : localCall,
    ),
  }
}

export function withoutOwn(state: SwitchboardState, key: string): SwitchboardState {
  const localCalls = state.localCalls.filter((each) => each.key !== key)
  const activeKey = state.activeKey === key ? (localCalls.at(-1)?.key ?? null) : state.activeKey
  return { ...state, localCalls, activeKey }
}

/** Applies the current state of a call. A local call that ended is shown as ended. */
export function withCall(state: SwitchboardState, call: Call): SwitchboardState {
  const replaced = {
    ...state,
    localCalls: state.localCalls.map((localCall) =>
      localCall.call?.id === call.id ? { ...localCall, call } : localCall,
    ),
    incoming: state.incoming.map((each) => (each.call.id === call.id ? { ...each, call } : each)),
    elsewhere: state.elsewhere.map((each) => (each.id === call.id ? call : each)),
  }
  return call.phase === 'ended' ? withoutEnded(replaced, call) : replaced
}

function withoutEnded(state: SwitchboardState, call: Call): SwitchboardState {
  const localCall = state.localCalls.find((each) => each.call?.id === call.id)
  const rest = localCall ? withoutOwn(state, localCall.key) : state
  return {
    ...rest,
    incoming: rest.incoming.filter((each) => each.call.id !== call.id),
    elsewhere: rest.elsewhere.filter(({ id }) => id !== call.id),
    ended: localCall ? call : rest.ended,
  }
}

/** Adds or updates an incoming call. */
export function withIncoming(
  state: SwitchboardState,
  ringing: Omit<IncomingCall, 'isAnswering'>,
): SwitchboardState {
  if (state.localCalls.some((localCall) => localCall.call?.id === ringing.call.id)) return state
  const rest = state.incoming.filter((each) => each.call.id !== ringing.call.id)
  return { ...state, incoming: [...rest, { ...ringing, isAnswering: false }] }
}

export function withoutIncoming(state: SwitchboardState, callId: string): SwitchboardState {
  return { ...state, incoming: state.incoming.filter((each) => each.call.id !== callId) }
}
