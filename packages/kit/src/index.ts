/** Framework-independent client of the account service. */

export {
  ApiError,
  type ConnectionDiagnostics,
  NetworkError,
  type ProbeOutcome,
  type Result,
  TooManyRequestsError,
  UnexpectedResponseError,
} from '@parley/client'
export type { StackClientAppOptions } from './app/options.ts'
export type { Project } from './app/project/project.ts'
export type { CliLoginDescription, CliLoginError, CliLoginOptions } from './app/sign-in/cli-login.ts'
export type { SignInOptions } from './app/sign-in/finish-sign-in.ts'
export type { Credential, SignOutOptions } from './app/sign-in/sign-in-methods.ts'
export { StackClientApp } from './app/stack-client-app.ts'
export type { TeamInvitationDetails } from './app/teams/invitation-codes.ts'
export type { Team, TeamChange } from './app/teams/team.ts'
export {
  type ActiveSession,
  type AuthJson,
  authHeader,
  type CurrentUser,
  type CurrentUserChange,
  type Permission,
  type PermissionScope,
} from './app/user/current-user.ts'
export {
  countsAsSignedIn,
  type GetUserOptions,
  notSignedInMessage,
  type OrMode,
  type UserOr,
} from './app/user/get-user.ts'
export type { UserStore } from './app/user/user-store.ts'
export type { CachedData, Snapshot } from './cache/data-cache.ts'
export {
  type NavigateOptions,
  type RedirectMethod,
  type RedirectOptions,
  returnToParameter,
} from './redirects/redirects.ts'
export { UntrustedRedirectError } from './redirects/return-target.ts'
export type { HandlerUrls } from './redirects/urls.ts'
export type { EndpointData, EndpointError } from './requests/account-client.ts'
export type { AccountError } from './requests/account-errors.ts'
export type { KitEndpointKey } from './requests/declared-errors.ts'
export { CookiesBlockedError, createCookieTokenStore } from './session/cookie-token-store.ts'
export { createMemoryTokenStore } from './session/memory-token-store.ts'
export type { TokenStore, Tokens, ValidTokens } from './session/token-store.ts'
