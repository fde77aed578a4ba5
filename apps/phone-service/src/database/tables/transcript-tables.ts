import type { analyses } from '@parley/contract/phone'
import type { ColumnType, JSONColumnType } from 'kysely'

export interface TranscriptTables {
  model_providers: ModelProvidersTable
  transcriptions: TranscriptionsTable
  transcription_tracks: TranscriptionTracksTable
  transcription_chunks: TranscriptionChunksTable
  transcript_lines: TranscriptLinesTable
  transcript_edits: TranscriptEditsTable
  call_analyses: CallAnalysesTable
  action_items: ActionItemsTable
}

interface ModelProvidersTable {
  workspace_id: string
  purpose: 'transcription' | 'analysis'
  base_url: string
  api_key_encrypted: string | null
  api_key_last_four: string | null
  model: string
  /** Null: the provider recognizes it. */
  language: string | null
  /** Null: calls are processed on request only. */
  automatic_since: Date | null
  /** The user who has chosen it; null: unknown. */
  configured_by: string | null
  changed_at: Date
}

interface TranscriptionsTable {
  call_id: string
  workspace_id: string
  /** Null: without a request of a user. */
  requested_by: string | null
  requested_at: Date
  /** The last deletion of an analysis by a user. */
  analysis_deleted_at: ColumnType<Date | null, undefined, Date>
}

/** Work of which a node takes one piece at a time, for a limited time. */
export interface LeasedWork {
  state: ColumnType<'waiting' | 'done' | 'failed', 'waiting', 'waiting' | 'done' | 'failed'>
  attempts: ColumnType<number, undefined, number>
  /** Attempts since the last one that ended, with the one that runs. */
  unended_attempts: ColumnType<number, undefined, number>
  /** When it is taken again. */
  due_at: Date
  /** The node that has taken it. */
  leased_by: ColumnType<string | null, undefined, string | null>
  leased_until: ColumnType<Date | null, undefined, Date | null>
  /** The cause of the last failure: a problem of the contract. */
  problem: ColumnType<string | null, undefined, string | null>
}

/** A recording whose speech is found. */
interface TranscriptionTracksTable extends LeasedWork {
  recording_id: string
  call_id: string
  workspace_id: string
}

/** A part of a recording that is sent to the provider. */
interface TranscriptionChunksTable extends LeasedWork {
  id: string
  recording_id: string
  call_id: string
  workspace_id: string
  /** The spans of speech within the recording, in milliseconds. */
  spans: JSONColumnType<{ startMs: number; endMs: number }[], string, never>
}

interface TranscriptLinesTable {
  id: string
  call_id: string
  workspace_id: string
  recording_id: string
  leg_id: string
  starts_at: Date
  ends_at: Date
  text: string
  language: string | null
  /** Times are milliseconds since the start of the line. */
  words: JSONColumnType<{ text: string; startMs: number; endMs: number }[], string, string>
  edited_at: ColumnType<Date | null, undefined, Date>
  edited_by_name: ColumnType<string | null, undefined, string | null>
  search_text: string
}

interface TranscriptEditsTable {
  line_id: string
  /** Consecutive within the line, from 1. */
  number: number
  at: Date
  user_id: string
  user_name: string | null
  previous_text: string
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
