import type { analyses } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { TestedItem } from '../../database/tables/analysis-prompt-tables.ts'
import type { StoredStatement } from '../../database/tables/transcript-tables.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface NewResult {
  readonly id: string
  readonly runId: string
  readonly callId: string
  readonly workspaceId: string
  /** The place of the call in the run, from 1. */
  readonly number: number
  readonly prompt: 'draft' | 'published'
  readonly dueAt: Date
}

/** The answer of a model. */
export interface TestAnswer {
  readonly model: string
  readonly host: string
  readonly completedAt: Date
  readonly tookMs: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly statements: readonly StoredStatement[]
  readonly items: readonly TestedItem[]
  readonly fields: readonly analyses.FieldValue[]
}

export interface StoredResult extends NewResult {
  readonly state: 'waiting' | 'done' | 'failed'
  readonly attempts: number
  readonly isTaken: boolean
  readonly problem: string | null
  /** Null until the model has answered. */
  readonly answer: TestAnswer | null
}

/** The problem of results whose run was cancelled. */
export const cancelledProblem = 'cancelled'

export async function insertResults(transaction: Database, results: readonly NewResult[]): Promise<void> {
  await transaction
    .insertInto('prompt_test_results')
    .values(
      results.map((result) => ({
        id: result.id,
        run_id: result.runId,
        call_id: result.callId,
        workspace_id: result.workspaceId,
        number: result.number,
        prompt: result.prompt,
        state: 'waiting' as const,
        due_at: result.dueAt,
      })),
    )
    .execute()
}

/** Returns the results of test runs, by call. */
export async function listResults(database: Database, runIds: readonly string[]): Promise<StoredResult[]> {
  if (runIds.length === 0) return []
  const rows = await database
    .selectFrom('prompt_test_results')
    .selectAll()
    .where('run_id', 'in', [...runIds])
    .orderBy('number')
    .orderBy('prompt')
    .execute()
  return rows.map(toResult)
}

export async function hasUnfinishedResults(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('prompt_test_results')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the results of a test run that are not complete. Returns how many. */
export async function cancelResults(transaction: Database, runId: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('prompt_test_results')
    .set({ state: 'failed', problem: cancelledProblem, leased_by: null, leased_until: null })
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Saves the answer of a result whose attempt has ended. */
export async function saveAnswer(transaction: Database, id: string, answer: TestAnswer): Promise<void> {
  await transaction
    .updateTable('prompt_test_results')
    .set({
      model: answer.model,
      host: answer.host,
      completed_at: answer.completedAt,
      took_ms: answer.tookMs,
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
      statements: JSON.stringify(answer.statements),
      action_items: JSON.stringify(answer.items),
      field_values: JSON.stringify(answer.fields),
    })
    .where('id', '=', id)
    .execute()
}

type ResultRow = Selectable<PhoneTables['prompt_test_results']>

function toResult(row: ResultRow): StoredResult {
  return {
    id: row.id,
    runId: row.run_id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    number: row.number,
    prompt: row.prompt,
    dueAt: row.due_at,
    state: row.state,
    attempts: row.attempts,
    isTaken: row.leased_by !== null,
    problem: row.problem,
    answer: toAnswer(row),
  }
}

function toAnswer(row: ResultRow): TestAnswer | null {
  const { model, host, completed_at: completedAt, took_ms: tookMs } = row
  if (model === null || host === null || completedAt === null || tookMs === null) return null
  return {
    model,
    host,
    completedAt,
    tookMs,
    inputTokens: row.input_tokens === null ? null : Number(row.input_tokens),
    outputTokens: row.output_tokens === null ? null : Number(row.output_tokens),
    statements: row.statements,
    items: row.action_items,
    fields: row.field_values,
  }
}
