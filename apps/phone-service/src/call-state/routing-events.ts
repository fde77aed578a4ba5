import { beginStep, ringFor, withChosenVoicemail, withMenuTarget } from './call-routing.ts'
import type { CallEvent, CallForwarding, CallMenu, CallState } from './call-state.ts'

/** A call that was answered rings for no other user. */
export function withStep(state: CallState, event: Extract<CallEvent, { type: 'ring-step' }>): CallState {
  if (!state.routing || state.answeredAt !== null) return state
  const routing = beginStep(state.routing, event)
  return routing === state.routing ? state : { ...state, routing }
}

/** A call that was answered is not sent to voicemail. */
export function withSentToVoicemail(
  state: CallState,
  { step }: Extract<CallEvent, { type: 'sent-to-voicemail' }>,
): CallState {
  if (!state.routing || state.answeredAt !== null) return state
  return { ...state, routing: withChosenVoicemail(state.routing, step) }
}

export function withForwarding(state: CallState, forwarding: CallForwarding | null): CallState {
  const { forwarding: before, ...rest } = state
  if (forwarding !== null) return { ...state, forwarding }
  return before ? rest : state
}

export function withQueue(
  state: CallState,
  { queue, ringsFor }: Extract<CallEvent, { type: 'queue' }>,
): CallState {
  const { queue: before, routing, ...rest } = state
  if (!routing || state.answeredAt !== null || (queue === null && !before)) return state
  const changed = { ...rest, routing: ringFor(routing, ringsFor) }
  return queue ? { ...changed, queue } : changed
}

export function withMenu(state: CallState, menu: CallMenu): CallState {
  return state.routing && state.answeredAt === null ? { ...state, menu } : state
}

export function withMenuLeft(
  state: CallState,
  { steps, undisturbed }: Extract<CallEvent, { type: 'menu-left' }>,
): CallState {
  const { menu, routing } = state
  if (!routing || !menu || menu.stage === 'left' || state.answeredAt !== null) return state
  return {
    ...state,
    menu: { ...menu, stage: 'left' },
    routing: withMenuTarget(routing, { steps, undisturbed }),
  }
}
