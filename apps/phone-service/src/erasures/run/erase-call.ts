import { deleteCommentsOfCall } from '../../call-comments/records/index.ts'
import {
  deleteAudioOfCall,
  lockEndedCall,
  type StoredCall,
  saveScrubbedCall,
  saveScrubbedState,
  withoutNameInJson,
  withoutNameOfUser,
  withoutNumber,
  withoutNumberInJson,
  withoutNumberInState,
} from '../../call-log/index.ts'
import { deleteMetrics } from '../../call-metrics/records/index.ts'
import { removeNumberFromCharges } from '../../charges/index.ts'
import { removeFromMails } from '../../missed-call-mails/index.ts'
import type { ServiceTransaction } from '../../service-context/index.ts'
import { deleteTranscription, hasTranscription } from '../../transcription/records/index.ts'
import { deleteStoredVoicemail, deleteVoicemailOfUser, hasVoicemail } from '../../voicemails/records/index.ts'
import { deleteEventsOfCall, deleteEventsOfConference } from '../../webhooks/records/index.ts'
import { deleteMailsOfCalls, deleteSummariesOfCalls } from '../../workspace-mail/records/index.ts'
import {
  markTracksDeleted,
  type NamedUser,
  type StoredErasure,
  saveRemainingRecordings,
} from '../records/index.ts'
import type { Deleted, ErasureDeps } from './erasure-turn.ts'

interface CallErasure {
  readonly callId: string
  readonly erasure: StoredErasure
}

const toDeleter = ({ requestedBy, requestedByName }: StoredErasure) => ({
  userId: requestedBy,
  displayName: requestedByName,
  primaryEmail: null,
})

/**
 * Removes a number from an ended call, with the audio and all texts about it. Times, direction and members remain. No-op
 * while the call runs.
 */
export async function eraseNumberInCall(
  deps: ErasureDeps,
  transaction: ServiceTransaction,
  { callId, erasure, number }: CallErasure & { readonly number: string },
): Promise<Deleted & { readonly call: StoredCall | null }> {
  const at = deps.now()
  // First: waits for an e-mail that is being stored, which is deleted below.
  await removeFromMails(transaction, callId, at)
  const locked = await lockEndedCall(transaction, callId)
  if (!locked) return { call: null }
  const mails = await deleteMailsOfCalls(transaction, [callId])
  await deleteEventsOfCall(transaction, callId)
  const transcripts = (await hasTranscription(transaction, callId)) ? 1 : 0
  const voicemails = (await hasVoicemail(transaction, callId)) ? 1 : 0
  const notes = locked.notes !== '' || locked.tags.length > 0 ? 1 : 0
  const recordings = await deleteAudioOfCall(deps, transaction, toDeleter(erasure), callId)
  await deleteStoredVoicemail(transaction, callId)
  const current = (await lockEndedCall(transaction, callId)) ?? locked
  const call = withoutNumber(current, number, at)
  await saveScrubbedCall(transaction, call, (data) => withoutNumberInJson(data, number))
  await removeNumberFromCharges(transaction, callId, number)
  const comments = await deleteCommentsOfCall(transaction, callId)
  return { call, calls: 1, recordings, voicemails, transcripts, notes, comments, mails }
}

/**
 * Removes a number from an ended call of which it was no party: its audio and texts remain. Returns whether the call
 * has changed.
 */
export async function removeMention(
  transaction: ServiceTransaction,
  callId: string,
  number: string,
): Promise<boolean> {
  const locked = await lockEndedCall(transaction, callId)
  if (!locked) return false
  await deleteEventsOfCall(transaction, callId)
  const call = withoutNumberInState(locked, number)
  return await saveScrubbedState(transaction, call, (data) => withoutNumberInJson(data, number))
}

/**
 * Removes a former member from an ended call: their audio, and what was made from it. The audio and the number of the
 * other party remain, and so do the notes, which belong to the workspace.
 */
export async function eraseUserInCall(
  deps: ErasureDeps,
  transaction: ServiceTransaction,
  { callId, erasure, user }: CallErasure & { readonly user: NamedUser },
): Promise<Deleted & { readonly call: StoredCall | null }> {
  const locked = await lockEndedCall(transaction, callId)
  if (!locked) return { call: null }
  const { userId } = user
  const voicemails = (await deleteVoicemailOfUser(transaction, callId, userId)) ? 1 : 0
  let recordings = 0
  let transcripts = 0
  if (voicemails > 0) {
    transcripts += (await hasTranscription(transaction, callId)) ? 1 : 0
    recordings += await deleteAudioOfCall(deps, transaction, toDeleter(erasure), callId)
  }
  const tracks = await markTracksDeleted(transaction, { callId, userId }, deps.now())
  for (const [recordedCallId, count] of tracks) {
    recordings += count
    transcripts += (await hasTranscription(transaction, recordedCallId)) ? 1 : 0
    await deleteTranscription(transaction, recordedCallId)
    await deleteMetrics(transaction, recordedCallId)
    await deleteSummariesOfCalls(transaction, [recordedCallId])
  }
  await saveRemainingRecordings(transaction, [...tracks.keys()])
  const current = (await lockEndedCall(transaction, callId)) ?? locked
  const call = withoutNameOfUser(current, userId)
  // The calls of other members have their name and extension as those of the remote party.
  await deleteEventsOfConference(transaction, current)
  await saveScrubbedCall(transaction, call, (data) => withoutNameInJson(data, user))
  return { call, calls: 1, recordings, voicemails, transcripts }
}
