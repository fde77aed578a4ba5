import type { ColumnType, Generated } from 'kysely'

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
  /** How often the refresh token was replaced; 0 if the session keeps its first one. */
  rotation: Generated<number>
  rotated_at: Generated<Date | null>
  second_factor_at: Date | null
  agent: string | null
  impersonation_reason: string | null
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

interface VerificationCodes {
  id: string
  project_id: string
  type: string
  code_hash: string
  nonce_hash: string
  subject: string
  /** The device that requested the code, as a hash; null if any later code cancels it. */
  requester: string | null
  data: ColumnType<unknown, string, string>
  callback_url: string | null
  attempts: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  cancelled_at: Date | null
}

/** Sessions, and codes that create one. */
export interface SessionTables {
  sessions: Sessions
  cli_logins: CliLogins
  verification_codes: VerificationCodes
}
