import { PhoneError } from '@parley/contract/phone'
import { listCallsOfConferences, type StoredCall } from '../call-log/index.ts'
import { isEmergencyService } from '../call-state/index.ts'
import { listRecordings } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { insertTracks, insertTranscription, restartFailedWork } from './records/index.ts'

/** Returns whether an emergency service took part in the conference of a call. */
export async function isEmergencyCall(database: Services['database'], call: StoredCall): Promise<boolean> {
  const calls = await listCallsOfConferences(database, call.workspaceId, [call.conferenceId])
  const legs = [call, ...calls].flatMap(({ state }) => state.legs)
  return legs.some(isEmergencyService)
}

/**
 * Inserts the transcription of a call with complete recordings, or lets the failed parts of it wait again. Returns
 * whether that changes anything.
 *
 * @throws {PhoneError} `RECORDING_NOT_FOUND`, `RECORDING_NOT_READY`
 */
export async function insertRequest(
  transaction: Services['database'],
  { id: callId, workspaceId }: StoredCall,
  { requestedBy, now }: { readonly requestedBy: string | null; readonly now: Date },
): Promise<boolean> {
  const request = { callId, workspaceId, requestedBy, requestedAt: now }
  if (!(await insertTranscription(transaction, request)))
    return (await restartFailedWork(transaction, callId, now)) > 0
  const recordings = await listRecordings(transaction, [callId])
  if (recordings.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')
  const complete = recordings.filter(({ state }) => state !== 'lost')
  if (complete.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
  await insertTracks(
    transaction,
    { callId, workspaceId },
    complete.map(({ id }) => id),
    now,
  )
  return true
}
