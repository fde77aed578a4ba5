import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isOwnedBy } from './call-conditions.ts'
import { type CallReader, columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Returns the ids of the nodes that have calls which have not ended. */
export async function listNodesWithActiveCalls(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('calls')
    .select('node_id')
    .distinct()
    .where('phase', '!=', 'ended')
    .execute()
  return rows.map((row) => row.node_id)
}

/** Returns the calls of a user that have not ended and run on other nodes than `nodeId`. */
export async function listActiveCallsElsewhere(
  database: Database,
  { workspaceId, userId }: CallReader,
  nodeId: string,
): Promise<StoredCall[]> {
  const rows = await selectActiveCalls(database, workspaceId)
    .where('node_id', '!=', nodeId)
    .where(isOwnedBy(workspaceId, userId))
    .execute()
  return rows.map(toStoredCall)
}

/** Returns the calls of a workspace that have not ended and have reserved one of these slots. */
export async function listActiveCallsOfSlots(
  database: Database,
  workspaceId: string,
  slotIds: readonly string[],
): Promise<StoredCall[]> {
  const rows = await selectActiveCalls(database, workspaceId)
    .where(sql<boolean>`slot_ids && ${[...slotIds]}::uuid[]`)
    .execute()
  return rows.map(toStoredCall)
}

/** Selects the calls of a workspace that have not ended. */
function selectActiveCalls(database: Database, workspaceId: string) {
  return database
    .selectFrom('calls')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('phase', '!=', 'ended')
}

/** Returns which of these calls have ended. */
export async function listEndedCallIds(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('calls')
    .select('id')
    .where('id', 'in', ids)
    .where('phase', '=', 'ended')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks and returns a call that has not ended. Returns null when it has, or when another transaction has
 * locked it.
 */
export async function findActiveCallForUpdate(transaction: Database, id: string): Promise<StoredCall | null> {
  const row = await transaction
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .where('phase', '!=', 'ended')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? toStoredCall(row) : null
}

/** Locks and returns a call, waiting for a transaction that changes it. */
export async function lockCall(transaction: Database, id: string): Promise<StoredCall | null> {
  const row = await transaction
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toStoredCall(row) : null
}

/**
 * Returns the calls of a node, of its epochs before `beforeEpoch`, that have not ended. After a crash, these are
 * the calls to recover.
 */
export async function listUnendedCalls(
  database: Database,
  nodeId: string,
  beforeEpoch: number | null = null,
): Promise<StoredCall[]> {
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('node_id', '=', nodeId)
    .$if(beforeEpoch !== null, (query) => query.where('epoch', '<', beforeEpoch ?? 0))
    .where('phase', '!=', 'ended')
    .execute()
  return rows.map(toStoredCall)
}

/**
 * Returns the ended calls of workspaces that ended after a time, the latest first, and those with one of the ids.
 */
export async function listCallsEndedSince(
  database: Database,
  {
    workspaceIds,
    since,
    ids,
  }: { readonly workspaceIds: readonly string[]; readonly since: Date; readonly ids: readonly string[] },
): Promise<StoredCall[]> {
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('phase', '=', 'ended')
    .where('workspace_id', '=', sql<string>`any(${[...workspaceIds]}::uuid[])`)
    .where((where) =>
      where.or([where('ended_at', '>=', since), where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)]),
    )
    .orderBy('ended_at', 'desc')
    .execute()
  return rows.map(toStoredCall)
}
