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
export { attemptCodeKey, type Credential, type SigningOptions, type SignOutOptions } from './app/ways-in.ts'
export { type CachedData, createDataCache, type Snapshot } from './cache/data-cache.ts'
export {
  type Call,
  type CallResult,
  createCall,
  type DataOf,
  type InputOf,
  type RefusalOf,
} from './calls/call.ts'
export type { CallName } from './calls/declared-errors.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  browserRedirects,
  type RedirectMethod,
  type RedirectOptions,
  returnToParameter,
} from './redirects/redirects.ts'
export { trustedTarget, UntrustedRedirect } from './redirects/trusted.ts'
export { type HandlerUrls, handlerUrls } from './redirects/urls.ts'
export { CookiesBlocked, createCookieTokenStore } from './session/cookie-token-store.ts'
export { createMemoryTokenStore } from './session/memory-token-store.ts'
export { createSession, type FreshTokens, type Session } from './session/session.ts'
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
export {
  clientVersion,
  createTransport,
  type TokenSource,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from './transport/transport.ts'
