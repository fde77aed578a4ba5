import { findEmergencyNumber, isEmergencyTestNumber } from '../numbering-plan/index.ts'
import { type CallState, isPresent } from './call-state.ts'

/** Returns whether a number is that of an emergency service, and not one that tests whether they can be called. */
export function isEmergencyService(number: string | null): boolean {
  return number !== null && !isEmergencyTestNumber(number) && findEmergencyNumber(number, null) !== null
}

/**
 * Returns whether an emergency service takes part in a call, also after a merge. Its user does not leave it to others:
 * such a call is neither transferred nor parked, nor connected by a telephone.
 */
export function hasEmergencyService({ legs }: Pick<CallState, 'legs'>): boolean {
  return legs.some((leg) => isPresent(leg) && isEmergencyService(leg.number))
}

/** Returns whether a call that has ended was one to an emergency service, also if that did not answer. */
export function wasEmergencyCall({ phase, legs }: Pick<CallState, 'phase' | 'legs'>): boolean {
  return phase === 'ended' && legs.some(({ number }) => isEmergencyService(number))
}
