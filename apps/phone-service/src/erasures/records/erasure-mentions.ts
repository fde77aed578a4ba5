import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/**
 * Returns up to `max` calls of a workspace, begun up to a time, that an erasure has not searched before, the latest first, and
 * saves that it has searched them. Fewer than `max` are the last ones.
 */
export async function takeCallsToSearch(
  transaction: Database,
  erasureId: string,
  { workspaceId, until, max }: { readonly workspaceId: string; readonly until: Date; readonly max: number },
): Promise<string[]> {
  const toText = (column: string) => sql<string | null>`${sql.ref(column)}::text`
  // As text: a date of JavaScript has no microseconds.
  const searched = await transaction
    .selectFrom('erasures')
    .select([toText('searched_start').as('start'), 'searched_id as id'])
    .where('id', '=', erasureId)
    .executeTakeFirstOrThrow()
  const rows = await transaction
    .selectFrom('calls')
    .select(['id', toText('started_at').as('start')])
    .where('workspace_id', '=', workspaceId)
    .where('started_at', '<=', until)
    .$if(searched.id !== null, (query) =>
      query.where(sql<boolean>`(started_at, id) < (${searched.start}::timestamptz, ${searched.id}::uuid)`),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  const last = rows.at(-1)
  await transaction
    .updateTable('erasures')
    .set({
      ...(last && {
        searched_start: sql<never>`${last.start}::timestamptz`,
        searched_id: last.id,
      }),
      has_searched: rows.length < max,
    })
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

/** Deletes the entry of a call that no longer mentions the number. */
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

/** Deletes the entries of the calls that a complete erasure has not changed. */
export async function deleteMentions(transaction: Database, erasureId: string): Promise<void> {
  await transaction.deleteFrom('erasure_mentions').where('erasure_id', '=', erasureId).execute()
}
