import { findEmergencyNumber, isEmergencyTestNumber } from '../numbering-plan/index.ts'
import { type CallLeg, type CallState, isPresent } from './call-state.ts'

/**
 * Returns whether a participant is an emergency service, and not a number that tests whether they can be called. Also
 * one that calls back, with its number.
 */
export function isEmergencyService({ isEmergencyService, number }: CallLeg): boolean {
  if (isEmergencyService) return true
  return number !== null && !isEmergencyTestNumber(number) && findEmergencyNumber(number, null, null) !== null
}

/**
 * Returns whether an emergency service takes part in a call, also after a merge. Its user does not leave it to others:
 * such a call is neither transferred nor parked, nor connected by a telephone.
 */
export function hasEmergencyService({ legs }: Pick<CallState, 'legs'>): boolean {
  return legs.some((leg) => isPresent(leg) && isEmergencyService(leg))
}

/** Returns whether a call that has ended was one to an emergency service, also if that did not answer. */
export function wasEmergencyCall({ phase, legs }: Pick<CallState, 'phase' | 'legs'>): boolean {
  return phase === 'ended' && legs.some(isEmergencyService)
}
