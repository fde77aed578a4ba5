import type { ApiKeyMethods, UserApiKey, UserApiKeyFirstView } from '../../app/api-keys/api-key.ts'
import { createUserApiKeyMethods } from '../../app/api-keys/api-key-methods.ts'
import { createAppCore } from '../../app/core.ts'
import {
  type ConnectedAccountMethods,
  createConnectedAccountMethods,
} from '../../app/sign-in/connected-accounts.ts'
import type { Team } from '../../app/teams/team.ts'
import { createUserTeamMethods, type UserTeamMethods } from '../../app/teams/user-teams.ts'
import { createNotificationMethods, type NotificationMethods } from '../../app/user/notifications.ts'
import type { PasswordMethods } from '../../app/user/passwords.ts'
import { createPermissionMethods, type PermissionMethods } from '../../app/user/permissions.ts'
import {
  createProfileMethods,
  encodeUpdate,
  type ProfileMethods,
  type UserUpdate,
} from '../../app/user/profile.ts'
import { createSessionMethods, type SessionMethods } from '../../app/user/sessions.ts'
import { createTokenMethods, type TokenMethods } from '../../app/user/tokens.ts'
import type { UserDeps } from '../../app/user/user-deps.ts'
import { createMemoryTokenStore } from '../../session/memory-token-store.ts'
import {
  createServerContactChannelMethods,
  type ServerContactChannelMethods,
} from './server-contact-channels.ts'
import type { ServerCore, ServerData } from './server-core.ts'
import {
  createServerOAuthProviderMethods,
  type ServerOAuthProviderMethods,
} from './server-oauth-providers.ts'

type TeamScope = Pick<Team, 'id'>

export interface ServerUserUpdate extends UserUpdate {
  /** A new address is unverified unless `primaryEmailVerified` is set. */
  readonly primaryEmailVerified?: boolean
  /** The user can sign in with it; no other user of the project can. */
  readonly primaryEmailAuthEnabled?: boolean
  readonly clientReadOnlyMetadata?: unknown
  readonly serverMetadata?: unknown
  /** Ends all sessions. Null removes the password. */
  readonly password?: string | null
}

export interface ServerUserMethods
  extends ProfileMethods,
    NotificationMethods,
    Pick<UserTeamMethods, 'leaveTeam' | 'getTeamProfile' | 'useTeamProfile'>,
    Pick<UserTeamMethods, 'listTeamInvitations' | 'useTeamInvitations'>,
    PermissionMethods,
    Omit<ConnectedAccountMethods, keyof ServerOAuthProviderMethods>,
    ServerOAuthProviderMethods,
    Pick<PasswordMethods, 'setPassword' | 'updatePassword'>,
    Pick<SessionMethods, 'getActiveSessions' | 'revokeSession'>,
    ServerContactChannelMethods,
    ApiKeyMethods<UserApiKey, UserApiKeyFirstView> {
  update(change: ServerUserUpdate): Promise<void>
  setPrimaryEmail(email: string | null, options?: { readonly verified?: boolean }): Promise<void>
  setServerMetadata(metadata: unknown): Promise<void>
  setClientReadOnlyMetadata(metadata: unknown): Promise<void>
  grantPermission(team: TeamScope, permissionId: string): Promise<void>
  grantPermission(permissionId: string): Promise<void>
  revokePermission(team: TeamScope, permissionId: string): Promise<void>
  revokePermission(permissionId: string): Promise<void>
  /**
   * Creates a session without authentication, for example for impersonation. It lasts one year by default.
   */
  createSession(options?: NewSession): Promise<TokenMethods['currentSession']>
  delete(): Promise<void>
}

interface NewSession {
  readonly expiresInMillis?: number
  readonly isImpersonation?: boolean
}

export function createServerUserMethods(
  core: ServerCore,
  { id }: Pick<ServerData<'GET /users/{user}'>, 'id'>,
  refresh: () => Promise<void>,
): ServerUserMethods {
  const params = { user: id }
  const deps: UserDeps = {
    core,
    userId: id,
    refresh,
    patch: async (body) => ({
      status: 'ok',
      data: await core.server('PATCH /users/{user}', { params, body }),
    }),
  }
  const update = async (change: ServerUserUpdate) => {
    await core.server('PATCH /users/{user}', { params, body: encodeServerUpdate(change) })
    await refresh()
  }
  const setPassword = async (password: string) => {
    await update({ password })
    return undefined
  }

  return {
    ...createProfileMethods(deps),
    ...createServerContactChannelMethods(core, deps),
    ...createNotificationMethods(deps),
    ...createUserTeamMethods(deps),
    ...createPermissionMethods(deps),
    ...createConnectedAccountMethods(deps),
    ...createServerOAuthProviderMethods(core, id),
    ...createSessionMethods(deps),
    ...createUserApiKeyMethods(core, id),
    ...createGrantMethods(core, id),
    update,
    setPrimaryEmail: (primaryEmail, { verified } = {}) =>
      update({ primaryEmail, primaryEmailVerified: verified }),
    setServerMetadata: (serverMetadata) => update({ serverMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata) => update({ clientReadOnlyMetadata }),
    // Back ends need no old password.
    setPassword: ({ password }) => setPassword(password),
    updatePassword: ({ newPassword }) => setPassword(newPassword),
    createSession: (options = {}) => createSession(core, id, options),
    async delete() {
      await core.server('DELETE /users/{user}', { params })
    },
  }
}

export function encodeServerUpdate(change: ServerUserUpdate) {
  return {
    ...encodeUpdate(change),
    primary_email_verified: change.primaryEmailVerified,
    primary_email_auth_enabled: change.primaryEmailAuthEnabled,
    client_read_only_metadata: change.clientReadOnlyMetadata,
    server_metadata: change.serverMetadata,
    password: change.password,
  }
}

function createGrantMethods(
  { server }: ServerCore,
  user: string,
): Pick<ServerUserMethods, 'grantPermission' | 'revokePermission'> {
  return {
    async grantPermission(...[scope, permissionId]: [TeamScope | string, string?]) {
      if (typeof scope === 'string')
        await server('POST /project-permissions/{user}/{permission}', { params: { user, permission: scope } })
      else
        await server('POST /team-permissions/{team}/{user}/{permission}', {
          params: { team: scope.id, user, permission: permissionId ?? '' },
        })
    },
    async revokePermission(...[scope, permissionId]: [TeamScope | string, string?]) {
      if (typeof scope === 'string')
        await server('DELETE /project-permissions/{user}/{permission}', {
          params: { user, permission: scope },
        })
      else
        await server('DELETE /team-permissions/{team}/{user}/{permission}', {
          params: { team: scope.id, user, permission: permissionId ?? '' },
        })
    },
  }
}

async function createSession(
  core: ServerCore,
  userId: string,
  { expiresInMillis, isImpersonation }: NewSession,
): Promise<TokenMethods['currentSession']> {
  const body = { user_id: userId, expires_in_millis: expiresInMillis, is_impersonation: isImpersonation }
  const { access_token, refresh_token } = await core.server('POST /auth/sessions', { body })
  const tokens = createMemoryTokenStore({ accessToken: access_token, refreshToken: refresh_token })
  return createTokenMethods(createAppCore(core.settings, { tokens })).currentSession
}
