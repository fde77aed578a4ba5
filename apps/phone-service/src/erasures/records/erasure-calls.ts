import { type Kysely, sql } from 'kysely'
import { type ErasedSubject, selectCallsOfSubject, toNumberKeys } from '../../call-log/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { selectPresentNodes } from '../../nodes/index.ts'

type Database = Kysely<PhoneTables>

/**
 * Adds the calls of a subject to an erasure: those whose conference began up to `until`, and all other calls of the
 * conferences with such a call. Later ones were not confirmed. Once a call has lost the number, it is not found by it.
 */
export async function collectCalls(
  database: Database,
  id: string,
  { subject, until }: { readonly subject: ErasedSubject; readonly until: Date },
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('erasure_calls')
    .columns(['erasure_id', 'call_id'])
    .expression(
      database
        .selectFrom('calls')
        .select([sql<string>`${id}::uuid`.as('erasure_id'), 'calls.id'])
        .where('calls.workspace_id', '=', subject.workspaceId)
        .where(({ or, and, eb, exists, selectFrom }) =>
          or([
            and([
              eb('calls.id', 'in', selectCallsOfSubject(database, subject)),
              exists(
                selectFrom('calls as first')
                  .select('first.id')
                  .whereRef('first.conference_id', '=', 'calls.conference_id')
                  .where('first.started_at', '<=', until),
              ),
            ]),
            ...('number' in subject
              ? [eb('conference_id', 'in', selectConferences(database, { id, subject, until }))]
              : []),
          ]),
        )
        // The name of a former member is removed from a call once.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('erasure_calls')
                .select('erasure_calls.call_id')
                .where('erasure_id', '=', id)
                .whereRef('erasure_calls.call_id', '=', 'calls.id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/**
 * Selects the conferences with the calls of a number, and with those that were collected: whose number is known no more
 * when another call joins them.
 */
function selectConferences(
  database: Database,
  {
    id,
    subject: { workspaceId, number },
    until,
  }: {
    readonly id: string
    readonly subject: Extract<ErasedSubject, { number: string }>
    readonly until: Date
  },
) {
  const found = database
    .selectFrom('calls as found')
    .select('found.conference_id')
    .where(sql<boolean>`found.number_keys && ${toNumberKeys(workspaceId, [number])}::text[]`)
    .where('found.started_at', '<=', until)
  const collected = database
    .selectFrom('erasure_calls as collected')
    .innerJoin('calls as joined', 'joined.id', 'collected.call_id')
    .select('joined.conference_id')
    .where('collected.erasure_id', '=', id)
  return found.union(collected)
}

/** Returns calls that are not erased yet and ended before a time, those that could not be erased last. */
export async function listCallsToErase(
  database: Database,
  id: string,
  { endedBefore, max }: { readonly endedBefore: Date; readonly max: number },
): Promise<string[]> {
  const rows = await database
    .selectFrom('erasure_calls')
    .innerJoin('calls', 'calls.id', 'erasure_calls.call_id')
    .select('call_id')
    .where('erasure_id', '=', id)
    .where('is_erased', '=', false)
    .where('ended_at', '<', endedBefore)
    .orderBy('failed_at', (order) => order.asc().nullsFirst())
    .orderBy('call_id')
    .limit(max)
    .execute()
  return rows.map(({ call_id }) => call_id)
}

export async function saveErasedCall(transaction: Database, id: string, callId: string): Promise<void> {
  await transaction
    .updateTable('erasure_calls')
    .set({ is_erased: true })
    .where('erasure_id', '=', id)
    .where('call_id', '=', callId)
    .execute()
}

/** Saves that a call could not be erased, so that it is the last one in the next turn. */
export async function saveFailedCall(
  transaction: Database,
  id: string,
  { callId, failedAt }: { readonly callId: string; readonly failedAt: Date },
): Promise<void> {
  await transaction
    .updateTable('erasure_calls')
    .set({ failed_at: failedAt })
    .where('erasure_id', '=', id)
    .where('call_id', '=', callId)
    .execute()
}

/** Counts the calls that are not erased yet. */
export async function countUnerasedCalls(database: Database, id: string): Promise<number> {
  const { count } = await database
    .selectFrom('erasure_calls')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('erasure_id', '=', id)
    .where('is_erased', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the deleted recordings of the calls whose audio is still in its store, without those of lost nodes. */
export async function countAudioToDelete(database: Database, id: string): Promise<number> {
  const { count } = await database
    .selectFrom('erasure_calls')
    .innerJoin('recordings', 'recordings.call_id', 'erasure_calls.call_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('erasure_id', '=', id)
    .where('recordings.deleted_at', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('recordings.stored_in', '=', 's3'),
        eb('recordings.node_id', 'in', selectPresentNodes(database)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the keys of the deleted recordings whose nodes have not run for a day. */
export async function listLostAudio(database: Database, id: string): Promise<string[]> {
  const rows = await database
    .selectFrom('erasure_calls')
    .innerJoin('recordings', 'recordings.call_id', 'erasure_calls.call_id')
    .select('recordings.location')
    .where('erasure_id', '=', id)
    .where('recordings.deleted_at', 'is not', null)
    .where('recordings.stored_in', '!=', 's3')
    .where('recordings.node_id', 'not in', selectPresentNodes(database))
    .execute()
  return rows.map(({ location }) => location)
}

/** Deletes the list of calls of a complete erasure, so that its receipt leads to no call. */
export async function deleteErasureCalls(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('erasure_calls').where('erasure_id', '=', id).execute()
}
