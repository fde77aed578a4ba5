import type { Generated } from 'kysely'

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

interface OauthAuthorizationRequests {
  state_hash: string
  project_id: string
  user_id: string | null
  provider_id: string
  sealed_parameters: string
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
  sealed_link: string | null
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
  /**
   * The credentials that obtained the token: the shared ones, or the client id of the project; null if
   * unknown.
   */
  issued_to: string | null
  scopes: string[]
  expires_at: Date | null
  is_valid: boolean
  claimed_until: Generated<Date | null>
  created_at: Date
}

/** OAuth: linked accounts, pending requests, codes and provider tokens. */
export interface OauthTables {
  oauth_connections: OauthConnections
  oauth_authorization_requests: OauthAuthorizationRequests
  oauth_codes: OauthCodes
  oauth_provider_tokens: OauthProviderTokens
}
