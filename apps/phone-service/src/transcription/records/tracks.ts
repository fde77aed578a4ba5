import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { type AttemptEnd, isDue, isReadableAt, type Lease, toEndColumns } from './work.ts'

type Database = Kysely<PhoneTables>

/** A recording whose speech a node finds. */
export interface TakenTrack {
  readonly recordingId: string
  readonly callId: string
  /** Including this one. */
  readonly attempts: number
}

export async function insertTracks(
  transaction: Database,
  callId: string,
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
        state: 'waiting' as const,
        due_at: now,
      })),
    )
    .execute()
}

/** Takes the track that has waited longest, of those that the node can read. */
export async function takeTrack(
  database: Database,
  { nodeId, now, until }: Lease,
): Promise<TakenTrack | null> {
  const next = database
    .selectFrom('transcription_tracks as work')
    .innerJoin('recordings', 'recordings.id', 'work.recording_id')
    .select('work.recording_id')
    .where(isDue(now))
    .where(isReadableAt(nodeId))
    .orderBy('work.due_at')
    .limit(1)
    .forUpdate('work')
    .skipLocked()
  const row = await database
    .updateTable('transcription_tracks')
    .set({ leased_by: nodeId, leased_until: until, attempts: sql<number>`attempts + 1` })
    .where('recording_id', '=', next)
    .returning(['recording_id', 'call_id', 'attempts'])
    .executeTakeFirst()
  return row ? { recordingId: row.recording_id, callId: row.call_id, attempts: row.attempts } : null
}

/** Ends an attempt. Returns whether the track was waiting, and was not deleted. */
export async function endTrackAttempt(
  transaction: Database,
  recordingId: string,
  end: AttemptEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('transcription_tracks')
    .set(toEndColumns(end))
    .where('recording_id', '=', recordingId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
