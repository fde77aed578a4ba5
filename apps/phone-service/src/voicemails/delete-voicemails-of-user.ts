import { deleteAudioOfCall } from '../call-log/index.ts'
import type { Services } from '../services.ts'
import { deleteStoredVoicemail, listCallsOfOwner } from './records/index.ts'

/** Deletes the messages for a deleted user with their audio. The calls remain in the call log of the workspace. */
export async function deleteVoicemailsOfUser(
  services: Pick<Services, 'database' | 'now'>,
  userId: string,
): Promise<void> {
  const user = { userId, displayName: null, primaryEmail: null }
  for (const callId of await listCallsOfOwner(services.database, userId))
    await services.database.transaction().execute(async (transaction) => {
      await deleteAudioOfCall(services, transaction, user, callId)
      await deleteStoredVoicemail(transaction, callId)
    })
}
