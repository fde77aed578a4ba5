import type { AnnouncementLanguage } from '@parley/call-engine'
import type { ApiKeyScope } from '@parley/contract/phone'
import type { AuditTables } from '@parley/server/audit'
import type { ColumnType, Generated } from 'kysely'
import type {
  AnalysisPromptDraftsTable,
  AnalysisPromptVersionsTable,
  PromptTestTables,
} from './tables/analysis-prompt-tables.ts'
import type { AnnouncementTables } from './tables/announcement-tables.ts'
import type {
  CallCommentsTable,
  CallEventsTable,
  CallMetricsTable,
  CallsTable,
  CallTimersTable,
  DataProtectionTables,
  MissedCallsSeenTable,
  RecordingsTable,
  SipDialogsTable,
} from './tables/call-tables.ts'
import type { ContactImportTables } from './tables/contact-import-tables.ts'
import type { ContactTables } from './tables/contact-tables.ts'
import type { ReachabilityTables } from './tables/reachability-tables.ts'
import type { RoutingTables } from './tables/routing-tables.ts'
import type { TranscriptTables } from './tables/transcript-tables.ts'
import type { TrunkTables } from './tables/trunk-tables.ts'
import type { UserSettingsTable } from './tables/user-tables.ts'
import type { SelfTestTables, VerificationTables } from './tables/verification-tables.ts'
import type { WebhookTables } from './tables/webhook-tables.ts'

/** Rows of the database. Each table is read and written by its module, and by the erasure of personal data. */
export interface PhoneTables
  extends AnnouncementTables,
    AuditTables,
    ContactImportTables,
    ContactTables,
    DataProtectionTables,
    PromptTestTables,
    ReachabilityTables,
    RoutingTables,
    SelfTestTables,
    TranscriptTables,
    TrunkTables,
    VerificationTables,
    WebhookTables {
  api_key_scopes: ApiKeyScopesTable
  audio_playbacks: AudioPlaybacksTable
  nodes: NodesTable
  personal_numbers: PersonalNumbersTable
  released_numbers: ReleasedNumbersTable
  calling_limits: CallingLimitsTable
  call_refusals: CallRefusalsTable
  daily_limits: DailyLimitsTable
  emergency_routes: EmergencyRoutesTable
  emergency_slots: UserSlotsTable
  answered_slots: UserSlotsTable
  call_charges: CallChargesTable
  price_tables: PriceTablesTable
  prices: PricesTable
  calls: CallsTable
  analysis_prompt_drafts: AnalysisPromptDraftsTable
  analysis_prompt_versions: AnalysisPromptVersionsTable
  call_comments: CallCommentsTable
  call_events: CallEventsTable
  call_metrics: CallMetricsTable
  call_timers: CallTimersTable
  sip_dialogs: SipDialogsTable
  missed_calls_seen: MissedCallsSeenTable
  recordings: RecordingsTable
  deleted_workspaces: DeletedWorkspacesTable
  deleted_users: DeletedUsersTable
  due_deletions: DueDeletionsTable
  ended_sessions: EndedSessionsTable
  user_settings: UserSettingsTable
  omitted_denials: OmittedDenialsTable
}

interface ApiKeyScopesTable {
  /** Of the account service. */
  key_id: string
  workspace_id: string
  scopes: ApiKeyScope[]
  /** The same for all keys whose scopes one administrator has chosen, also when they have left: a hash of their id. */
  limit_group: string
}

interface OmittedDenialsTable {
  source: string
  /** A bigint. */
  omitted: string
  since: Date
  ends_at: Date
}

/** Data that is deleted when a user leaves a workspace, or when their account is claimed. */
interface DueDeletionsTable {
  id: string
  user_id: string
  /** The workspace that the user has left; null when the account was claimed. */
  workspace_id: string | null
  /** When data was saved that is deleted, at the latest; null for all data. */
  until: Date | null
  due_at: Date
}

/** A workspace that no longer exists in the account service, until all its data is deleted. */
interface DeletedWorkspacesTable {
  workspace_id: string
  deleted_at: Date
  /** When its data is deleted again. */
  due_at: Date
}

/** A user who no longer exists in the account service, until nothing writes data for them any more. */
interface DeletedUsersTable {
  user_id: string
  deleted_at: Date
  /** When their data is deleted again. */
  due_at: Date
}

interface EndedSessionsTable {
  session_id: string
  ended_at: Date
}

interface AudioPlaybacksTable {
  user_id: string
  subject_id: string
  action:
    | 'recording.played'
    | 'recording.downloaded'
    | 'transcript.read'
    | 'transcript.exported'
    | 'analysis.read'
  /** Until then, further requests of the user for the same audio are not audited. */
  audited_until: Date
}

interface NodesTable {
  id: string
  /** Increased when the node starts, and when another node has ended its calls. */
  epoch: Generated<number>
  started_at: Date
  heartbeat_at: Date
}

interface PersonalNumbersTable {
  number: string
  workspace_id: string
  user_id: string
  /** The name of the user when they last opened the phone. */
  user_name: string | null
  created_at: Date
}

/** A number of the simulated telephone network whose user has left. */
interface ReleasedNumbersTable {
  number: string
  released_at: Date
}

interface CallingLimitsTable {
  workspace_id: string
  home_country: string
  allowed_countries: string[]
  calls_per_minute: number
  concurrent_calls: number
  caller_name: string | null
  home_country_chosen: Generated<boolean>
  /** Null until an administrator has chosen it. */
  language: AnnouncementLanguage | null
  /** Starts of the last minute; stored in this row so that one statement can check and count. */
  recent_starts: Date[]
  /** Ids of the reserved call slots. */
  slot_ids: string[]
}

interface CallRefusalsTable {
  id: Generated<string>
  workspace_id: string
  user_id: string | null
  at: Date
  dialled: string
  /** The dialled number in E.164; null when it was not understood. */
  number: ColumnType<string | null, string | null | undefined, string | null>
  /** The digits that were dialled, without those that followed; null until an earlier row is converted. */
  line: ColumnType<string | null, string | undefined, string>
  code: string
  cap: number | null
}

/** An active emergency call, or a browser that answers an incoming call. */
interface UserSlotsTable {
  slot_id: string
  workspace_id: string
  user_id: string
}

interface EmergencyRoutesTable {
  workspace_id: string
  trunk_id: string
  address: string
  test_number: string
  tested_at: Date | null
  changed_at: ColumnType<Date, Date | undefined>
}

interface DailyLimitsTable {
  workspace_id: string
  minutes_per_day: number | null
  /** In currency units. */
  spend_per_day: number | null
  time_zone: string
}

/** A leg that a trunk of the workspace dialled, with its price then. Amounts are in millionths. */
interface CallChargesTable {
  leg_id: string
  call_id: string
  workspace_id: string
  user_id: string | null
  number: string
  country: string | null
  /** The date in the time zone of the workspace when the leg was dialled: `2026-11-23`. */
  day: string
  /** Null when no price matched. */
  currency: string | null
  per_minute_micros: ColumnType<string | null, number | null, never>
  setup_fee_micros: ColumnType<string | null, number | null, never>
  first_seconds: number | null
  increment_seconds: number | null
  /** How long the leg may take, of the limits per day. */
  reserved_seconds: number
  /** Null until the trunk has answered, and for legs of earlier versions. */
  answered_at: ColumnType<Date | null, never, Date>
  /** The time from the answer to the end, rounded up; null until the leg has left. */
  seconds: number | null
  /** Of `seconds`, or of the reserved time before. */
  cost_micros: ColumnType<string, number, number>
}

interface PriceTablesTable {
  workspace_id: string
  currency: string
  row_count: number
  updated_at: Date
}

/** Amounts are in millionths of the currency unit. */
interface PricesTable {
  workspace_id: string
  /** Digits of E.164, without the plus sign. */
  prefix: string
  name: string
  per_minute_micros: ColumnType<string, number, number>
  setup_fee_micros: ColumnType<string, number, number>
  first_seconds: number
  increment_seconds: number
}
