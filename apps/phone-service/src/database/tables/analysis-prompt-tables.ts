import type { analyses, analysisPrompts, referenceCalls } from '@parley/contract/phone'
import type { ColumnType, JSONColumnType } from 'kysely'
import type { LeasedWork, StoredStatement } from './transcript-tables.ts'

type OutputFields = ColumnType<readonly analysisPrompts.OutputField[], string, string>

export interface AnalysisPromptDraftsTable {
  workspace_id: string
  text: string
  output_fields: OutputFields
  revision: number
  edited_at: Date
  edited_by_user_id: string
  edited_by_name: string | null
}

export interface AnalysisPromptVersionsTable {
  workspace_id: string
  /** From 1, without gaps. */
  number: number
  text: string
  output_fields: OutputFields
  note: string
  author_user_id: string
  author_name: string | null
  created_at: Date
}

export interface PromptTestTables {
  prompt_test_runs: PromptTestRunsTable
  prompt_test_results: PromptTestResultsTable
  reference_calls: ReferenceCallsTable
}

interface PromptTestRunsTable {
  id: string
  workspace_id: string
  text: string
  output_fields: ColumnType<readonly analysisPrompts.OutputField[], string, never>
  purpose: 'test' | 'references'
  /** The latest version at that time. */
  version: number | null
  requested_by: string
  requested_by_name: string | null
  requested_at: Date
  cancelled_at: ColumnType<Date | null, undefined, Date>
}

/** An action item in the result of a test, which no one does. */
export interface TestedItem {
  readonly text: string
  readonly ownerName: string | null
}

/** A transcript that is sent to a model with one of two prompts, and its answer. */
interface PromptTestResultsTable extends LeasedWork {
  id: string
  run_id: string
  call_id: string
  workspace_id: string
  /** The place of the call in the run, from 1. */
  number: number
  prompt: 'draft' | 'published'
  model: ColumnType<string | null, undefined, string>
  host: ColumnType<string | null, undefined, string>
  completed_at: ColumnType<Date | null, undefined, Date>
  took_ms: ColumnType<number | null, undefined, number>
  /** A bigint. */
  input_tokens: ColumnType<string | null, undefined, number | null>
  output_tokens: ColumnType<string | null, undefined, number | null>
  statements: ColumnType<readonly StoredStatement[], undefined, string>
  action_items: ColumnType<readonly TestedItem[], undefined, string>
  field_values: ColumnType<readonly analyses.FieldValue[], undefined, string>
}

interface ReferenceCallsTable {
  call_id: string
  workspace_id: string
  expected: JSONColumnType<referenceCalls.ExpectedValue[], string, string>
  changed_at: Date
  changed_by: string
  changed_by_name: string | null
}
