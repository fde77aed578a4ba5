import { type CallState, isPresent } from './call-state.ts'

const maxParticipants = 50
/** Legs that have left are counted, because each reading of the call lists them. */
const maxLegs = 500

/** Recordings of a call, because each reading of the call lists them and its mixed audio reads them all. */
export const maxRecordings = 500

/** Returns whether no participant can be added to a call. */
export function isFull({ legs }: CallState): boolean {
  return legs.length >= maxLegs || legs.filter(isPresent).length >= maxParticipants
}
