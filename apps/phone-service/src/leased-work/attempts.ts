import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { type AttemptEnd, toEndColumns, toReturnColumns } from './leases.ts'

type Database = Kysely<PhoneTables>

/** The primary key of each table of work. */
const keys = {
  transcription_tracks: 'recording_id',
  transcription_chunks: 'id',
  call_analyses: 'id',
} as const

type WorkTable = keyof typeof keys

/** Ends an attempt. Returns whether the work was waiting, and was not deleted. */
export async function endAttempt(
  database: Database,
  table: WorkTable,
  key: string,
  end: AttemptEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable(table)
    .set(toEndColumns(end))
    .where(sql.ref(keys[table]), '=', key)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns work that a stopping node had taken, as if it had not. */
export async function returnWork(database: Database, table: WorkTable, key: string): Promise<void> {
  await database
    .updateTable(table)
    .set(toReturnColumns())
    .where(sql.ref(keys[table]), '=', key)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets the work of a workspace that no node has taken wait until a time at least. */
export async function delayWork(
  database: Database,
  table: WorkTable,
  workspaceId: string,
  until: Date,
): Promise<void> {
  await database
    .updateTable(table)
    .set({ due_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .where('leased_by', 'is', null)
    .where('due_at', '<', until)
    .execute()
}
