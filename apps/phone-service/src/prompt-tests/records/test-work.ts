import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isDue, type Lease, listDueWorkspaces, toTakeColumns } from '../../leased-work/index.ts'
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
