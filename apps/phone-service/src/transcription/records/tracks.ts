import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isDue, type Lease, toTakeColumns } from '../../leased-work/index.ts'
import { isReadableAt } from './work.ts'

type Database = Kysely<PhoneTables>

/** A recording whose speech a node finds. */
export interface TakenTrack {
  readonly recordingId: string
  readonly callId: string
  /** Including this one. */
  readonly attempts: number
  readonly unendedAttempts: number
}

export async function insertTracks(
  transaction: Database,
  { callId, workspaceId }: { readonly callId: string; readonly workspaceId: string },
  recordingIds: readonly string[],
  now: Date,
): Promise<void> {
  if (recordingIds.length === 0) return
  await transaction
    .insertInto('transcription_tracks')
    .values(
      recordingIds.map((id) => ({
        recording_id: id,
        call_id: callId,
        workspace_id: workspaceId,
        state: 'waiting' as const,
        due_at: now,
      })),
    )
    .execute()
}

/** Takes the track of a workspace that has waited longest, of those that the node can read. */
export async function takeTrack(
  database: Database,
  lease: Lease,
  workspaceId: string,
): Promise<TakenTrack | null> {
  const next = database
    .selectFrom('transcription_tracks as work')
    .select('work.recording_id')
    .where('work.workspace_id', '=', workspaceId)
    .where(isDue(lease.now))
    .where(isReadableAt(database, lease.nodeId))
    .orderBy('work.due_at')
    .limit(1)
    .forUpdate('work')
    .skipLocked()
  const row = await database
    .updateTable('transcription_tracks')
    .set(toTakeColumns(lease))
    .where('recording_id', '=', next)
    .returning(['recording_id', 'call_id', 'attempts', 'unended_attempts'])
    .executeTakeFirst()
  if (!row) return null
  return {
    recordingId: row.recording_id,
    callId: row.call_id,
    attempts: row.attempts,
    unendedAttempts: row.unended_attempts,
  }
}
