import type { analyses } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { StoredStatement } from '../../database/tables/transcript-tables.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface NewAnalysis {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  /** Of the prompt. */
  readonly version: number
  /** Null: without a request of a user. */
  readonly requestedBy: { readonly userId: string; readonly name: string | null } | null
  readonly requestedAt: Date
}

/** The answer of a model. */
export interface AnalysisResult {
  readonly model: string
  readonly host: string
  readonly completedAt: Date
  readonly tookMs: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly statements: readonly StoredStatement[]
  readonly fields: readonly analyses.FieldValue[]
}

export interface StoredAnalysis {
  readonly id: string
  readonly version: number
  readonly requestedByName: string | null
  readonly requestedAt: Date
  readonly state: 'waiting' | 'done' | 'failed'
  readonly attempts: number
  readonly isTaken: boolean
  readonly dueAt: Date
  readonly problem: string | null
  /** Null until the model has answered. */
  readonly result: AnalysisResult | null
}

/** Inserts an analysis that waits for its turn. Returns false when another one of the call is unfinished. */
export async function insertAnalysis(
  transaction: Database,
  { id, callId, workspaceId, version, requestedBy, requestedAt }: NewAnalysis,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('call_analyses')
    .values({
      id,
      call_id: callId,
      workspace_id: workspaceId,
      version,
      requested_by: requestedBy?.userId ?? null,
      requested_by_name: requestedBy?.name ?? null,
      requested_at: requestedAt,
      state: 'waiting',
      due_at: requestedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Counts the analyses of a call that have not failed. */
export async function countAnalyses(database: Database, callId: string): Promise<number> {
  const { count } = await database
    .selectFrom('call_analyses')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('call_id', '=', callId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasUnfinishedAnalysis(database: Database, callId: string): Promise<boolean> {
  const row = await database
    .selectFrom('call_analyses')
    .select('id')
    .where('call_id', '=', callId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the analyses of a call that have no result. */
export async function deleteFailedAnalyses(transaction: Database, callId: string): Promise<void> {
  await transaction
    .deleteFrom('call_analyses')
    .where('call_id', '=', callId)
    .where('state', '=', 'failed')
    .execute()
}

/** Deletes an analysis of a call with its action items. Returns the version of its prompt, or null. */
export async function deleteAnalysisRow(
  transaction: Database,
  callId: string,
  id: string,
): Promise<number | null> {
  const row = await transaction
    .deleteFrom('call_analyses')
    .where('call_id', '=', callId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** Returns the analyses of a call, the latest first. */
export async function listAnalyses(database: Database, callId: string): Promise<StoredAnalysis[]> {
  const rows = await database
    .selectFrom('call_analyses')
    .selectAll()
    .where('call_id', '=', callId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toAnalysis)
}

interface CompletePeriod {
  readonly workspaceId: string
  readonly since: Date
  readonly max: number
}

/** Returns the analyses of a workspace that have become complete since a time, the latest first. */
export async function listCompleteAnalyses(
  database: Database,
  { workspaceId, since, max }: CompletePeriod,
): Promise<{ readonly id: string; readonly callId: string }[]> {
  return await database
    .selectFrom('call_analyses')
    .select(['id', 'call_id as callId'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'done')
    .where('completed_at', '>=', since)
    .orderBy('completed_at', 'desc')
    .limit(max)
    .execute()
}

/** Saves the answer of an analysis whose attempt has ended. */
export async function saveResult(transaction: Database, id: string, result: AnalysisResult): Promise<void> {
  await transaction
    .updateTable('call_analyses')
    .set({
      model: result.model,
      host: result.host,
      completed_at: result.completedAt,
      took_ms: result.tookMs,
      input_tokens: result.inputTokens,
      output_tokens: result.outputTokens,
      statements: JSON.stringify(result.statements),
      field_values: JSON.stringify(result.fields),
    })
    .where('id', '=', id)
    .execute()
}

type AnalysisRow = Selectable<PhoneTables['call_analyses']>

function toAnalysis(row: AnalysisRow): StoredAnalysis {
  return {
    id: row.id,
    version: row.version,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at,
    state: row.state,
    attempts: row.attempts,
    isTaken: row.leased_by !== null,
    dueAt: row.due_at,
    problem: row.problem,
    result: toResult(row),
  }
}

function toResult(row: AnalysisRow): AnalysisResult | null {
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
    fields: row.field_values,
  }
}
