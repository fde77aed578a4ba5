import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isDue, type Lease, toTakeColumns } from '../../leased-work/index.ts'
import { isReadableAt } from './work.ts'

type Database = Kysely<PhoneTables>

interface ChunkOwner {
  readonly recordingId: string
  readonly callId: string
  readonly workspaceId: string
}

/** A part of a recording that a node sends to the provider. */
export interface TakenChunk extends ChunkOwner {
  readonly id: string
  /** Of speech, in milliseconds since the start of the recording. */
  readonly spans: readonly { readonly startMs: number; readonly endMs: number }[]
  /** Including this one. */
  readonly attempts: number
  readonly unendedAttempts: number
}

export async function insertChunks(
  transaction: Database,
  { recordingId, callId, workspaceId }: ChunkOwner,
  chunks: readonly TakenChunk['spans'][],
  now: Date,
): Promise<void> {
  if (chunks.length === 0) return
  await transaction
    .insertInto('transcription_chunks')
    .values(
      chunks.map((spans) => ({
        id: randomUUID(),
        recording_id: recordingId,
        call_id: callId,
        workspace_id: workspaceId,
        spans: JSON.stringify(spans),
        state: 'waiting' as const,
        due_at: now,
      })),
    )
    .execute()
}

/** Takes the chunk of a workspace that has waited longest, of those that the node can read. */
export async function takeChunk(
  database: Database,
  lease: Lease,
  workspaceId: string,
): Promise<TakenChunk | null> {
  const next = database
    .selectFrom('transcription_chunks as work')
    .select('work.id')
    .where('work.workspace_id', '=', workspaceId)
    .where(isDue(lease.now))
    .where(isReadableAt(database, lease.nodeId))
    .orderBy('work.due_at')
    .limit(1)
    .forUpdate('work')
    .skipLocked()
  const row = await database
    .updateTable('transcription_chunks')
    .set(toTakeColumns(lease))
    .where('id', '=', next)
    .returning(['id', 'recording_id', 'call_id', 'workspace_id', 'spans', 'attempts', 'unended_attempts'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    recordingId: row.recording_id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    spans: row.spans,
    attempts: row.attempts,
    unendedAttempts: row.unended_attempts,
  }
}
