import { unwrap } from '@parley/client'
import type { EndpointData, EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import { refreshAfter, takeError } from '../result.ts'
import type { SignOutOptions } from '../sign-in/sign-in-methods.ts'
import { createTeamObject, type Team } from '../teams/team.ts'

/** The header in which an application's back end receives the tokens. */
export const authHeader = 'x-stack-auth'

export interface CurrentUserChange {
  /** An empty string is stored as null. */
  readonly displayName?: string | null
  readonly clientMetadata?: unknown
  readonly selectedTeamId?: string | null
  readonly otpAuthEnabled?: boolean
  /** Only false is accepted: to enable passkeys, register one. */
  readonly passkeyAuthEnabled?: boolean
  /** A data URL; null removes the image. */
  readonly profileImageUrl?: string | null
  /** The key of the second factor (RFC 6238: HMAC-SHA-1, 6 digits, 30 s); null removes the second factor. */
  readonly totpMultiFactorSecret?: Uint8Array | null
  /** A code of the new second factor, which the project may require. */
  readonly totpCode?: string
}

export interface PermissionScope {
  /** Include contained permissions; true by default. */
  readonly recursive?: boolean
}

export interface Permission {
  readonly id: string
}

export interface ActiveSession {
  readonly id: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly isCurrentSession: boolean
  readonly isImpersonation: boolean
  readonly ip: string | null
}

/** The tokens of the user. The refresh token is null if scripts cannot read it; both are null once the session has ended. */
export interface AuthJson {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

/** The signed-in user as of the latest fetch. Methods that change the user refetch it before their promise resolves. */
export interface CurrentUser {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: unknown
  readonly clientReadOnlyMetadata: unknown
  readonly hasPassword: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly isMultiFactorRequired: boolean
  readonly emailAuthEnabled: boolean
  readonly isAnonymous: boolean
  readonly selectedTeam: Team | null

  update(change: CurrentUserChange): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setSelectedTeam(team: Team | null): Promise<void>
  setClientMetadata(clientMetadata: unknown): Promise<void>
  /** Sets the first password. Returns the error if it is rejected. */
  setPassword(options: {
    readonly password: string
  }): Promise<EndpointError<'POST /auth/password/set'> | undefined>
  /** Ends all other sessions. Returns the error if the passwords are rejected. */
  updatePassword(passwords: {
    readonly oldPassword: string
    readonly newPassword: string
  }): Promise<EndpointError<'POST /auth/password/update'> | undefined>
  /** Creates recovery codes for the second factor. Earlier codes become invalid. */
  createRecoveryCodes(): Promise<readonly string[]>
  /** The number of recovery codes that have not been used. */
  countRecoveryCodes(): Promise<number>
  /** Sends the verification e-mail of the primary address. Returns the error if none was sent. */
  sendVerificationEmail(): Promise<EndpointError<'POST /contact-channels/send-verification-code'> | undefined>
  delete(): Promise<void>
  signOut(options?: SignOutOptions): Promise<void>

  listTeams(): Promise<Team[]>
  getTeam(teamId: string): Promise<Team | null>
  /** Also selects the new team. */
  createTeam(team: { readonly displayName: string }): Promise<Team>

  listPermissions(team: Team, scope?: PermissionScope): Promise<Permission[]>
  getPermission(team: Team, permissionId: string): Promise<Permission | null>
  hasPermission(team: Team, permissionId: string): Promise<boolean>

  getActiveSessions(): Promise<ActiveSession[]>
  /** Ends all sessions but the current one, as after a change of a sign-in method. */
  endOtherSessions(): Promise<void>
  revokeSession(sessionId: string): Promise<void>

  /** Null once the session has ended. */
  getAccessToken(): Promise<string | null>
  getAuthJson(): Promise<AuthJson>
  /** The header that identifies the user to the application's back end. */
  getAuthHeaders(): Promise<Record<typeof authHeader, string>>
}

type WireUser = EndpointData<'GET /users/me'>

interface UserDeps {
  readonly core: AppCore
  /** Refetches the user and notifies all subscribers. */
  readonly refresh: () => Promise<void>
  readonly signOut: CurrentUser['signOut']
}

export function createCurrentUser(parts: UserDeps, wire: WireUser): CurrentUser {
  const { core, refresh } = parts
  const { selected_team } = wire
  const update = (change: CurrentUserChange) => updateUser(parts, change)

  return {
    id: wire.id,
    displayName: wire.display_name,
    primaryEmail: wire.primary_email,
    primaryEmailVerified: wire.primary_email_verified,
    profileImageUrl: wire.profile_image_url,
    signedUpAt: new Date(wire.signed_up_at_millis),
    clientMetadata: wire.client_metadata,
    clientReadOnlyMetadata: wire.client_read_only_metadata,
    hasPassword: wire.has_password,
    otpAuthEnabled: wire.otp_auth_enabled,
    passkeyAuthEnabled: wire.passkey_auth_enabled,
    isMultiFactorRequired: wire.requires_totp_mfa,
    emailAuthEnabled: wire.auth_with_email,
    isAnonymous: wire.is_anonymous,
    selectedTeam: selected_team ? createTeamObject(core, selected_team, refresh) : null,

    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setSelectedTeam: (team) => update({ selectedTeamId: team?.id ?? null }),
    ...createPasswordMethods(parts),
    async sendVerificationEmail() {
      const callback_url = core.redirects.callbackUrl('emailVerification')
      const body = { email: wire.primary_email ?? '', callback_url }
      return takeError(await core.request('POST /contact-channels/send-verification-code', { body }))
    },
    createRecoveryCodes: async () =>
      unwrap(await core.request('POST /auth/mfa/recovery-codes', {})).recovery_codes,
    countRecoveryCodes: async () => unwrap(await core.request('GET /auth/mfa/recovery-codes', {})).remaining,
    async delete() {
      unwrap(await core.request('DELETE /users/me', {}))
      await core.session.end()
    },
    signOut: parts.signOut,
    ...createTeamMethods(parts),
    ...createPermissionMethods(core),
    ...createSessionMethods(core),
    ...createTokenMethods(core),
  }
}

async function updateUser({ core, refresh }: UserDeps, change: CurrentUserChange): Promise<void> {
  unwrap(
    await core.request('PATCH /users/me', {
      body: {
        display_name: change.displayName,
        client_metadata: change.clientMetadata,
        selected_team_id: change.selectedTeamId,
        otp_auth_enabled: change.otpAuthEnabled,
        passkey_auth_enabled: change.passkeyAuthEnabled,
        profile_image_url: change.profileImageUrl,
        totp_secret_base64: encodeSecret(change.totpMultiFactorSecret),
        totp_code: change.totpCode,
      },
    }),
  )
  await refresh()
}

function encodeSecret(secret: Uint8Array | null | undefined): string | null | undefined {
  return secret ? btoa(String.fromCharCode(...secret)) : secret
}

function createPasswordMethods({
  core,
  refresh,
}: UserDeps): Pick<CurrentUser, 'setPassword' | 'updatePassword'> {
  return {
    async setPassword({ password }) {
      return takeError(
        await refreshAfter(refresh, core.request('POST /auth/password/set', { body: { password } })),
      )
    },
    async updatePassword({ oldPassword, newPassword }) {
      const body = { old_password: oldPassword, new_password: newPassword }
      return takeError(await refreshAfter(refresh, core.request('POST /auth/password/update', { body })))
    },
  }
}

function createTeamMethods(parts: UserDeps): Pick<CurrentUser, 'listTeams' | 'getTeam' | 'createTeam'> {
  const { core, refresh } = parts
  async function listTeams() {
    const { items } = unwrap(await core.request('GET /teams', { query: { user_id: 'me' } }))
    return items.map((team) => createTeamObject(core, team, refresh))
  }

  return {
    listTeams,
    getTeam: async (teamId) => (await listTeams()).find((team) => team.id === teamId) ?? null,
    async createTeam({ displayName }) {
      const body = { display_name: displayName, creator_user_id: 'me' as const }
      const wire = unwrap(await core.request('POST /teams', { query: {}, body }))
      await updateUser(parts, { selectedTeamId: wire.id })
      return createTeamObject(core, wire, refresh)
    },
  }
}

function createPermissionMethods(
  core: AppCore,
): Pick<CurrentUser, 'listPermissions' | 'getPermission' | 'hasPermission'> {
  async function list(team: Team, recursive: boolean, permissionId?: string): Promise<Permission[]> {
    const { items } = unwrap(
      await core.request('GET /team-permissions', {
        query: {
          team_id: team.id,
          user_id: 'me',
          permission_id: permissionId,
          recursive: recursive ? 'true' : 'false',
        },
      }),
    )
    return items.map(({ id }) => ({ id }))
  }
  const get = async (team: Team, permissionId: string) => (await list(team, true, permissionId))[0] ?? null

  return {
    listPermissions: (team, { recursive = true } = {}) => list(team, recursive),
    getPermission: get,
    hasPermission: async (team, permissionId) => (await get(team, permissionId)) !== null,
  }
}

function createSessionMethods(
  core: AppCore,
): Pick<CurrentUser, 'getActiveSessions' | 'endOtherSessions' | 'revokeSession'> {
  const revoke = (id: string) =>
    core.request('DELETE /auth/sessions/{id}', { params: { id }, query: { user_id: 'me' } })
  return {
    async getActiveSessions() {
      const { items } = unwrap(await core.request('GET /auth/sessions', { query: { user_id: 'me' } }))
      return items.map((session) => ({
        id: session.id,
        createdAt: new Date(session.created_at),
        lastUsedAt: session.last_used_at === undefined ? null : new Date(session.last_used_at),
        isCurrentSession: session.is_current_session,
        isImpersonation: session.is_impersonation,
        ip: session.last_used_at_end_user_ip_info?.ip ?? null,
      }))
    },
    async endOtherSessions() {
      const { items } = unwrap(await core.request('GET /auth/sessions', { query: { user_id: 'me' } }))
      for (const { id, is_current_session } of items) if (!is_current_session) unwrap(await revoke(id))
    },
    async revokeSession(id) {
      unwrap(await revoke(id))
    },
  }
}

function createTokenMethods({
  session,
}: AppCore): Pick<CurrentUser, 'getAccessToken' | 'getAuthJson' | 'getAuthHeaders'> {
  async function getAuthJson(): Promise<AuthJson> {
    const tokens = await session.getValidTokens()
    if (!tokens) return { accessToken: null, refreshToken: null }
    return { refreshToken: session.readableRefreshToken(tokens), accessToken: tokens.accessToken }
  }
  return {
    getAccessToken: async () => (await session.getValidTokens())?.accessToken ?? null,
    getAuthJson,
    getAuthHeaders: async () => ({ [authHeader]: JSON.stringify(await getAuthJson()) }),
  }
}
