import { createEndpointDefiner, type EndpointDefinition } from '../endpoint.ts'
import type { PhoneErrorCode } from './error-table.ts'

/**
 * The access that an endpoint requires:
 *
 * - `public`: none;
 * - `member`: a signed-in member of the workspace;
 * - `phone_admin`: a member with the team permission `phone_admin`.
 */
export type PhoneAccess = 'public' | 'member' | 'phone_admin'

/** Any endpoint of the phone API. */
export type PhoneEndpointDefinition = EndpointDefinition<PhoneAccess, PhoneErrorCode>

/** The access token of the account service. The phone API does not use cookies. */
export const accessTokenHeader = 'x-stack-access-token'

/** The workspace (a team id). Defaults to the selected team of the user. */
export const workspaceHeader = 'x-parley-workspace'

/** Errors that every non-public endpoint can return, in addition to those it declares. */
export const commonPhoneErrors = [
  'SCHEMA_ERROR',
  'BODY_PARSING_ERROR',
  'TOO_MANY_REQUESTS',
  'USER_AUTHENTICATION_REQUIRED',
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  'ACCOUNTS_UNREACHABLE',
  'WORKSPACE_NOT_FOUND',
  'NO_WORKSPACE',
  'PHONE_ADMIN_REQUIRED',
] as const satisfies readonly PhoneErrorCode[]

export const definePhoneEndpoint = createEndpointDefiner<PhoneAccess, PhoneErrorCode>()
