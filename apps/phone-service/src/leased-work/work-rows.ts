import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { AttemptEnd } from './leases.ts'

type Database = Kysely<PhoneTables>

/** The tables of leased work, each with the column that identifies a piece of it. */
const keys = {
  call_analyses: 'id',
  prompt_test_results: 'id',
  transcription_chunks: 'id',
  transcription_tracks: 'recording_id',
} as const satisfies Partial<Record<keyof PhoneTables, string>>

export type WorkTable = keyof typeof keys

/** A piece of work that a node has taken. */
export interface WorkRow {
  readonly table: WorkTable
  readonly id: string
}

/** Ends an attempt. Returns whether the work was waiting: neither deleted, nor cancelled, nor done by another node. */
export async function endAttempt(
  database: Database,
  { table, id }: WorkRow,
  end: AttemptEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable(table)
    .set({
      state: end.state,
      leased_by: null,
      leased_until: null,
      unended_attempts: 0,
      problem: end.state === 'done' ? null : end.problem,
      ...(end.state === 'waiting' ? { due_at: end.dueAt } : {}),
    })
    .where(sql.ref<string>(keys[table]), '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns work that a stopping node had taken, as if it had not. */
export async function returnWork(database: Database, { table, id }: WorkRow): Promise<void> {
  await database
    .updateTable(table)
    .set({
      leased_by: null,
      leased_until: null,
      attempts: sql<number>`attempts - 1`,
      unended_attempts: sql<number>`unended_attempts - 1`,
    })
    .where(sql.ref<string>(keys[table]), '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets the work of a workspace that no node has taken wait until a time at least. */
export async function delayWork(
  database: Database,
  { table, workspaceId }: { readonly table: WorkTable; readonly workspaceId: string },
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

/** Releases the work that an earlier process of a node had taken, so that it is not left until its time is over. */
export async function releaseWork(database: Database, table: WorkTable, nodeId: string): Promise<void> {
  await database
    .updateTable(table)
    .set({ leased_by: null, leased_until: null })
    .where('state', '=', 'waiting')
    .where('leased_by', '=', nodeId)
    .execute()
}
