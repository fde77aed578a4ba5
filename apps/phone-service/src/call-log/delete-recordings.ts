import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import { listRecordings, markRecordingsDeleted } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { findCall, findReadableCall, saveRecordingDeletion } from './records/index.ts'
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
  if (known.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
  const isActive = services.callSessions.has(call.id) || call.state.phase !== 'ended'
  if (isActive || known.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')

  const deletedAt = services.now()
  const deletion = {
    at: deletedAt.getTime(),
    byUserId: user.userId,
    byName: user.displayName ?? user.primaryEmail,
  }
  await transaction(async (changes) => {
    const count = await markRecordingsDeleted(changes, call.id, deletedAt)
    if (count === 0) return
    await saveRecordingDeletion(changes, call.id, deletion)
    await changes.audit('recordings.deleted', { type: 'call', id: call.id }, { recordings: count })
  })
  log.info('recording.deleted', { callId: call.id, workspaceId: user.workspaceId, userId: user.userId })
  const left = await findCall(database, user.workspaceId, call.id)
  return await serializeCall(services, user, left ?? call)
}
