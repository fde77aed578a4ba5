import type { Kysely } from 'kysely'
import { lockCall } from '../call-log/records/index.ts'
import { minMessageMs } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { findVoicemailOwner } from '../voicemails/records/index.ts'
import { publishEvent } from '../webhooks/records/index.ts'
import { listRecordings } from './recordings.ts'

/**
 * Publishes, once, that all audio of a call can be heard: a message or recordings. No-op while the call runs, or while
 * audio is only on its node. Called in each transaction that may be the last one to change that: of the end of the call,
 * and of the storage and the deletion of a recording. The lock of the call serializes them.
 */
export async function publishAudio(
  transaction: Kysely<PhoneTables>,
  { callId, workspaceId }: { readonly callId: string; readonly workspaceId: string },
): Promise<void> {
  const call = await lockCall(transaction, callId)
  if (call?.state.phase !== 'ended' || call.state.purpose !== undefined) return
  const recordings = await listRecordings(transaction, [callId])
  const audible = recordings.filter(({ state, storedIn }) => state !== 'lost' && storedIn !== 'spool')
  const isWaiting = recordings.some(({ state, storedIn }) => state !== 'lost' && storedIn === 'spool')
  if (isWaiting || audible.length === 0) return
  const event = { workspaceId, callId, at: new Date(call.state.endedAt ?? call.state.startedAt) }
  const voicemail = await findVoicemailOwner(transaction, callId)
  if (!voicemail) return await publishEvent(transaction, { ...event, type: 'recording.ready', payload: {} })
  const durationMs = Math.max(...audible.map((recording) => recording.durationMs))
  // A shorter message is in no list.
  if (durationMs < minMessageMs) return
  const payload = { voicemail: { userId: voicemail.userId, durationMs } }
  await publishEvent(transaction, { ...event, type: 'voicemail.received', payload })
}
