import type { TrunkState } from '@parley/call-engine'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { selectAliveNodes } from '../../nodes/index.ts'

type Database = Kysely<PhoneTables>

/** A node in one of its epochs. */
export interface LeaseHolder {
  readonly nodeId: string
  readonly epoch: number
}

/** Returns the ids of the trunks that have a lease of a node which is alive, and the holders. */
export async function listTrunkLeases(database: Database): Promise<Map<string, LeaseHolder>> {
  const rows = await database
    .selectFrom('trunk_leases')
    .select(['trunk_id', 'node_id', 'epoch'])
    .where(isAlive(database))
    .execute()
  return new Map(rows.map((row) => [row.trunk_id, { nodeId: row.node_id, epoch: row.epoch }]))
}

/** Takes the leases of trunks that no node which is alive has. Returns the ids of those that it took. */
export async function claimTrunkLeases(
  database: Database,
  trunkIds: readonly string[],
  { nodeId, epoch }: LeaseHolder,
): Promise<string[]> {
  if (trunkIds.length === 0) return []
  const rows = await database
    .insertInto('trunk_leases')
    .values(trunkIds.map((id) => ({ trunk_id: id, node_id: nodeId, epoch })))
    .onConflict((conflict) =>
      conflict
        .column('trunk_id')
        .doUpdateSet({ node_id: nodeId, epoch, state: null })
        .where(sql<boolean>`not ${isAlive(database)}`),
    )
    .returning('trunk_id')
    .execute()
  return rows.map((row) => row.trunk_id)
}

/** Releases the leases of a node, so that another one takes them. */
export async function releaseTrunkLeases(database: Database, nodeId: string): Promise<void> {
  await database.deleteFrom('trunk_leases').where('node_id', '=', nodeId).execute()
}

/** Saves the state of a trunk that a node has leased. */
export async function saveTrunkState(
  database: Database,
  trunkId: string,
  { nodeId, epoch }: LeaseHolder,
  state: TrunkState,
): Promise<void> {
  await database
    .updateTable('trunk_leases')
    .set({ state: JSON.stringify(state) })
    .where('trunk_id', '=', trunkId)
    .where('node_id', '=', nodeId)
    .where('epoch', '=', epoch)
    .execute()
}

/** Returns the states of trunks that their nodes have saved, by trunk id. */
export async function findTrunkStates(
  database: Database,
  trunkIds: readonly string[],
): Promise<Map<string, TrunkState>> {
  if (trunkIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('trunk_leases')
    .select(['trunk_id', 'state'])
    .where('trunk_id', 'in', trunkIds)
    .execute()
  return new Map(rows.flatMap((row) => (row.state === null ? [] : [[row.trunk_id, row.state]])))
}

function isAlive(database: Database) {
  return sql<boolean>`((trunk_leases.node_id, trunk_leases.epoch) in ${selectAliveNodes(database)})`
}
