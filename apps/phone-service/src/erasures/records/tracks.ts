import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface CallOfUser {
  readonly callId: string
  readonly userId: string
}

/** Selects the ids of the legs of a user in a conference: their own, and those of other members that had dialled them. */
function selectLegs(database: Database, userId: string, conferenceId: string) {
  const own = database
    .selectFrom('calls')
    .innerJoinLateral(
      sql<{ leg: { id: string; userId: string } }>`jsonb_array_elements(calls.state -> 'legs')`.as<'legs'>(
        sql`legs (leg)`,
      ),
      (join) => join.onTrue(),
    )
    .select(sql<string>`leg ->> 'id'`.as('leg_id'))
    .where('conference_id', '=', conferenceId)
    .where(sql<boolean>`owner_ids @> ${[userId]}::uuid[]`)
    .where(sql<boolean>`leg ->> 'userId' = ${userId}`)
  const dialled = database
    .selectFrom('calls')
    .select(sql<string>`inviting_leg_id`.as('leg_id'))
    .where('conference_id', '=', conferenceId)
    .where('inviting_leg_id', 'is not', null)
    .where(({ or, eb }) => or([eb('ring_user_id', '=', userId), eb('user_id', '=', userId)]))
  return own.union(dialled)
}

/** Marks the recordings of a user in the conference of a call as deleted. Returns the calls, each with their number. */
export async function markTracksDeleted(
  transaction: Database,
  { callId, userId }: CallOfUser,
  deletedAt: Date,
): Promise<ReadonlyMap<string, number>> {
  const { conference_id: conferenceId, workspace_id: workspaceId } = await transaction
    .selectFrom('calls')
    .select(['conference_id', 'workspace_id'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const calls = transaction
    .selectFrom('calls')
    .select('id')
    .where('conference_id', '=', conferenceId)
    .where('workspace_id', '=', workspaceId)
  const rows = await transaction
    .updateTable('recordings')
    .set({ deleted_at: deletedAt })
    .where('call_id', 'in', calls)
    .where('leg_id', 'in', selectLegs(transaction, userId, conferenceId))
    .where('deleted_at', 'is', null)
    .returning('call_id')
    .execute()
  const counts = new Map<string, number>()
  for (const { call_id } of rows) counts.set(call_id, (counts.get(call_id) ?? 0) + 1)
  return counts
}

/** Saves whether calls have recordings left. */
export async function saveRemainingRecordings(
  transaction: Database,
  callIds: readonly string[],
): Promise<void> {
  const remaining = transaction
    .selectFrom('recordings')
    .select('recordings.id')
    .where(sql<boolean>`recordings.call_id = calls.id`)
    .where('deleted_at', 'is', null)
  await transaction
    .updateTable('calls')
    .set({ has_recording: sql<boolean>`exists (${remaining})` })
    .where('id', '=', sql<string>`any(${callIds}::uuid[])`)
    .execute()
}
