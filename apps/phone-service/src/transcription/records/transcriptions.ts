import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface NewTranscription {
  readonly callId: string
  readonly workspaceId: string
  /** Null: without a request of a user. */
  readonly requestedBy: string | null
  readonly requestedAt: Date
}

/** Inserts the transcription of a call. Returns whether it is new. */
export async function insertTranscription(
  transaction: Database,
  { callId, workspaceId, requestedBy, requestedAt }: NewTranscription,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('transcriptions')
    .values({
      call_id: callId,
      workspace_id: workspaceId,
      requested_by: requestedBy,
      requested_at: requestedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Calls with a transcription. */
export function isTranscribed({
  exists,
  selectFrom,
}: ExpressionBuilder<PhoneTables, 'calls'>): Expression<SqlBool> {
  const found = selectFrom('transcriptions').select('transcriptions.call_id')
  return exists(found.whereRef('transcriptions.call_id', '=', 'calls.id'))
}

export async function hasTranscription(database: Database, callId: string): Promise<boolean> {
  const row = await database
    .selectFrom('transcriptions')
    .select('call_id')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Until the transaction ends, no other one deletes the transcription of a call. Returns whether there is one. What
 * belongs to it is written after that, so that the transaction that deletes it does not wait for this one in a circle.
 */
export async function lockTranscription(transaction: Database, callId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('transcriptions')
    .select('call_id')
    .where('call_id', '=', callId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Saves that a user has deleted an analysis of a call, which is not analysed again by itself. */
export async function saveAnalysisDeletion(transaction: Database, callId: string, at: Date): Promise<void> {
  await transaction
    .updateTable('transcriptions')
    .set({ analysis_deleted_at: at })
    .where('call_id', '=', callId)
    .execute()
}

/** Deletes the transcription of a call with its lines and their earlier texts. No-op when there is none. */
export async function deleteTranscription(transaction: Database, callId: string): Promise<void> {
  await transaction.deleteFrom('transcriptions').where('call_id', '=', callId).execute()
}

/** Deletes up to `max` transcriptions of a workspace. Returns how many. */
export async function deleteTranscriptionsOfWorkspace(
  database: Database,
  workspaceId: string,
  max: number,
): Promise<number> {
  const some = database
    .selectFrom('transcriptions')
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .limit(max)
  const { numDeletedRows } = await database
    .deleteFrom('transcriptions')
    .where('call_id', 'in', some)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns calls of a workspace that ended since a time, with complete recordings, and have no transcription. */
export async function listCallsToTranscribe(
  database: Database,
  { workspaceId, since, max }: { readonly workspaceId: string; readonly since: Date; readonly max: number },
): Promise<string[]> {
  const rows = await database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('has_recording', '=', true)
    .where('ended_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('transcriptions').select('call_id').whereRef('call_id', '=', 'calls.id'))),
    )
    .where(({ selectFrom }) =>
      selectFrom('recordings')
        .select(sql<boolean>`bool_and(state <> 'writing') and bool_or(state <> 'lost')`.as('are_complete'))
        .whereRef('call_id', '=', 'calls.id')
        .where('deleted_at', 'is', null),
    )
    .orderBy('ended_at', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}
