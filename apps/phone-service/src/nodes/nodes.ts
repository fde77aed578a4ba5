import { PhoneError } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/**
 * A node that sends no heartbeat for this long counts as crashed. Longer than a node needs to notice that it has
 * lost its lease and to unregister its trunks (11.5 s), and short enough for its call slots to be free within 15 s.
 */
export const nodeSilenceSeconds = 12

const isSilent = sql<boolean>`(heartbeat_at < now() - make_interval(secs => ${nodeSilenceSeconds}))`

/** A node that sends no heartbeat for this many hours is not expected to start again. */
const absenceHours = 24

/** Selects the ids of the nodes that run, or have run in the last day, for another query. */
export function selectPresentNodes(database: Database) {
  return database
    .selectFrom('nodes')
    .select('nodes.id')
    .where(sql<boolean>`nodes.heartbeat_at > now() - make_interval(hours => ${absenceHours})`)
}

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
    .select(isSilent.as('is_silent'))
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

/** Saves the start of a node, at the time of the database. Returns its new epoch. */
export async function saveNodeStart(database: Database, nodeId: string): Promise<number> {
  const now = sql<Date>`now()`
  const { epoch } = await database
    .insertInto('nodes')
    .values({ id: nodeId, started_at: now, heartbeat_at: now, epoch: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ started_at: now, heartbeat_at: now, epoch: sql<number>`nodes.epoch + 1` }),
    )
    .returning('epoch')
    .executeTakeFirstOrThrow()
  return epoch
}

/**
 * Ends the epoch of a node that counts as crashed, so that it can neither store nor change calls. Returns the
 * first epoch in which it can again, or null when the node is alive.
 */
export async function endEpoch(database: Database, nodeId: string): Promise<number | null> {
  return await database.transaction().execute(async (transaction) => {
    // Waits for the transactions that have locked the epoch: an update alone does not.
    await transaction.selectFrom('nodes').select('id').where('id', '=', nodeId).forUpdate().execute()
    const row = await transaction
      .updateTable('nodes')
      .set({ epoch: sql<number>`epoch + 1` })
      .where('id', '=', nodeId)
      .where(isSilent)
      .returning('epoch')
      .executeTakeFirst()
    return row?.epoch ?? null
  })
}

/** Selects id and epoch of the nodes that do not count as crashed, for another query. */
export function selectAliveNodes(database: Database) {
  return database.selectFrom('nodes').select(['id', 'epoch']).where(sql<boolean>`not ${isSilent}`)
}

/**
 * Checks that a node is in its epoch, which no other node ends before the transaction ends. The heartbeats of the node do
 * not wait for the transaction.
 *
 * @throws {PhoneError} `CALLS_SUSPENDED`
 */
export async function lockEpoch(
  transaction: Database,
  { nodeId, epoch }: { readonly nodeId: string; readonly epoch: number },
): Promise<void> {
  const row = await transaction
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', nodeId)
    .where('epoch', '=', epoch)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new PhoneError('CALLS_SUSPENDED')
}

/**
 * Saves a heartbeat, at the time of the database, so that a node with a wrong clock does not count as
 * crashed. Returns false when another node has ended its epoch.
 */
export async function saveHeartbeat(database: Database, nodeId: string, epoch: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('nodes')
    .set({ heartbeat_at: sql<Date>`now()` })
    .where('id', '=', nodeId)
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
