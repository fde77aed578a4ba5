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

export const definePhoneEndpoint = createEndpointDefiner<PhoneAccess, PhoneErrorCode>()
