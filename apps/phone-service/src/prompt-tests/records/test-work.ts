import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import {
  type AttemptEnd,
  isDue,
  type Lease,
  listDueWorkspaces,
  toEndColumns,
  toReturnColumns,
  toTakeColumns,
} from '../../leased-work/index.ts'
import { selectProviderOwners } from '../../model-providers/records/index.ts'

type Database = Kysely<PhoneTables>

/** A result that a node has taken. */
export interface TakenResult {
  readonly id: string
  readonly runId: string
  readonly callId: string
  readonly workspaceId: string
  readonly prompt: 'draft' | 'published'
  /** Including this one. */
  readonly attempts: number
  readonly unendedAttempts: number
}

/** Returns the workspaces with results that a node can take. */
export async function listWorkspacesWithTests(database: Database, now: Date) {
  const rows = database.selectFrom('prompt_test_results').selectAll()
  const providers = selectProviderOwners(database, 'analysis')
  return await listDueWorkspaces(database, { rows, providers, isReadable: sql<boolean>`true` }, now)
}

/** Takes the result of a workspace that has waited longest, in the order of the calls of a run. */
export async function takeResult(
  database: Database,
  lease: Lease,
  workspaceId: string,
): Promise<TakenResult | null> {
  const next = database
    .selectFrom('prompt_test_results as work')
    .select('work.id')
    .where('work.workspace_id', '=', workspaceId)
    .where(isDue(lease.now))
    .orderBy('work.due_at')
    .orderBy('work.number')
    .orderBy('work.prompt')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await database
    .updateTable('prompt_test_results')
    .set(toTakeColumns(lease))
    .where('id', '=', next)
    .returning(['id', 'run_id', 'call_id', 'workspace_id', 'prompt', 'attempts', 'unended_attempts'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    runId: row.run_id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    prompt: row.prompt,
    attempts: row.attempts,
    unendedAttempts: row.unended_attempts,
  }
}

/** Releases the results that an earlier process of a node had taken. */
export async function releaseResults(database: Database, nodeId: string): Promise<void> {
  await database
    .updateTable('prompt_test_results')
    .set({ leased_by: null, leased_until: null })
    .where('state', '=', 'waiting')
    .where('leased_by', '=', nodeId)
    .execute()
}

/** Ends an attempt. Returns whether the result was waiting, and was neither cancelled nor deleted. */
export async function endTestAttempt(database: Database, id: string, end: AttemptEnd): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('prompt_test_results')
    .set(toEndColumns(end))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns a result that a stopping node had taken, as if it had not. */
export async function returnTest(database: Database, id: string): Promise<void> {
  await database
    .updateTable('prompt_test_results')
    .set(toReturnColumns())
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets the results of a workspace that no node has taken wait until a time at least. */
export async function delayTests(database: Database, workspaceId: string, until: Date): Promise<void> {
  await database
    .updateTable('prompt_test_results')
    .set({ due_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .where('leased_by', 'is', null)
    .where('due_at', '<', until)
    .execute()
}

/** Returns whether a result still waits for its answer: its run was neither cancelled nor deleted. */
export async function isWanted(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('prompt_test_results')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row !== undefined
}
