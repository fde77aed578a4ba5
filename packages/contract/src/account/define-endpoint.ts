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
 * Names of the rate limits per network. The account service defines their numbers. Servers are exempt: they act for many
 * users from one IP address.
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

/** Errors that every endpoint can return, in addition to those it declares. */
export const commonErrors = [
  'BODY_PARSING_ERROR',
  'SCHEMA_ERROR',
  'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
  'INVALID_ACCESS_TYPE',
  'ACCESS_TYPE_WITHOUT_PROJECT_ID',
  'ACCESS_TYPE_REQUIRED',
  'INSUFFICIENT_ACCESS_TYPE',
  'CURRENT_PROJECT_NOT_FOUND',
  'BRANCH_DOES_NOT_EXIST',
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'CLIENT_AUTHENTICATION_REQUIRED',
  'SERVER_AUTHENTICATION_REQUIRED',
  'ADMIN_AUTHENTICATION_REQUIRED',
  'UNPARSABLE_ADMIN_ACCESS_TOKEN',
  'ADMIN_ACCESS_TOKEN_EXPIRED',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'CANNOT_GET_OWN_USER_WITHOUT_USER',
] as const satisfies readonly KnownErrorCode[]

/** Defines an endpoint of the account service. Every endpoint can return 429 as plain text, with Retry-After in seconds. */
export const defineAccountEndpoint = createEndpointDefiner<AccountAccess, KnownErrorCode, AccountRateLimit>()
