import { insertCallEvents, type NumberedCallEvent, type StoredCall, saveCall } from '../../call-log/index.ts'
import type { Services } from '../../services.ts'
import { insertVoicemail } from '../../voicemails/index.ts'

/** Saves a call, its new events and its voicemail. Returns false when another node has ended the call. */
export async function saveCallChanges(
  transaction: Services['database'],
  stored: StoredCall,
  recorded: 'recorded' | 'not-recorded',
  events: readonly NumberedCallEvent[],
): Promise<boolean> {
  if (!(await saveCall(transaction, stored, recorded))) return false
  await insertCallEvents(transaction, stored.id, events)
  await insertMessage(transaction, stored)
  return true
}

/** Inserts the message that the caller leaves in voicemail, unless it was inserted before. */
async function insertMessage(
  transaction: Services['database'],
  { id: callId, workspaceId, state: { voicemail } }: StoredCall,
): Promise<void> {
  if (!voicemail || (voicemail.stage !== 'message' && !voicemail.hasMessage)) return
  const { userId, at } = voicemail
  await insertVoicemail(transaction, { callId, workspaceId, userId, at: new Date(at) })
}
