import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

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
  /** A request for a code does not enable sign-in with codes. */
  otp_auth_disabled_by_user: Generated<boolean>
  selected_team_id: string | null
  signed_up_at: Date
  /** Maintained by triggers. */
  search_text: Generated<string>
}

/** View of users with their related data. Team columns are null if no team is selected. */
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

interface UserTotp {
  user_id: string
  sealed_secret: string
  last_step: Generated<string>
  created_at: Date
  /** Null if a server set it, and before 0042. */
  set_by_session_id: string | null
}

interface RecoveryCodes {
  user_id: string
  code_hash: string
  created_at: Date
  used_at: Date | null
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

/** View of the sign-in methods of a user, except linked accounts. */
interface SignInMethods {
  project_id: string
  user_id: string
  has_otp: boolean
  has_password: boolean
  has_passkey: boolean
  has_sign_in_email: boolean
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
  /** The address will sign in once it is verified. */
  sign_in_requested: Generated<boolean>
  /** The person who opened the link of the verification e-mail may be another one than the user. */
  verified_without_session: Generated<boolean>
  created_at: Date
}

interface UserActivity {
  project_id: string
  user_id: string
  last_active_at: Date
}

/** Users, their sign-in methods and contact channels. */
export interface UserTables {
  users: Users
  user_records: UserRecords
  user_passwords: UserPasswords
  user_totp: UserTotp
  recovery_codes: RecoveryCodes
  passkeys: Passkeys
  sign_in_methods: SignInMethods
  contact_channels: ContactChannels
  user_activity: UserActivity
}
