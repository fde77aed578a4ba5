import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import { deleteMetrics } from '../call-metrics/records/index.ts'
import { listRecordings, markRecordingsDeleted } from '../recordings/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteTranscription } from '../transcription/records/index.ts'
import { deleteSummariesOfCalls } from '../workspace-mail/records/index.ts'
import type { ActiveCallService } from './active-calls.ts'
import {
  findCall,
  findReadableCall,
  isAudibleCall,
  isOwnCall,
  saveRecordingDeletion,
} from './records/index.ts'
import { serializeCall } from './serialize-call.ts'

type DeleteRecordings = typeof recordings.deleteCallRecordings

/**
 * Deletes all audio of a call. The call records who deleted it, and when. The audio is deleted from its store
 * after the response, also when that has to be repeated.
 */
export async function deleteCallRecordings(
  services: Services & ActiveCallService,
  { user, params, transaction }: PhoneRequest<DeleteRecordings>,
): Promise<ResponseOf<DeleteRecordings>> {
  const { database, log } = services
  const call = await findReadableCall(database, user, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')

  const known = await listRecordings(database, [call.id])
  // A member to whom the call is assigned only hears it.
  const mayDelete = isAudibleCall(call, user) && (user.isPhoneAdmin || isOwnCall(call, user))
  if (known.length === 0 || !mayDelete) throw new PhoneError('RECORDING_NOT_FOUND')
  const isActive = services.callSessions.has(call.id) || call.state.phase !== 'ended'
  if (isActive || known.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')

  await transaction(async (changes) => {
    const recordings = await deleteAudioOfCall(services, changes, user, call.id)
    if (recordings > 0)
      await changes.audit('recordings.deleted', { type: 'call', id: call.id }, { recordings })
  })
  log.info('recording.deleted', { callId: call.id, workspaceId: user.workspaceId, userId: user.userId })
  const left = await findCall(database, user.workspaceId, call.id)
  return await serializeCall(services, user, left ?? call)
}

/** Deletes the audio of an ended call with its transcript and metrics, and stores who has deleted it. Returns the number of recordings. */
export async function deleteAudioOfCall(
  { now }: Pick<Services, 'now'>,
  transaction: Services['database'],
  user: Pick<CurrentUser, 'userId' | 'displayName' | 'primaryEmail'>,
  callId: string,
): Promise<number> {
  const at = now()
  const count = await markRecordingsDeleted(transaction, callId, at)
  await deleteMetrics(transaction, callId)
  await deleteTranscription(transaction, callId)
  await deleteSummariesOfCalls(transaction, [callId])
  const byName = user.displayName ?? user.primaryEmail
  if (count > 0)
    await saveRecordingDeletion(transaction, callId, { at: at.getTime(), byUserId: user.userId, byName })
  return count
}
