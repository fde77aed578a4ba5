import { unwrap } from '@parley/client'
import type { ApiKeyMethods, UserApiKey, UserApiKeyFirstView } from '../api-keys/api-key.ts'
import { createUserApiKeyMethods } from '../api-keys/api-key-methods.ts'
import { type ConnectedAccountMethods, createConnectedAccountMethods } from '../sign-in/connected-accounts.ts'
import type { PasskeyMethods } from '../sign-in/passkeys.ts'
import { type SignOutOptions, signOut } from '../sign-in/sign-in-methods.ts'
import { createUserTeamMethods, type UserTeamMethods } from '../teams/user-teams.ts'
import { type ContactChannelMethods, createContactChannelMethods } from './contact-channels.ts'
import { createNotificationMethods, type NotificationMethods } from './notifications.ts'
import { createPasswordMethods, type PasswordMethods } from './passwords.ts'
import { createPermissionMethods, type PermissionMethods } from './permissions.ts'
import { createProfileMethods, type ProfileMethods, toUserProfile, type UserProfile } from './profile.ts'
import { createSessionMethods, type SessionMethods } from './sessions.ts'
import { createTokenMethods, type TokenMethods } from './tokens.ts'
import type { UserDeps, UserStoreDeps, WireUser } from './user-deps.ts'

/**
 * The signed-in user as of the latest fetch. Methods that change the user refetch it before their promise
 * resolves.
 */
export interface CurrentUser
  extends UserProfile,
    ProfileMethods,
    PasswordMethods,
    PasskeyMethods,
    ContactChannelMethods,
    NotificationMethods,
    UserTeamMethods,
    PermissionMethods,
    ConnectedAccountMethods,
    SessionMethods,
    TokenMethods,
    ApiKeyMethods<UserApiKey, UserApiKeyFirstView> {
  delete(): Promise<void>
  signOut(options?: SignOutOptions): Promise<void>
}

export function createCurrentUser({ core, refresh }: UserStoreDeps, wire: WireUser): CurrentUser {
  const deps: UserDeps = {
    core,
    userId: 'me',
    refresh,
    patch: (body) => core.request('PATCH /users/me', { body }),
  }
  return {
    ...toUserProfile(deps, wire),
    ...createProfileMethods(deps),
    ...createPasswordMethods(deps),
    ...createContactChannelMethods(deps, wire),
    ...createNotificationMethods(deps),
    ...createUserTeamMethods(deps),
    ...createPermissionMethods(deps),
    ...createConnectedAccountMethods(deps),
    ...createSessionMethods(deps),
    ...createTokenMethods(core),
    ...createUserApiKeyMethods(core, deps.userId),
    registerPasskey: async (options) =>
      (await import('../sign-in/passkeys.ts')).registerPasskey(deps, options),
    async delete() {
      unwrap(await core.request('DELETE /users/me', {}))
      await core.session.end()
    },
    signOut: (options = {}) => signOut(core, options),
  }
}
