import type { JsonValue } from '@parley/call-engine'
import type { callMetrics, erasures } from '@parley/contract/phone'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CallState } from '../../call-state/index.ts'

export interface CallsTable {
  id: string
  workspace_id: string
  /** The node that runs the call, and its epoch then. */
  node_id: string
  epoch: Generated<number>
  /** Increased with each write of the call's state. */
  version: Generated<number>
  /** Number of the last event in `call_events`. */
  event_number: Generated<number>
  /** Number of the last event of the engine that was applied. */
  engine_event_number: Generated<number>
  /** The call that began the conference; the call itself unless it was added to that of another member. */
  conference_id: string
  /** The leg of another call that dialled this call. */
  inviting_leg_id: string | null
  direction: 'outgoing' | 'incoming'
  number: string | null
  caller_name: string | null
  own_number: string | null
  country: string | null
  /** The user whose number was called; null for a number of the workspace, and for outgoing calls. */
  ring_user_id: string | null
  user_id: string | null
  user_name: string | null
  /**
   * The users who took part in the call or for whom alone it rang; the id of the workspace while it rings for
   * all members and after they missed it.
   */
  owner_ids: ColumnType<string[], string[] | undefined, string[]>
  phase: string
  state: JSONColumnType<CallState>
  started_at: Date
  answered_at: Date | null
  ended_at: Date | null
  end_reason: string | null
  has_recording: ColumnType<boolean, boolean | undefined, boolean>
  notes: ColumnType<string, string | undefined, string>
  tags: ColumnType<string[], string[] | undefined, string[]>
  /** The tags as they are compared: in lower case. */
  tag_keys: ColumnType<string[], string[] | undefined, string[]>
  /** The member to whom the ended call is assigned for follow-up. */
  assigned_user_id: ColumnType<string | null, undefined, string | null>
  assigned_user_name: ColumnType<string | null, undefined, string | null>
  assigned_at: ColumnType<Date | null, undefined, Date | null>
  assigned_by_name: ColumnType<string | null, undefined, string | null>
  follow_up_done_at: ColumnType<Date | null, undefined, Date | null>
  follow_up_done_by_name: ColumnType<string | null, undefined, string | null>
  /** When the data of a party was erased. */
  erased_at: ColumnType<Date | null, undefined, Date>
  /** All call slots that the call has reserved. They are released when it ends. */
  slot_ids: string[]
  /** The numbers of all participants. */
  numbers: string[]
  /** The numbers, each after the id of the workspace. */
  number_keys: ColumnType<string[], string[] | undefined, string[]>
  search_text: ColumnType<string, string | undefined, string>
}

export interface CallCommentsTable {
  id: string
  call_id: string
  workspace_id: string
  user_id: string
  /** The name of the user when they wrote the comment. */
  user_name: string | null
  text: string
  created_at: Date
  edited_at: ColumnType<Date | null, undefined, Date>
  search_text: string
}

/** The numbers computed from the audio of a call. */
export interface CallMetricsTable {
  call_id: string
  workspace_id: string
  state: 'waiting' | 'ready' | 'too-short' | 'failed'
  /** When they are computed next; while that runs, when another attempt may begin. */
  due_at: Date
  attempts: Generated<number>
  metrics: ColumnType<callMetrics.CallMetrics | null, undefined, string>
  computed_at: ColumnType<Date | null, undefined, Date>
}

/** The events that have changed a call, numbered from 1. */
export interface CallEventsTable {
  call_id: string
  number: number
  at: Date
  type: string
  /** The other properties of the event. */
  data: ColumnType<unknown, string, string>
}

export interface CallTimersTable {
  call_id: string
  /** Unique within the call. */
  name: string
  /** The node that runs the call, and its epoch then. */
  node_id: string
  epoch: number
  due_at: Date
  data: ColumnType<unknown, string, string>
}

export interface SipDialogsTable {
  leg_id: string
  call_id: string
  /** The node that runs the call; once it is lost, the node that ends it at the far end. */
  node_id: string
  trunk_id: string
  dialog: ColumnType<JsonValue, string, string>
  /** When another node, or the next process of this one, ended the call. */
  lost_at: ColumnType<Date | null, undefined, Date>
}

export interface MissedCallsSeenTable {
  workspace_id: string
  user_id: string
  seen_at: Date
}

export interface RecordingsTable {
  id: string
  call_id: string
  workspace_id: string
  leg_id: string
  node_id: string
  /** Key of the object with the audio. Never part of an API response. */
  location: string
  stored_in: 'spool' | 'disk' | 's3'
  started_at: Date
  duration_ms: number
  size_bytes: ColumnType<string, number, number>
  state: 'writing' | 'finished' | 'recovered' | 'lost'
  /** When a user deleted it. The row exists until the object is deleted. */
  deleted_at: ColumnType<Date | null, undefined, Date>
}

/** Rows about the deletion of data. */
export interface DataProtectionTables {
  erasures: ErasuresTable
  erasure_calls: ErasureCallsTable
  erasure_mentions: ErasureMentionsTable
  retention_periods: RetentionPeriodsTable
}

/** After how many days the data of calls is deleted; null: never. */
interface RetentionPeriodsTable {
  workspace_id: string
  recording_days: number | null
  voicemail_days: number | null
  transcript_days: number | null
  call_days: number | null
  /** When expired data is deleted next. */
  due_at: Date
}

/** The erasure of the data of a number or of a former member. When it is complete, the row is its receipt. */
interface ErasuresTable {
  id: string
  workspace_id: string
  subject: erasures.Erasure['subject']
  /** The number or the id of the user; null once the erasure is complete. */
  subject_encrypted: string | null
  /** A keyed hash of the number or the id of the user. */
  fingerprint: string
  last_digits: string | null
  requested_by: string
  requested_by_name: string | null
  requested_at: Date
  /** When a node takes it next. A node that has taken it has set this to the end of its lease. */
  due_at: Date
  /** Failures in succession. */
  attempts: ColumnType<number, undefined, number>
  problem: ColumnType<erasures.Erasure['problem'], undefined, erasures.Erasure['problem']>
  counts: JSONColumnType<Partial<erasures.ErasureCounts>, string | undefined, string>
  completed_at: ColumnType<Date | null, undefined, Date>
  /** Of a complete erasure that has not erased all. Apart from `problem`, whose values earlier versions know. */
  outcome: ColumnType<'audio-lost' | 'member-again' | null, undefined, 'audio-lost' | 'member-again' | null>
  /** The start and the id of the last call that was searched for the number, from the latest call back. */
  searched_start: ColumnType<Date | null, undefined, never>
  searched_id: ColumnType<string | null, undefined, string>
  /** Whether all calls were searched. */
  has_searched: ColumnType<boolean, undefined, boolean>
}

/** A call whose data is being erased. */
interface ErasureCallsTable {
  erasure_id: string
  call_id: string
  is_erased: ColumnType<boolean, undefined, boolean>
  /** When it last could not be erased: other calls are erased before it. */
  failed_at: ColumnType<Date | null, undefined, Date>
}

/** A call that has the number of an erasure although the number was no party of it, until it is changed. */
interface ErasureMentionsTable {
  erasure_id: string
  call_id: string
  /** When it last could not be changed: other calls are changed before it. */
  failed_at: ColumnType<Date | null, undefined, Date>
}
