import { type CallState, isEmergencyService } from '../../call-state/index.ts'

/** Returns the ids of the participants, without an emergency service whose call was merged into this one. */
export function listRecordableLegs({ legs }: CallState): string[] {
  return legs.filter((leg) => leg.state === 'joined' && !isEmergencyService(leg)).map(({ id }) => id)
}
