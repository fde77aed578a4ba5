import type { JsonValue, TrunkState } from '@parley/call-engine'
import type { AuditTables } from '@parley/server/audit'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CallState } from '../call-state/index.ts'

/** Rows of the database. Each table is read and written by one file only. */
export interface PhoneTables extends AuditTables {
  audio_playbacks: AudioPlaybacksTable
  nodes: NodesTable
  personal_numbers: PersonalNumbersTable
  calling_limits: CallingLimitsTable
  call_refusals: CallRefusalsTable
  calls: CallsTable
  sip_dialogs: SipDialogsTable
  missed_calls_seen: MissedCallsSeenTable
  recordings: RecordingsTable
  contacts: ContactsTable
  contact_numbers: ContactNumbersTable
  trunks: TrunksTable
  trunk_leases: TrunkLeasesTable
  trunk_numbers: TrunkNumbersTable
  trunk_addresses: TrunkAddressesTable
  ended_sessions: EndedSessionsTable
  omitted_denials: OmittedDenialsTable
}

interface OmittedDenialsTable {
  source: string
  /** A bigint. */
  omitted: string
  since: Date
  ends_at: Date
}

interface EndedSessionsTable {
  session_id: string
  ended_at: Date
}

interface AudioPlaybacksTable {
  user_id: string
  subject_id: string
  action: 'recording.played' | 'recording.downloaded'
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

interface CallingLimitsTable {
  workspace_id: string
  home_country: string
  allowed_countries: string[]
  calls_per_minute: number
  concurrent_calls: number
  caller_name: string | null
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
  code: string
  cap: number | null
}

interface CallsTable {
  id: string
  workspace_id: string
  /** The node that runs the call, and its epoch then. */
  node_id: string
  epoch: Generated<number>
  /** Increased with each write of the call's state. */
  version: Generated<number>
  /** The call that began the conference; the call itself unless it was added to that of another member. */
  conference_id: string
  /** The leg of another call that dialled this call. */
  inviting_leg_id: string | null
  direction: 'outgoing' | 'incoming'
  number: string | null
  caller_name: string | null
  own_number: string | null
  country: string | null
  /** The user for whom the call rings; null when it rings for all members, and for outgoing calls. */
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
  /** All call slots that the call has reserved. They are released when it ends. */
  slot_ids: string[]
  /** The numbers of all participants. */
  numbers: string[]
  search_text: ColumnType<string, string | undefined, string>
}

interface SipDialogsTable {
  leg_id: string
  call_id: string
  /** The node that runs the call; once it is lost, the node that ends it at the far end. */
  node_id: string
  trunk_id: string
  dialog: ColumnType<JsonValue, string, string>
  /** When another node, or the next process of this one, ended the call. */
  lost_at: ColumnType<Date | null, undefined, Date>
}

interface MissedCallsSeenTable {
  workspace_id: string
  user_id: string
  seen_at: Date
}

interface RecordingsTable {
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

interface StoredPhone {
  number: string
  typed: string
  extension: string | null
  label: string
}

interface ContactsTable {
  id: string
  workspace_id: string
  owner_user_id: string
  visibility: 'shared' | 'private'
  name: string
  company: string
  role: string
  phones: JSONColumnType<StoredPhone[]>
  emails: JSONColumnType<{ address: string; label: string }[]>
  tags: string[]
  notes: string
  search_text: string
  sort_key: string
  version: number
  created_at: Date
  updated_at: Date
}

interface ContactNumbersTable {
  workspace_id: string
  /** Empty for a shared contact, the owner's id for a private one: a number is unique within it. */
  scope: string
  number: string
  contact_id: string
}

interface TrunksTable {
  id: string
  workspace_id: string
  name: string
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  username: string | null
  password_encrypted: string | null
  password_last_four: string | null
  registration: 'register' | 'none'
  outbound_proxy: string | null
  media_encryption: 'off' | 'sdes'
  allows_short_numbers: boolean
  /** Replaced with each change. */
  revision: Generated<string>
  created_at: Date
}

/** The node that registers a trunk. */
interface TrunkLeasesTable {
  trunk_id: string
  node_id: string
  epoch: number
  /** The state of the registration, for the other nodes. */
  state: ColumnType<TrunkState | null, string | null, string | null>
}

interface TrunkNumbersTable {
  workspace_id: string
  number: string
  trunk_id: string
  position: number
}

interface TrunkAddressesTable {
  trunk_id: string
  /** An IP address to which a host of the trunk resolves. */
  address: string
}
