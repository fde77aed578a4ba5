import type { ResponseOf } from '@parley/contract'
import { PhoneError, type recordings } from '@parley/contract/phone'
import type { Caller, Requested } from '../access/index.ts'
import { deleteRecordingRows, listRecordings, removeAudio } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { findCall, noteRecordingDeleted, type StoredCall } from './calls.ts'
import { viewCall } from './view-call.ts'

type DeleteRecordings = typeof recordings.deleteCallRecordings

/** Deletes all audio of a call. The call records who deleted it, and when. */
export async function deleteCallRecordings(
  services: Services,
  { caller, params }: Requested<DeleteRecordings>,
): Promise<ResponseOf<DeleteRecordings>> {
  const { database, settings, log } = services
  const call = await findCall(database, caller.workspaceId, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')
  if (!caller.isPhoneAdmin && !wasIn(call, caller)) throw new PhoneError('PHONE_ADMIN_REQUIRED')

  const known = await listRecordings(database, [call.id])
  if (known.length === 0) throw new PhoneError('RECORDING_NOT_FOUND')
  const isGoingOn = services.liveCalls.has(call.id) || call.state.phase !== 'ended'
  if (isGoingOn || known.some(({ state }) => state === 'writing')) throw new PhoneError('RECORDING_NOT_READY')

  await removeAudio(settings.recordingsDirectory, known)
  const deletion = {
    at: services.now(),
    byUserId: caller.userId,
    byName: caller.displayName ?? caller.primaryEmail,
  }
  await database.transaction().execute(async (transaction) => {
    const count = await deleteRecordingRows(transaction, call.id)
    if (count > 0) await noteRecordingDeleted(transaction, call.id, deletion)
  })
  log.info('recording.deleted', { callId: call.id, workspaceId: caller.workspaceId, userId: caller.userId })
  const left = await findCall(database, caller.workspaceId, call.id)
  return await viewCall(services, caller, left ?? call)
}

function wasIn(call: StoredCall, { userId }: Caller): boolean {
  return call.userId === userId || call.state.legs.some((leg) => leg.userId === userId)
}
