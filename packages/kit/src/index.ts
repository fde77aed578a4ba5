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
export type {
  AdminProject,
  AdminProjectUpdate,
} from './admin/admin-project.ts'
export type {
  AdminDomainConfig,
  AdminEmailConfig,
  AdminOAuthProviderConfig,
  AdminProjectConfig,
  AdminProjectConfigUpdate,
} from './admin/admin-project-config.ts'
export type {
  AdminSentEmail,
  EmailPreviewOptions,
  EmailServerSettings,
  EmailTemplate,
  EmailTheme,
  EmailThemeSource,
} from './admin/emails.ts'
export type { InternalApiKey, InternalApiKeyFirstView, NewInternalApiKey } from './admin/internal-api-keys.ts'
export type { NewProject, OwnedProject } from './admin/owned-projects.ts'
export type { PermissionDefinition, PermissionDefinitionUpdate } from './admin/permission-definitions.ts'
export type { ProductionModeError } from './admin/production-mode-errors.ts'
export type { ConfigTree, PushedConfigSource } from './admin/project-config-methods.ts'
export { type ChatMessage, StackAdminApp, type StackAdminAppOptions } from './admin/stack-admin-app.ts'
export type {
  ApiKey,
  ApiKeyMethods,
  ApiKeyOwner,
  ApiKeyUpdate,
  NewApiKey,
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView,
} from './app/api-keys/api-key.ts'
export { type StackClientAppJson, stackAppInternalsSymbol } from './app/internals.ts'
export type { Json } from './app/json.ts'
export type { StackClientAppOptions, TokenStoreOption } from './app/options.ts'
export type { FormProject, Project } from './app/project/project.ts'
export type { SessionOptions } from './app/session-app.ts'
export type { CliLoginDescription, CliLoginError, CliLoginOptions } from './app/sign-in/cli-login.ts'
export type {
  AccountAtProvider,
  ConnectedAccount,
  ConnectedAccountOptions,
  Connection,
  OAuthConnection,
  ProviderToken,
} from './app/sign-in/connection.ts'
export type { SignInOptions } from './app/sign-in/finish-sign-in.ts'
export type { LinkedProvider, LinkedProviderUpdate } from './app/sign-in/linked-providers.ts'
export type {
  PasskeyRegistrationError,
  PasskeySignInError,
  PasskeySignInOptions,
} from './app/sign-in/passkeys.ts'
export { OtherUserError } from './app/sign-in/renewal/other-user-error.ts'
export type { Credential, SignOutOptions } from './app/sign-in/sign-in-methods.ts'
export type { CurrentInternalUser } from './app/stack-client-app.ts'
export { StackClientApp } from './app/stack-client-app.ts'
export type { TeamInvitationDetails, TeamInvitationRecipient } from './app/teams/invitation-codes.ts'
export { isOwnerPermission } from './app/teams/is-owner-permission.ts'
export type { Team } from './app/teams/team.ts'
export type {
  EditableTeamMemberProfile,
  NewTeam,
  ReceivedTeamInvitation,
  TeamInvitation,
  TeamMemberProfile,
  TeamUpdate,
  TeamUser,
} from './app/teams/team-member.ts'
export { type ReactHooks, setReactHooks, type UserApp } from './app/use-data.ts'
export type { CurrentUser } from './app/user/current-user.ts'
export {
  countsAsSignedIn,
  notSignedInMessage,
  type UserOptions,
  type UserOr,
} from './app/user/get-user.ts'
export type { OrMode } from './app/user/or-mode.ts'
export type { PartialUser, PartialUserOptions } from './app/user/partial-user.ts'
export type { PermissionScope } from './app/user/permissions.ts'
export type { UserProfile, UserUpdate } from './app/user/profile.ts'
export type { ActiveSession, GeoInfo } from './app/user/requests/active-sessions.ts'
export type {
  ContactChannel,
  ContactChannelUpdate,
  NewContactChannel,
} from './app/user/requests/contact-channel.ts'
export type { Permission } from './app/user/requests/list-permissions.ts'
export type { NotificationCategory } from './app/user/requests/notification-categories.ts'
export { type AuthHeaders, authHeader, type CurrentSession, type SessionTokens } from './app/user/tokens.ts'
export type { WireUser } from './app/user/user-deps.ts'
export type { UserStore } from './app/user/user-store.ts'
export type { CachedData, Snapshot } from './cache/data-cache.ts'
export type * from './public-names.ts'
export {
  type NavigateOptions,
  type RedirectMethod,
  type RedirectMethodOption,
  setNextRedirectMethod,
} from './redirects/redirect-method.ts'
export { type RedirectOptions, returnToParameter } from './redirects/redirects.ts'
export { UntrustedRedirectError } from './redirects/return-target.ts'
export type { HandlerUrls } from './redirects/urls.ts'
export type { EndpointData, EndpointError } from './requests/account-client.ts'
export type { AccountError } from './requests/account-errors.ts'
export type { KitEndpointKey } from './requests/declared-errors.ts'
export type { SendEmailError, SendEmailOptions } from './server/app/send-email.ts'
export type {
  NewServerContactChannel,
  ServerContactChannel,
  ServerContactChannelUpdate,
} from './server/app/server-contact-channels.ts'
export type { NewOAuthProvider, ServerOAuthProvider } from './server/app/server-oauth-providers.ts'
export type {
  ListTeamsOptions,
  NewServerTeam,
  ServerTeam,
  ServerTeamUpdate,
  ServerTeamUser,
  ServerUser,
  TeamPage,
} from './server/app/server-objects.ts'
export type { ServerUserUpdate } from './server/app/server-user-methods.ts'
export {
  type CurrentServerUser,
  type ListUsersOptions,
  type MemberPermission,
  type NewServerUser,
  StackServerApp,
  type StackServerAppOptions,
  type UserPage,
} from './server/app/stack-server-app.ts'
export { CookiesBlockedError, createCookieTokenStore } from './session/cookie-token-store.ts'
export { createMemoryTokenStore } from './session/memory-token-store.ts'
export { type RequestCookies, setRequestCookies } from './session/request-cookies.ts'
export type { TokenStore, Tokens, ValidTokens } from './session/token-store.ts'
export type { RequestLike, TokenStoreInit } from './session/token-store-init.ts'
