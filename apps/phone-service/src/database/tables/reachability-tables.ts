import type { mail } from '@parley/contract/phone'
import type { ColumnType, Generated } from 'kysely'

/** Rows about blocked callers, notifications and e-mails. */
export interface ReachabilityTables {
  anonymous_callers: AnonymousCallersTable
  blocked_numbers: BlockedNumbersTable
  mail_servers: MailServersTable
  mail_rules: MailRulesTable
  call_summary_mails: CallSummaryMailsTable
  missed_call_mails: MissedCallMailsTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  voicemails: VoicemailsTable
  workspace_mails: WorkspaceMailsTable
}

interface VoicemailsTable {
  call_id: string
  workspace_id: string
  /** The owner; null for a message for the workspace. */
  user_id: string | null
  created_at: Date
  dealt_with_at: Date | null
  dealt_with_by_name: string | null
}

interface AnonymousCallersTable {
  workspace_id: string
  are_blocked: boolean
}

interface BlockedNumbersTable {
  id: string
  workspace_id: string
  /** Empty for a number that the workspace blocks, the user's id for one that a member blocks. */
  scope: string
  number: string
  blocked_by: string
  blocked_by_name: string | null
  created_at: Date
}

interface PushKeysTable {
  /** The table has one row. */
  is_only: Generated<boolean>
  /** An uncompressed point of P-256, base64url. */
  public_key: string
  private_key_encrypted: string
}

/** The browser of a user, whose push service notifies it. */
interface PushSubscriptionsTable {
  user_id: string
  device_id: string
  /** Deleted with the session. */
  session_id: string
  /** The workspaces of the user when the browser was last open. */
  workspace_ids: string[]
  endpoint_hash: string
  /** Endpoint and keys, which let their holder send notifications. */
  target_encrypted: string
  locale: string
  updated_at: Date
}

/** The missed calls that are, or will be, part of an e-mail to a user. */
interface MissedCallMailsTable {
  workspace_id: string
  user_id: string
  call_id: string
  /** Null until the e-mail is sent. */
  sent_at: Date | null
}

interface MailServersTable {
  workspace_id: string
  host: string
  port: number
  security: mail.MailSecurity
  /** Null: the server needs no authentication. */
  username: string | null
  password_encrypted: string | null
  sender_name: string
  sender_address: string
  /** Null: replies go to the sender address. */
  reply_to: string | null
  changed_at: Date
}

/** Which members get which e-mails. */
interface MailRulesTable {
  workspace_id: string
  summaries: 'no-one' | 'user' | 'administrators' | 'members'
  summary_member_ids: string[]
  /** Analyses that were complete before are not mailed by themselves. */
  summaries_since: Date
  missed_calls: 'off' | 'own' | 'all'
  changed_at: Date
}

/**
 * An analysis that a member has got by e-mail. The row with the id of the workspace in place of the user states that the
 * recipients have been chosen.
 */
interface CallSummaryMailsTable {
  analysis_id: string
  user_id: string
  workspace_id: string
  sent_at: Date
}

interface WorkspaceMailsTable {
  id: string
  workspace_id: string
  user_id: string
  kind: mail.SentMail['kind']
  /** The calls that it is about. */
  call_ids: ColumnType<string[], string[] | undefined, never>
  /** The analysis that it contains; null for other e-mails, and for those that earlier programs stored. */
  analysis_id: ColumnType<string | null, string | null | undefined, never>
  recipient: string
  subject: string
  /** Null once the e-mail was accepted. */
  content_encrypted: string | null
  state: Generated<mail.SentMail['state']>
  attempts: Generated<number>
  created_at: Date
  /** When it is sent next. */
  due_at: Date
  /** A node is sending it until then at most. */
  leased_until: ColumnType<Date | null, undefined, Date | null>
  problem: ColumnType<mail.MailProblem | null, undefined, mail.MailProblem | null>
  /** The last reply of the server. */
  reply: ColumnType<string | null, undefined, string | null>
}
