import type { webhooks } from '@parley/contract/account'
import type { ColumnType, Generated, Kysely } from 'kysely'

/** JSON of any kind. Written as text, because the driver takes arrays for arrays of PostgreSQL. */
export type Json = ColumnType<unknown, string | null, string | null>

/** A row as JSON has it: moments are text. */
export type AsJson<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

interface Projects {
  id: string
  display_name: string
  description: Generated<string>
  is_production_mode: Generated<boolean>
  config: ColumnType<unknown, string, string>
  settings: ColumnType<unknown, string | undefined, string>
  created_at: Date
}

interface ProjectKeySets {
  id: string
  project_id: string
  description: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  publishable_hash: string | null
  publishable_last_four: string | null
  secret_hash: string | null
  secret_last_four: string | null
  admin_hash: string | null
  admin_last_four: string | null
}

interface SigningKeys {
  id: string
  project_id: string
  public_jwk: ColumnType<unknown, string, string>
  sealed_private_jwk: string
  created_at: Date
}

interface Users {
  id: string
  project_id: string
  display_name: string | null
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  is_anonymous: Generated<boolean>
  otp_auth_enabled: Generated<boolean>
  selected_team_id: string | null
  signed_up_at: Date
  /** Kept by the database. */
  search_text: Generated<string>
}

/** The view that answers who somebody is. Columns of the team are null where none is selected. */
interface UserRecords {
  id: string
  project_id: string
  display_name: string | null
  profile_image_url: string | null
  client_metadata: unknown
  client_read_only_metadata: unknown
  server_metadata: unknown
  is_anonymous: boolean
  otp_auth_enabled: boolean
  selected_team_id: string | null
  signed_up_at: Date
  last_active_at: Date
  primary_email: string | null
  primary_email_verified: boolean
  primary_email_auth_enabled: boolean
  has_password: boolean
  has_totp: boolean
  has_passkey: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
  team_display_name: string | null
  team_profile_image_url: string | null
  team_client_metadata: unknown
  team_client_read_only_metadata: unknown
  team_server_metadata: unknown
  team_created_at: Date | null
}

interface UserPasswords {
  user_id: string
  hash: string
  changed_at: Date
}

interface ContactChannels {
  id: string
  project_id: string
  user_id: string
  type: 'email'
  value: string
  is_primary: boolean
  is_verified: boolean
  used_for_auth: boolean
  created_at: Date
}

interface Sessions {
  id: string
  project_id: string
  user_id: string
  refresh_token_hash: string
  is_impersonation: boolean
  created_at: Date
  expires_at: Date
  last_used_at: Date
  last_used_ip: string | null
  authenticated_at: Date | null
  second_factor_at: Date | null
  agent: string | null
  impersonation_reason: string | null
}

interface RecoveryCodes {
  user_id: string
  code_hash: string
  created_at: Date
  used_at: Date | null
}

interface CliLogins {
  id: string
  project_id: string
  polling_hash: string
  login_hash: string
  created_at: Date
  expires_at: Date
  ip: string
  user_agent: string | null
  session_id: string | null
  sealed_refresh_token: string | null
  completed_at: Date | null
  collected_at: Date | null
}

interface UserActivity {
  project_id: string
  user_id: string
  last_active_at: Date
}

interface VerificationCodes {
  id: string
  project_id: string
  type: string
  code_hash: string
  nonce_hash: string
  subject: string
  data: ColumnType<unknown, string, string>
  callback_url: string | null
  attempts: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  cancelled_at: Date | null
}

interface Teams {
  id: string
  project_id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  created_at: Date
}

interface TeamMemberships {
  project_id: string
  team_id: string
  user_id: string
  created_at: Date
  display_name: string | null
  profile_image_url: string | null
}

interface UserTotp {
  user_id: string
  sealed_secret: string
  last_step: Generated<string>
  created_at: Date
}

interface Passkeys {
  user_id: string
  project_id: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  device_type: string
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

interface OauthConnections {
  id: string
  project_id: string
  user_id: string
  provider_id: string
  account_id: string
  email: string | null
  allow_sign_in: boolean
  allow_connected_accounts: boolean
  created_at: Date
}

interface OauthJourneys {
  state_hash: string
  project_id: string
  user_id: string | null
  provider_id: string
  sealed_journey: string
  created_at: Date
  expires_at: Date
}

interface OauthCodes {
  code_hash: string
  project_id: string
  user_id: string
  provider_id: string
  redirect_uri: string
  code_challenge: string
  after_callback_redirect_url: string | null
  is_new_user: boolean
  created_at: Date
  expires_at: Date
  used_at: Date | null
  used_again_at: Date | null
  session_id: string | null
  attempt_id: string | null
}

interface OauthProviderTokens {
  id: string
  connection_id: string
  kind: 'access' | 'refresh'
  sealed_token: string
  scopes: string[]
  expires_at: Date | null
  is_valid: boolean
  claimed_until: Generated<Date | null>
  created_at: Date
}

/** The view that answers how a user can sign in, beside accounts at providers. */
interface WaysIn {
  project_id: string
  user_id: string
  has_otp: boolean
  has_password: boolean
  has_passkey: boolean
  has_sign_in_address: boolean
}

interface ProjectPermissionGrants {
  project_id: string
  user_id: string
  permission_id: string
}

interface WebhookEvents {
  id: string
  project_id: string
  type: string
  data: ColumnType<unknown, string, string>
  created_at: Date
}

interface PermissionDefinitions {
  project_id: string
  id: string
  scope: 'team' | 'project'
  description: string | null
  contained_permission_ids: string[]
}

interface TeamPermissionGrants {
  project_id: string
  team_id: string
  user_id: string
  permission_id: string
}

interface ApiKeys {
  id: string
  project_id: string
  user_id: string | null
  team_id: string | null
  description: string
  is_public: boolean
  key_hash: string
  last_four: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

interface EmailTemplates {
  project_id: string
  id: string
  display_name: string
  tsx_source: string
  theme: string | null
  last_good: Json
  created_at: Date
}

interface EmailThemes {
  project_id: string
  id: string
  display_name: string
  tsx_source: string
  created_at: Date
}

interface SentEmails {
  id: string
  project_id: string
  subject: string
  recipient: string
  sender: ColumnType<unknown, string, string>
  error: string | null
  sent_at: Date
}

interface EmailContents {
  id: string
  project_id: string
  sealed_content: string
  created_at: Date
}

interface RefusedAddresses {
  project_id: string
  address: string
  refused_at: Date
}

interface NotificationPreferences {
  project_id: string
  user_id: string
  category_id: string
  is_enabled: boolean
}

interface TeamInvitations {
  id: string
  project_id: string
  team_id: string
  recipient_email: string
  created_at: Date
  expires_at: Date
}

interface WebhookEndpoints {
  id: string
  project_id: string
  url: string
  description: string
  event_types: (typeof webhooks.webhookEventTypes)[number][] | null
  is_enabled: boolean
  sealed_secret: string
  sealed_previous_secret: string | null
  previous_secret_ends_at: Date | null
  created_at: Date
}

interface WebhookDeliveries {
  id: Generated<string>
  endpoint_id: string
  event_id: string
  state: Generated<'pending' | 'delivered' | 'parked'>
  attempts: Generated<number>
  next_attempt_at: Date | null
  created_at: Date
}

interface WebhookAttempts {
  id: Generated<string>
  delivery_id: string
  at: Date
  duration_ms: number
  status: number | null
  error: string | null
}

interface Images {
  id: string
  project_id: string
  folder: string
  format: 'png' | 'jpg' | 'gif' | 'webp'
  bytes: Buffer
  created_at: Date
}

/** A count without the changes that were not added yet. */
interface Counters {
  project_id: string
  name: string
  count: string
}

interface CounterChanges {
  project_id: string
  name: string
  difference: string
}

interface AiMessages {
  id: Generated<string>
  project_id: string
  thread_id: string
  message: ColumnType<unknown, string, string>
  created_at: Date
}

interface AuditEnds {
  which: 'first' | 'last'
  position: string
  hash: Buffer
  signature: Buffer
}

interface AuditCheckpoints {
  position: string
  hash: Buffer
  signature: Buffer
  at: Date
}

interface SetUpLinks {
  only_one: Generated<boolean>
  token_hash: string
  expires_at: Date
  used_at: Date | null
}

interface AuditEntries {
  id: Generated<string>
  at: Date
  project_id: string | null
  actor_type: string
  actor_id: string | null
  action: string
  outcome: 'success' | 'failure' | 'denied'
  subject_type: string | null
  subject_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
  details: ColumnType<unknown, string, string>
  position: ColumnType<string | null, undefined, string>
  hash: ColumnType<Buffer | null, undefined, Buffer>
}

/** Every table of the schema `accounts`. */
export interface AccountTables {
  projects: Projects
  project_key_sets: ProjectKeySets
  signing_keys: SigningKeys
  users: Users
  user_records: UserRecords
  user_passwords: UserPasswords
  user_totp: UserTotp
  passkeys: Passkeys
  oauth_connections: OauthConnections
  oauth_journeys: OauthJourneys
  oauth_codes: OauthCodes
  oauth_provider_tokens: OauthProviderTokens
  ways_in: WaysIn
  contact_channels: ContactChannels
  sessions: Sessions
  recovery_codes: RecoveryCodes
  cli_logins: CliLogins
  user_activity: UserActivity
  verification_codes: VerificationCodes
  teams: Teams
  team_memberships: TeamMemberships
  permission_definitions: PermissionDefinitions
  team_permission_grants: TeamPermissionGrants
  project_permission_grants: ProjectPermissionGrants
  webhook_events: WebhookEvents
  webhook_endpoints: WebhookEndpoints
  webhook_deliveries: WebhookDeliveries
  webhook_attempts: WebhookAttempts
  api_keys: ApiKeys
  email_templates: EmailTemplates
  email_themes: EmailThemes
  sent_emails: SentEmails
  email_contents: EmailContents
  refused_addresses: RefusedAddresses
  notification_preferences: NotificationPreferences
  team_invitations: TeamInvitations
  images: Images
  counters: Counters
  counter_changes: CounterChanges
  /** Counts and changes together; the sum of a name is how many there are. */
  counts: Counters
  ai_messages: AiMessages
  set_up_links: SetUpLinks
  audit_ends: AuditEnds
  audit_checkpoints: AuditCheckpoints
  audit_entries: AuditEntries
}

/** The tables of the account service; a transaction fits too. */
export type Database = Kysely<AccountTables>
