import type { CallState } from '../../call-state/index.ts'
import { findEmergencyNumber } from '../../numbering-plan/index.ts'

/** Returns whether a number is that of an emergency service, which is not recorded. */
export function isEmergencyService(number: string | null): boolean {
  return number !== null && findEmergencyNumber(number, null) !== null
}

/** Returns the ids of the participants, without an emergency service whose call was merged into this one. */
export function listRecordableLegs({ legs }: CallState): string[] {
  return legs
    .filter(({ state, number }) => state === 'joined' && !isEmergencyService(number))
    .map(({ id }) => id)
}
