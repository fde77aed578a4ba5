import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Returns a place in a queue, after those of all other calls on all nodes. */
export async function takeQueuePlace(database: Database): Promise<number> {
  const { rows } = await sql<{ place: string }>`select nextval('phone.queue_places') as place`.execute(
    database,
  )
  return Number(rows[0]?.place)
}

/** Returns the calls that wait in the queues of a workspace, in the order of their places. */
export async function listQueuedCalls(database: Database, workspaceId: string): Promise<StoredCall[]> {
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('phase', '!=', 'ended')
    .where('answered_at', 'is', null)
    .where(sql<boolean>`state->'queue' is not null`)
    .orderBy(sql`(state->'queue'->>'place')::bigint`)
    .execute()
  return rows.map(toStoredCall)
}
