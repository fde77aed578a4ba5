import type { EndReason } from '@parley/contract/phone'
import { type CallLeg, type CallState, type CallTransfer, isPresent } from './call-state.ts'

/**
 * Returns the reason to end a call in this state, or null when it continues.
 *
 * An incoming call that was not answered ends with its caller. Another call ends when no member of the workspace is left in it, or when one participant is left alone. A call
 * that still rings, or whose number has not been dialled yet, continues, and so does one whose user has
 * transferred or parked it.
 */
export function findEndReason(state: CallState): EndReason | null {
  if (state.phase === 'ended') return null
  const browsers = state.legs.filter((leg) => leg.kind === 'browser')
  const phones = state.legs.filter((leg) => leg.kind === 'phone')
  const browsersIn = browsers.filter(isPresent)
  const phonesIn = phones.filter(isPresent)

  const [caller] = phones
  if (isUnansweredIncoming(state) && caller && !isPresent(caller)) return toEndReason(state, caller)
  if (browsersIn.length === 0 && state.parked)
    return phonesIn.length === 0 ? toEndReason(state, findLastToLeave(phones)) : null
  if (browsersIn.length === 0 && state.forwarding?.stage === 'completed')
    return phonesIn.length < 2 ? toEndReason(state, findLastToLeave(phones)) : null
  if (browsersIn.length === 0 && isHandedOver(state.transfer))
    return findEndReasonWithoutUser(state, state.transfer)
  if (browsers.length > 0 && browsersIn.length === 0 && !isUnansweredIncoming(state)) {
    return toEndReason(state, findLastToLeave(browsers))
  }
  if (phones.length > 0 && phonesIn.length === 0 && (browsersIn.length < 2 || state.answeredAt === null)) {
    return toEndReason(state, findLastToLeave(phones))
  }
  return null
}

function isHandedOver(transfer: CallTransfer | undefined): transfer is CallTransfer {
  return transfer !== undefined && transfer.stage !== 'consulting'
}

/** A transferred call ends when a participant is alone in it, unless the number or the user may still join. */
function findEndReasonWithoutUser(state: CallState, { stage, legId }: CallTransfer): EndReason | null {
  const phones = state.legs.filter(({ kind }) => kind === 'phone')
  const [concerned, min] = stage === 'completed' ? [phones, 2] : [phones.filter(({ id }) => id !== legId), 1]
  return concerned.filter(isPresent).length < min ? toEndReason(state, findLastToLeave(concerned)) : null
}

/** Returns the leg that left last, or null when none has left. */
export function findLastToLeave(legs: readonly CallLeg[]): CallLeg | null {
  return legs.reduce<CallLeg | null>(
    (last, leg) => (leg.leftAt !== null && leg.leftAt >= (last?.leftAt ?? 0) ? leg : last),
    null,
  )
}

/** Returns whether the caller of an incoming call is not connected with a user or number yet. */
export function isUnansweredIncoming(state: CallState): boolean {
  return state.direction === 'incoming' && state.answeredAt === null
}

/** Maps the leave reason of a leg to an end reason from the point of view of the workspace. */
function toEndReason(state: CallState, leg: CallLeg | null): EndReason {
  const reason = leg?.leftReason ?? 'failed'
  if (leg?.kind === 'phone' && isUnansweredIncoming(state)) {
    const missedReason = toMissedReason(state, leg.leftAt)
    // A message was left, also when the line of its caller has broken.
    if (missedReason === 'voicemail' || reason === 'hung-up') return missedReason
  }
  if (reason !== 'hung-up') return reason
  if (leg?.kind === 'phone') return 'other-hung-up'
  return state.answeredAt === null ? 'cancelled' : 'hung-up'
}

/** Returns whether the caller of an active call hears the greeting of voicemail, or leaves a message. */
export function isInVoicemail({ phase, voicemail }: CallState): boolean {
  return phase !== 'ended' && voicemail !== undefined
}

/** A shorter message has no content. */
export const minMessageMs = 1_000

/** Returns the reason for the end of an unanswered call: the caller has left a message, or has not. */
export function toMissedReason({ voicemail }: CallState, leftAt: number | null): EndReason {
  if (voicemail?.hasMessage) return 'voicemail'
  if (voicemail?.stage !== 'message' || leftAt === null) return 'missed'
  return leftAt - voicemail.at < minMessageMs ? 'missed' : 'voicemail'
}
