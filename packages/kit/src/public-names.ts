import type { AdminProjectUpdate } from './admin/admin-project.ts'
import type { AdminProjectConfigUpdate } from './admin/admin-project-config.ts'
import type { InternalApiKeyFirstView, NewInternalApiKey } from './admin/internal-api-keys.ts'
import type { NewProject, OwnedProject } from './admin/owned-projects.ts'
import type { PermissionDefinition, PermissionDefinitionUpdate } from './admin/permission-definitions.ts'
import type { StackAdminApp, StackAdminAppOptions } from './admin/stack-admin-app.ts'
import type { StackClientAppOptions, TokenStoreOption } from './app/options.ts'
import type { Project } from './app/project/project.ts'
import type { LinkedProvider } from './app/sign-in/linked-providers.ts'
import type { StackClientApp } from './app/stack-client-app.ts'
import type { TeamUpdate } from './app/teams/team.ts'
import type { TeamInvitation, TeamMemberProfile } from './app/teams/team-member.ts'
import type { NewTeam } from './app/teams/user-teams.ts'
import type { CurrentUser } from './app/user/current-user.ts'
import type { UserOptions } from './app/user/get-user.ts'
import type { OrMode } from './app/user/or-mode.ts'
import type { Permission } from './app/user/permissions.ts'
import type { UserProfile } from './app/user/profile.ts'
import type { CurrentSession, TokenMethods } from './app/user/tokens.ts'
import type { HandlerUrls } from './redirects/urls.ts'
import type { NewServerTeam, ServerTeamUpdate } from './server/app/server-objects.ts'
import type {
  ListUsersOptions,
  StackServerApp,
  StackServerAppOptions,
} from './server/app/stack-server-app.ts'

// The names of the public SDK for types that have another name here, so that an application only changes its
// imports.

export type AdminOwnedProject = OwnedProject
export type AdminProjectConfigUpdateOptions = AdminProjectConfigUpdate
export type AdminProjectCreateOptions = NewProject
export type AdminProjectPermission = Permission
export type AdminProjectPermissionDefinition = PermissionDefinition
export type AdminProjectPermissionDefinitionCreateOptions = PermissionDefinition
export type AdminProjectPermissionDefinitionUpdateOptions = PermissionDefinitionUpdate
export type AdminProjectUpdateOptions = AdminProjectUpdate
export type AdminTeamPermission = Permission
export type AdminTeamPermissionDefinition = PermissionDefinition
export type AdminTeamPermissionDefinitionCreateOptions = PermissionDefinition
export type AdminTeamPermissionDefinitionUpdateOptions = PermissionDefinitionUpdate
export type Auth = TokenMethods & Pick<CurrentUser, 'signOut' | 'registerPasskey'>
/** `HasTokenStore` is false for an app without a token store, whose calls need one. */
export type GetCurrentUserOptions<HasTokenStore extends boolean = boolean> = UserOptions<OrMode> &
  (HasTokenStore extends false ? Required<Pick<UserOptions, 'tokenStore'>> : unknown)
export type GetUserOptions<HasTokenStore extends boolean = boolean> = GetCurrentUserOptions<HasTokenStore>
export type HandlerUrlOptions = Partial<HandlerUrls>
export type InternalApiKeyBase = Omit<
  InternalApiKeyFirstView,
  'publishableClientKey' | 'secretServerKey' | 'superSecretAdminKey'
>
export type InternalApiKeyCreateOptions = NewInternalApiKey
export type OAuthProvider = LinkedProvider
export type OAuthProviderConfig = Project['config']['oauthProviders'][number]
export type OAuthScopesOnSignIn = Readonly<Record<string, readonly string[]>>
export type ProjectConfig = Project['config']
export type ResolvedHandlerUrls = HandlerUrls
export type SentTeamInvitation = TeamInvitation
export type ServerListUsersOptions = ListUsersOptions
export type ServerTeamCreateOptions = NewServerTeam
export type ServerTeamMemberProfile = TeamMemberProfile
export type ServerTeamUpdateOptions = ServerTeamUpdate
export type Session = CurrentSession
export type StackAdminAppConstructor = typeof StackAdminApp
export type StackAdminAppConstructorOptions<
  HasTokenStore extends boolean,
  ProjectId extends string,
> = StackAdminAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>
export type StackClientAppConstructor = typeof StackClientApp
export type StackClientAppConstructorOptions<
  HasTokenStore extends boolean,
  ProjectId extends string,
> = StackClientAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>
export type StackServerAppConstructor = typeof StackServerApp
export type StackServerAppConstructorOptions<
  HasTokenStore extends boolean,
  ProjectId extends string,
> = StackServerAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>
export type TeamCreateOptions = NewTeam
export type TeamUpdateOptions = TeamUpdate
export type User = UserProfile
