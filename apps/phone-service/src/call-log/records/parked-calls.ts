import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

function selectParked(database: Database, workspaceId: string) {
  return database
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('phase', '!=', 'ended')
    .where(sql<boolean>`state->'parked' is not null`)
}

/** Returns the parked calls of a workspace on all nodes, beginning with the one that was parked first. */
export async function listStoredParkedCalls(database: Database, workspaceId: string): Promise<StoredCall[]> {
  const rows = await selectParked(database, workspaceId)
    .select(columns)
    .orderBy(sql`(state->'parked'->'at')::float8`)
    .orderBy('id')
    .execute()
  return rows.map(toStoredCall)
}

/** Counts the parked calls of a workspace on all nodes. */
export async function countParkedCalls(database: Database, workspaceId: string): Promise<number> {
  const { count } = await selectParked(database, workspaceId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
