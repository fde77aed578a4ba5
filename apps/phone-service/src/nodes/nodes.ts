import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A node that sends no heartbeat for this long counts as crashed. */
export const nodeSilenceSeconds = 15

/** A node that counts as crashed. */
export interface SilentNode {
  readonly id: string
  /** Epoch milliseconds of its last heartbeat; null when it has never run. */
  readonly lastAliveAt: number | null
}

/** Returns the time of the last heartbeat of a node, or null when it has never run. */
export async function findLastHeartbeat(database: Database, nodeId: string): Promise<Date | null> {
  const row = await database
    .selectFrom('nodes')
    .select('heartbeat_at')
    .where('id', '=', nodeId)
    .executeTakeFirst()
  return row?.heartbeat_at ?? null
}

/** Returns the nodes among `nodeIds` that count as crashed, by the clock of the database. */
export async function listSilentNodes(
  database: Database,
  nodeIds: readonly string[],
): Promise<readonly SilentNode[]> {
  if (nodeIds.length === 0) return []
  const rows = await database
    .selectFrom('nodes')
    .select(['id', 'heartbeat_at'])
    .select(sql<boolean>`heartbeat_at < now() - make_interval(secs => ${nodeSilenceSeconds})`.as('is_silent'))
    .where('id', 'in', nodeIds)
    .execute()
  const unknown = nodeIds.filter((nodeId) => !rows.some(({ id }) => id === nodeId))
  return [
    ...rows
      .filter((row) => row.is_silent)
      .map((row) => ({ id: row.id, lastAliveAt: row.heartbeat_at.getTime() })),
    ...unknown.map((id) => ({ id, lastAliveAt: null })),
  ]
}

/** Saves the start of a node, at the time of the database. */
export async function saveNodeStart(database: Database, nodeId: string): Promise<void> {
  const now = sql<Date>`now()`
  await database
    .insertInto('nodes')
    .values({ id: nodeId, started_at: now, heartbeat_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ started_at: now, heartbeat_at: now }))
    .execute()
}

/**
 * Saves a heartbeat, at the time of the database, so that a node with a wrong clock does not count as
 * crashed.
 */
export async function saveHeartbeat(database: Database, nodeId: string): Promise<void> {
  await database
    .updateTable('nodes')
    .set({ heartbeat_at: sql<Date>`now()` })
    .where('id', '=', nodeId)
    .execute()
}
