import type { JsonValue } from '@parley/call-engine'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** BYE may wait 32 s for the ACK of the call, and then 32 s for its response. */
const byeTimeoutSeconds = 70

/** The dialog of a telephone leg, with which any node can end its call at the far end. */
export interface StoredLegDialog {
  readonly legId: string
  readonly trunkId: string
  readonly dialog: JsonValue
}

/** Saves the dialog of an active telephone leg, in place of an earlier one. */
export async function saveDialog(
  database: Database,
  { callId, nodeId, legId, trunkId, dialog }: StoredLegDialog & { callId: string; nodeId: string },
): Promise<void> {
  const stored = JSON.stringify(dialog)
  await database
    .insertInto('sip_dialogs')
    .values({ leg_id: legId, call_id: callId, node_id: nodeId, trunk_id: trunkId, dialog: stored })
    .onConflict((conflict) => conflict.column('leg_id').doUpdateSet({ dialog: stored }))
    .execute()
}

/** Returns the trunk of an active telephone leg, or null. */
export async function findTrunkOfLeg(database: Database, legId: string): Promise<string | null> {
  const row = await database
    .selectFrom('sip_dialogs')
    .select('trunk_id')
    .where('leg_id', '=', legId)
    .executeTakeFirst()
  return row?.trunk_id ?? null
}

export async function deleteDialog(database: Database, legId: string): Promise<void> {
  await database.deleteFrom('sip_dialogs').where('leg_id', '=', legId).execute()
}

/**
 * Schedules another BYE for the far ends of a call that has ended, which have not confirmed the first one. Their dialogs
 * are deleted when they do.
 */
export async function scheduleNextBye(database: Database, callId: string): Promise<void> {
  await database
    .updateTable('sip_dialogs')
    .set({ lost_at: sql<Date>`now() + make_interval(secs => ${byeTimeoutSeconds})` })
    .where('call_id', '=', callId)
    .execute()
}

/** Moves the dialogs of a call to the one into which it is merged. */
export async function moveDialogs(database: Database, fromCallId: string, toCallId: string): Promise<void> {
  await database
    .updateTable('sip_dialogs')
    .set({ call_id: toCallId })
    .where('call_id', '=', fromCallId)
    .execute()
}

/** Marks the dialogs of a call whose node has crashed, so that `nodeId` ends them. */
export async function claimDialogsOfCall(database: Database, callId: string, nodeId: string): Promise<void> {
  await database
    .updateTable('sip_dialogs')
    .set({ node_id: nodeId, lost_at: sql<Date>`now()` })
    .where('call_id', '=', callId)
    .execute()
}

/** Returns the nodes that are to end dialogs of crashed nodes. */
export async function listNodesWithLostDialogs(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('sip_dialogs')
    .select('node_id')
    .distinct()
    .where('lost_at', 'is not', null)
    .execute()
  return rows.map((row) => row.node_id)
}

/** Marks the dialogs that a node was to end, or whose BYE it has sent, before it crashed, so that `to` ends them now. */
export async function claimLostDialogs(database: Database, from: string, to: string): Promise<void> {
  await database
    .updateTable('sip_dialogs')
    .set({ node_id: to, lost_at: sql<Date>`now()` })
    .where('node_id', '=', from)
    .where('lost_at', 'is not', null)
    .execute()
}

/** Returns the dialogs that this node is to end now: of crashed nodes, and those whose far ends have not confirmed BYE. */
export async function listLostDialogs(database: Database, nodeId: string): Promise<StoredLegDialog[]> {
  const rows = await database
    .selectFrom('sip_dialogs')
    .select(['leg_id', 'trunk_id', 'dialog'])
    .where('node_id', '=', nodeId)
    .where('lost_at', '<=', sql<Date>`now()`)
    .execute()
  return rows.map((row) => ({ legId: row.leg_id, trunkId: row.trunk_id, dialog: row.dialog }))
}
