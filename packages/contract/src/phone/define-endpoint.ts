import type { EndpointDefinition } from '../endpoint.ts'
import type { ApiKeyScope } from './access/api-key-scopes.ts'
import type { PhoneErrorCode } from './error-table.ts'

/**
 * The access that an endpoint requires:
 *
 * - `public`: none;
 * - `member`: a signed-in member of the workspace;
 * - `phone_admin`: a member with the team permission `phone_admin`.
 */
export type PhoneAccess = 'public' | 'member' | 'phone_admin'

/**
 * Names of the rate limits per user, or per network for public endpoints. The phone service defines their
 * numbers.
 */
export type PhoneRateLimit =
  | 'reads'
  | 'searches'
  | 'changes'
  | 'contact-changes'
  | 'contact-imports'
  | 'contact-previews'
  | 'calls'
  | 'call-starts'
  | 'call-actions'
  | 'trunk-changes'
  | 'client-config'
  | 'audio'
  | 'price-uploads'
  | 'exports'
  | 'announcement-uploads'

/** Any endpoint of the phone API. Each has a rate limit. */
export type PhoneEndpointDefinition = EndpointDefinition<PhoneAccess, PhoneErrorCode, PhoneRateLimit> & {
  readonly rateLimit: PhoneRateLimit
  /** The scope that an API key needs. Without it, no API key can use the endpoint. */
  readonly apiKeyScope?: ApiKeyScope
}

/** The access token of the account service. The phone API does not use cookies. */
export const accessTokenHeader = 'x-stack-access-token'

/** The workspace (a team id). Defaults to the selected team of the user. */
export const workspaceHeader = 'x-parley-workspace'

export const definePhoneEndpoint = <const E extends PhoneEndpointDefinition>(definition: E): E => definition
