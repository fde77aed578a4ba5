import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

const firstId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Returns up to `max` ended calls of a workspace, begun up to a time, that an erasure has not returned before: the latest
 * first. Fewer are the last ones.
 */
export async function listNextCalls(
  transaction: Database,
  erasureId: string,
  { workspaceId, until, max }: { readonly workspaceId: string; readonly until: Date; readonly max: number },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('calls')
    .innerJoin('erasures', (join) => join.on('erasures.id', '=', erasureId))
    .select(['calls.id', sql<string>`calls.started_at::text`.as('startedAt')])
    .where('calls.workspace_id', '=', workspaceId)
    .where('calls.ended_at', 'is not', null)
    .where('calls.started_at', '<=', until)
    .where(
      sql<boolean>`(calls.started_at, calls.id)
        < (coalesce(searched_start, 'infinity'), coalesce(searched_id, ${firstId}::uuid))`,
    )
    .orderBy('calls.started_at', 'desc')
    .orderBy('calls.id', 'desc')
    .limit(max)
    .execute()
  const last = rows.at(-1)
  if (last)
    await transaction
      .updateTable('erasures')
      // As text: a date of JavaScript has no microseconds.
      .set({ searched_start: sql<never>`${last.startedAt}::timestamptz`, searched_id: last.id })
      .where('id', '=', erasureId)
      .execute()
  return rows.map(({ id }) => id)
}

/** Inserts the calls that mention the number of an erasure. */
export async function insertMentions(
  transaction: Database,
  erasureId: string,
  callIds: readonly string[],
): Promise<void> {
  if (callIds.length === 0) return
  await transaction
    .insertInto('erasure_mentions')
    .values(callIds.map((callId) => ({ erasure_id: erasureId, call_id: callId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns up to `max` calls that mention the number of an erasure, those that could not be changed last. */
export async function listMentions(database: Database, erasureId: string, max: number): Promise<string[]> {
  const rows = await database
    .selectFrom('erasure_mentions')
    .select('call_id')
    .where('erasure_id', '=', erasureId)
    .orderBy('failed_at', (order) => order.asc().nullsFirst())
    .orderBy('call_id')
    .limit(max)
    .execute()
  return rows.map(({ call_id }) => call_id)
}

/** Deletes a call that mentions the number no more. */
export async function deleteMention(transaction: Database, erasureId: string, callId: string): Promise<void> {
  await transaction
    .deleteFrom('erasure_mentions')
    .where('erasure_id', '=', erasureId)
    .where('call_id', '=', callId)
    .execute()
}

/** Saves that a call could not be changed, so that it is the last one in the next turn. Returns false when it was deleted. */
export async function saveFailedMention(
  transaction: Database,
  erasureId: string,
  { callId, failedAt }: { readonly callId: string; readonly failedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('erasure_mentions')
    .set({ failed_at: failedAt })
    .where('erasure_id', '=', erasureId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the calls that an erasure could not change: it is complete. */
export async function deleteMentions(transaction: Database, erasureId: string): Promise<void> {
  await transaction.deleteFrom('erasure_mentions').where('erasure_id', '=', erasureId).execute()
}
