import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Returns the time of the last heartbeat of a node, or null when it has never run. */
export async function findLastHeartbeat(database: Database, nodeId: string): Promise<Date | null> {
  const row = await database
    .selectFrom('nodes')
    .select('heartbeat_at')
    .where('id', '=', nodeId)
    .executeTakeFirst()
  return row?.heartbeat_at ?? null
}

export async function saveNodeStart(database: Database, nodeId: string, now: Date): Promise<void> {
  await database
    .insertInto('nodes')
    .values({ id: nodeId, started_at: now, heartbeat_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ started_at: now, heartbeat_at: now }))
    .execute()
}

export async function saveHeartbeat(database: Database, nodeId: string, now: Date): Promise<void> {
  await database.updateTable('nodes').set({ heartbeat_at: now }).where('id', '=', nodeId).execute()
}
