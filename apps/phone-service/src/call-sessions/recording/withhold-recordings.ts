import {
  type ActiveCallService,
  linkActiveCalls,
  listRecordingCalls,
  type StoredCall,
} from '../../call-log/index.ts'

/**
 * Withholds the recordings of a call and of connected ones before new participants are heard in them who have not heard
 * their announcements. `changed`: the call with the change that is about to happen, or has happened.
 */
export async function withholdRecordings(
  deps: ActiveCallService,
  changed: StoredCall,
  replacedLegId?: string,
): Promise<void> {
  const ids = listRecordingCalls(changed, linkActiveCalls(deps, changed)).map(({ id }) => id)
  for (const id of [changed.id, ...ids])
    await deps.callSessions.get(id)?.linkedRecording.withhold(changed, replacedLegId)
}
