import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { toNumberKeys } from '../records/stored-call.ts'

type Database = Kysely<PhoneTables>

/** The data of a number or of a former member, in a workspace. */
export type ErasedSubject =
  | { readonly workspaceId: string; readonly number: string }
  | {
      readonly workspaceId: string
      readonly userId: string
      /** The names that were found of them until now: an erasure removes them, and continues after any failure. */
      readonly names?: readonly string[]
    }

/**
 * Selects the ids of calls with data of a subject: for a number, all calls of its conferences, because other members
 * have recorded what was said there.
 */
export function selectCallsOfSubject(database: Database, subject: ErasedSubject) {
  const calls = database.selectFrom('calls').where('calls.workspace_id', '=', subject.workspaceId)
  if ('userId' in subject) return calls.select('calls.id').where(isOfUser(subject))
  const conferences = database
    .selectFrom('calls as found')
    .select('found.conference_id')
    .where(sql<boolean>`found.number_keys && ${toNumberKeys(subject.workspaceId, [subject.number])}::text[]`)
  return calls.select('calls.id').where('calls.conference_id', 'in', conferences)
}

function isOfUser({ userId }: Extract<ErasedSubject, { userId: string }>) {
  return sql<boolean>`(
    calls.owner_ids @> ${[userId]}::uuid[] or calls.assigned_user_id = ${userId}
    or calls.user_id = ${userId} or calls.ring_user_id = ${userId}
  )`
}

/** Returns those of some calls that have a number in their state or events, such as in a routing. */
export async function filterCallsMentioning(
  database: Database,
  callIds: readonly string[],
  number: string,
): Promise<string[]> {
  const text = JSON.stringify(number)
  const rows = await database
    .selectFrom('calls')
    .select('calls.id')
    .where('calls.id', 'in', callIds)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`strpos(calls.state::text, ${text}) > 0`,
        exists(
          selectFrom('call_events')
            .select('call_events.call_id')
            .whereRef('call_events.call_id', '=', 'calls.id')
            .where(sql<boolean>`strpos(call_events.data::text, ${text}) > 0`),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns whether a call of a workspace, begun up to a time, had not ended at another time. */
export async function hasOpenCall(
  database: Database,
  workspaceId: string,
  { startedUntil, endedBefore }: { readonly startedUntil: Date; readonly endedBefore: Date },
): Promise<boolean> {
  const call = await database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('started_at', '<=', startedUntil)
    .where(({ or, eb }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', endedBefore)]))
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/** Removes a number that was a caller ID of the workspace from its calls. Returns of how many. */
export async function removeOwnNumber(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('calls')
    .set({ own_number: null })
    .where('workspace_id', '=', workspaceId)
    .where('own_number', '=', number)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
