import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { linkActiveCalls, listLinkedCalls } from './linked-calls.ts'
import { countCallsOfConference, type StoredCall } from './records/index.ts'

/** Calls that have ended are counted, because all calls of a conference are read with each of them. */
const maxConferenceCalls = 100

/** Returns whether no other call can be linked to the conference of a call, also one of another workspace. */
export async function isConferenceFull(
  { database, callSessions }: Pick<Services, 'database'> & ActiveCallService,
  call: StoredCall,
): Promise<boolean> {
  if (listLinkedCalls(call, linkActiveCalls({ callSessions })).length + 1 >= maxConferenceCalls) return true
  return (await countCallsOfConference(database, call.conferenceId)) >= maxConferenceCalls
}
