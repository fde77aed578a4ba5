import { endpointsOf } from '../endpoint.ts'
import type { PhoneErrorCode } from './error-table.ts'

/**
 * Who may call:
 *
 * - `public`: anybody;
 * - `member`: a signed-in member of the workspace;
 * - `phone_admin`: a member who has the team permission `phone_admin` in it.
 */
export type PhoneAccess = 'public' | 'member' | 'phone_admin'

/** Carries the access token of the account service. The phone's API never reads a cookie. */
export const accessTokenHeader = 'x-stack-access-token'

/** Names the workspace (a team id). Without it the team counts that the person has selected. */
export const workspaceHeader = 'x-parley-workspace'

/** What any request of a member may be answered with, beside the errors that its endpoint declares. */
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

export const phoneEndpoint = endpointsOf<PhoneAccess, PhoneErrorCode>()
