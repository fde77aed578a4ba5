export {
  type AccountServiceConnection,
  AccountServiceUnavailableError,
} from './account-service-connection.ts'
export { createAccountSessionLookup } from './account-session-lookup.ts'
export { createAccountUserLookup } from './account-user-lookup.ts'
export { isKeyClient, type KeyClient, toAuditedClient } from './api-keys/authenticate-key.ts'
export {
  deleteOtherKeyScopes,
  listScopedKeys,
  type ScopedKey,
  saveKeyScopes,
} from './api-keys/key-scopes.ts'
export { requireClient } from './api-keys/require-client.ts'
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
