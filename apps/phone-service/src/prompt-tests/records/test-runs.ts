import type { analysisPrompts } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A prompt as it is tested. */
export interface TestedPrompt {
  readonly text: string
  readonly outputFields: readonly analysisPrompts.OutputField[]
}

export interface StoredRun extends TestedPrompt {
  readonly id: string
  readonly workspaceId: string
  readonly purpose: 'test' | 'references'
  /** The latest version at that time; null without one. */
  readonly version: number | null
  readonly requestedBy: string
  readonly requestedByName: string | null
  readonly requestedAt: Date
  readonly cancelledAt: Date | null
}

/** Lets the changes of the test runs and the reference calls of a workspace wait for each other. */
export async function lockPromptTests(transaction: Database, workspaceId: string): Promise<void> {
  const lockName = `prompt tests of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

export async function insertRun(transaction: Database, run: Omit<StoredRun, 'cancelledAt'>): Promise<void> {
  await transaction
    .insertInto('prompt_test_runs')
    .values({
      id: run.id,
      workspace_id: run.workspaceId,
      text: run.text,
      output_fields: JSON.stringify(run.outputFields),
      purpose: run.purpose,
      version: run.version,
      requested_by: run.requestedBy,
      requested_by_name: run.requestedByName,
      requested_at: run.requestedAt,
    })
    .execute()
}

/** Returns the test runs of a workspace since a time, the latest first. */
export async function listRuns(database: Database, workspaceId: string, since: Date): Promise<StoredRun[]> {
  const rows = await database
    .selectFrom('prompt_test_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toRun)
}

export async function findRun(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredRun | null> {
  const row = await database
    .selectFrom('prompt_test_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toRun(row) : null
}

export async function saveCancellation(transaction: Database, id: string, at: Date): Promise<void> {
  await transaction.updateTable('prompt_test_runs').set({ cancelled_at: at }).where('id', '=', id).execute()
}

/** Deletes a test run with its results. Returns whether it existed. */
export async function deleteRun(transaction: Database, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('prompt_test_runs')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the test runs of a workspace except the latest ones. */
export async function deleteOldRuns(
  transaction: Database,
  workspaceId: string,
  remaining: number,
): Promise<void> {
  const latest = transaction
    .selectFrom('prompt_test_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(remaining)
  await transaction
    .deleteFrom('prompt_test_runs')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'not in', latest)
    .execute()
}

/** Deletes up to `max` test runs before a time, of all workspaces. */
export async function deleteRunsBefore(database: Database, time: Date, max: number): Promise<void> {
  const some = database
    .selectFrom('prompt_test_runs')
    .select('id')
    .where('requested_at', '<=', time)
    .limit(max)
  await database.deleteFrom('prompt_test_runs').where('id', 'in', some).execute()
}

export async function deleteRunsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('prompt_test_runs').where('workspace_id', '=', workspaceId).execute()
}

type RunRow = Selectable<PhoneTables['prompt_test_runs']>

function toRun(row: RunRow): StoredRun {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    text: row.text,
    outputFields: row.output_fields,
    purpose: row.purpose,
    version: row.version,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at,
    cancelledAt: row.cancelled_at,
  }
}
