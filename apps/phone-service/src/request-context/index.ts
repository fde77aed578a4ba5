export {
  type AccountServiceConnection,
  AccountServiceUnavailableError,
} from './account-service-connection.ts'
export { createAccountSessionLookup } from './account-session-lookup.ts'
export { createAccountUserLookup } from './account-user-lookup.ts'
export { toLimitKey } from './api-keys/client-limits.ts'
export { hasScope, isKeyClient, type KeyClient, toAuditedClient } from './api-keys/key-client.ts'
export {
  deleteKeyScopes,
  listScopedKeys,
  type ScopedKey,
  saveKeyScopes,
} from './api-keys/key-scopes.ts'
export { requireCurrentAccess } from './api-keys/require-current-access.ts'
export { createTeamKeyLookup, type TeamKeyLookup } from './api-keys/team-key-lookup.ts'
export {
  type AuthenticationDeps,
  type AuthenticationService,
  authenticate,
  type Client,
  type Credentials,
  type CurrentUser,
  findReader,
  type Reader,
  requireRemainingAccess,
  selectMembers,
} from './authenticate.ts'
export { auditOmittedDenials, countOmittedRefusal } from './omitted-denials.ts'
export { createPhoneApi } from './phone-api.ts'
export type { PhoneHandlers, PhoneRequest } from './phone-contexts.ts'
export { enforceCallsPerDay } from './rate-limit.ts'
export { runOrUnreachable } from './run-or-unreachable.ts'
export { runSearch, runSlowQueries } from './run-search.ts'
export { createTrunkGrantLookup } from './trunk-grants.ts'
export { createUserConcurrencyLimit, type UseLimits, type UsingUser } from './user-concurrency-limit.ts'
export { createWorkspaceMemberLookup } from './workspace-members.ts'
