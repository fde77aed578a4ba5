import type { ActiveCall } from './active-calls.ts'
import type { StoredCall } from './records/index.ts'

/**
 * Returns the calls of the users at the other end of an active call: a call between two users of Parley is one
 * call for each of them, and both run on this node unless the installation has several.
 */
export function listOtherSides(
  callSessions: ReadonlyMap<string, ActiveCall>,
  call: StoredCall,
): ActiveCall[] {
  if (call.ownNumber === null || call.state.phase === 'ended') return []
  const others = [...callSessions.values()].filter(({ stored }) => stored.id !== call.id)
  return others.filter(
    ({ stored }) => includesNumber(stored, call.ownNumber) && includesNumber(call, stored.ownNumber),
  )
}

/** Returns whether a user at the other end records the call, or is about to. */
export function isRecordedByOther(callSessions: ReadonlyMap<string, ActiveCall>, call: StoredCall): boolean {
  return listOtherSides(callSessions, call).some(
    ({ stored }) => stored.state.recordingState === 'on' || stored.state.recordingState === 'announcing',
  )
}

/** Returns whether a telephone with this number takes part in a call. */
function includesNumber({ state }: StoredCall, number: string | null): boolean {
  if (number === null || state.phase === 'ended') return false
  return state.legs.some((leg) => leg.kind === 'phone' && leg.state !== 'left' && leg.number === number)
}
