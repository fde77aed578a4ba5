import { createEndpointDefiner, type EndpointDefinition } from '../endpoint.ts'
import type { KnownErrorCode } from '../error-table.ts'

/**
 * The access that an endpoint requires:
 *
 * - `public`: none;
 * - `client`: a publishable client key, with or without a signed-in user, or server or admin access;
 * - `server`: a secret server key, or admin access;
 * - `admin`: a super secret admin key, or an owner of the project.
 */
export type AccountAccess = 'public' | 'client' | 'server' | 'admin'

/**
 * Names of the rate limits per network. The account service defines their numbers. Servers are exempt: they
 * act for many users from one IP address.
 */
export type AccountRateLimit =
  | 'sign-up'
  | 'sign-in'
  | 'password-change'
  | 'code-mails'
  | 'contact-channels'
  | 'codes'
  | 'second-factor'
  | 'provider'
  | 'passkey-starts'
  | 'passkeys'
  | 'cli-starts'
  | 'cli-polls'
  | 'cli-approvals'
  | 'unsubscribe'
  | 'refresh'

/** Any endpoint of the account service. */
export type AccountEndpointDefinition = EndpointDefinition<AccountAccess, KnownErrorCode, AccountRateLimit>

/**
 * Defines an endpoint of the account service. Every endpoint can return 429 as plain text, with Retry-After
 * in seconds.
 */
export const defineAccountEndpoint = createEndpointDefiner<AccountAccess, KnownErrorCode, AccountRateLimit>()
