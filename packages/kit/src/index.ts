/** Framework-independent client of the account service. */
export {
  type ActiveSession,
  authHeader,
  type CurrentUser,
  type CurrentUserChange,
  type Permission,
  type PermissionScope,
} from './app/current-user.ts'
export {
  countsAsSignedIn,
  type GetUserOptions,
  notSignedInMessage,
  type OrMode,
  type UserOr,
} from './app/get-user.ts'
export type { StackClientAppOptions } from './app/options.ts'
export type { PresentUser } from './app/present-user.ts'
export type { Project } from './app/project.ts'
export { StackClientApp } from './app/stack-client-app.ts'
export type { Team, TeamChange } from './app/team.ts'
export type { Credential, SigningOptions, SignOutOptions } from './app/ways-in.ts'
export type { CachedData, Snapshot } from './cache/data-cache.ts'
export type { CallResult, DataOf, RefusalOf } from './calls/call.ts'
export type { CallName } from './calls/declared-errors.ts'
export type { Clock } from './clock.ts'
export { type RedirectMethod, type RedirectOptions, returnToParameter } from './redirects/redirects.ts'
export { UntrustedRedirect } from './redirects/trusted.ts'
export type { HandlerUrls } from './redirects/urls.ts'
export { CookiesBlocked, createCookieTokenStore } from './session/cookie-token-store.ts'
export { createMemoryTokenStore } from './session/memory-token-store.ts'
export type { FreshTokens } from './session/session.ts'
export type { TokenStore, Tokens } from './session/token-store.ts'
export type { Store } from './store.ts'
export type { ConnectionDiagnostics, ProbeOutcome } from './transport/diagnostics.ts'
export {
  ConnectionFailed,
  RefusedCall,
  type RefusedCallOf,
  TooManyRequests,
  UnexpectedAnswer,
} from './transport/errors.ts'
