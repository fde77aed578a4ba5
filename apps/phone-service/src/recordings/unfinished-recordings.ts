import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { selectPresentNodes } from '../nodes/index.ts'
import { type StoredRecording, toRecording } from './recordings.ts'

type Database = Kysely<PhoneTables>

/** Returns the recordings of a node that are not final. After a crash, these are the recordings to recover. */
export async function listUnfinishedRecordings(
  database: Database,
  nodeId: string,
): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('state', '=', 'writing')
    .execute()
  return rows.map(toRecording)
}

/** Returns the recordings of a call that are not final, also when they are deleted: their files are deleted afterwards. */
export async function listUnfinishedOfCall(database: Database, callId: string): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('call_id', '=', callId)
    .where('state', '=', 'writing')
    .execute()
  return rows.map(toRecording)
}

/** Returns the recordings of a node that counted as lost, and may be on its disk. */
export async function listLostRecordings(database: Database, nodeId: string): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('state', '=', 'lost')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toRecording)
}

/** Saves that recordings are lost whose nodes, other than this one, have not run for a day. Returns how many. */
export async function saveLostRecordings(database: Database, nodeId: string): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('recordings')
    .set({ state: 'lost', duration_ms: 0, size_bytes: 0 })
    .where('state', '=', 'writing')
    .where('node_id', '!=', nodeId)
    .where('node_id', 'not in', selectPresentNodes(database))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
