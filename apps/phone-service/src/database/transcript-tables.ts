import type { ColumnType, JSONColumnType } from 'kysely'

export interface TranscriptTables {
  model_providers: ModelProvidersTable
  transcriptions: TranscriptionsTable
  transcription_tracks: TranscriptionTracksTable
  transcription_chunks: TranscriptionChunksTable
  transcript_lines: TranscriptLinesTable
  transcript_edits: TranscriptEditsTable
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
  changed_at: Date
}

interface TranscriptionsTable {
  call_id: string
  workspace_id: string
  /** Null: without a request of a user. */
  requested_by: string | null
  requested_at: Date
}

/** Work of which a node takes one piece at a time, for a limited time. */
export interface LeasedWork {
  state: ColumnType<'waiting' | 'done' | 'failed', 'waiting', 'waiting' | 'done' | 'failed'>
  attempts: ColumnType<number, undefined, number>
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
