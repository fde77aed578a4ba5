import type { analyses } from '@parley/contract/phone'
import type { ColumnType, JSONColumnType } from 'kysely'
import type { LeasedWork } from './transcript-tables.ts'

export interface CallAnalysisTables {
  call_analyses: CallAnalysesTable
  action_items: ActionItemsTable
}

/** The time of a line of a transcript, in epoch milliseconds. */
export interface StoredSource {
  readonly startsAt: number
  readonly endsAt: number
}

export interface StoredStatement {
  readonly text: string
  readonly sources: readonly StoredSource[]
}

/** A transcript that is sent to a model, and its answer. */
interface CallAnalysesTable extends LeasedWork {
  id: string
  call_id: string
  workspace_id: string
  /** Of the prompt. */
  version: number
  /** Null: without a request of a user. */
  requested_by: string | null
  requested_by_name: string | null
  requested_at: Date
  model: ColumnType<string | null, undefined, string>
  host: ColumnType<string | null, undefined, string>
  completed_at: ColumnType<Date | null, undefined, Date>
  took_ms: ColumnType<number | null, undefined, number>
  /** A bigint. */
  input_tokens: ColumnType<string | null, undefined, number | null>
  output_tokens: ColumnType<string | null, undefined, number | null>
  statements: ColumnType<readonly StoredStatement[], undefined, string>
  field_values: ColumnType<readonly analyses.FieldValue[], undefined, string>
}

interface ActionItemsTable {
  id: string
  analysis_id: string
  call_id: string
  workspace_id: string
  /** Its place in the analysis, from 1. */
  number: number
  text: string
  owner_user_id: string | null
  owner_name: string | null
  /** A day, as in ISO 8601: without a time zone. */
  due_on: string | null
  sources: JSONColumnType<StoredSource[], string, never>
  done_at: ColumnType<Date | null, undefined, Date | null>
  done_by_name: ColumnType<string | null, undefined, string | null>
  edited_at: ColumnType<Date | null, undefined, Date | null>
  edited_by_name: ColumnType<string | null, undefined, string | null>
}
