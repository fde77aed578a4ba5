import { unwrap } from '@parley/client'
import type { Json } from '../json.ts'
import { createTeamObject, type Team } from '../teams/team.ts'
import type { UserDeps, UserPatch, WireUser } from './user-deps.ts'

export interface UserUpdate {
  /** An empty string is stored as null. */
  readonly displayName?: string | null
  readonly clientMetadata?: unknown
  /** A new address is unverified. Null removes the primary address. */
  readonly primaryEmail?: string | null
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

/** The fields of a user, as of the latest fetch. */
export interface UserProfile {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly profileImageUrl: string | null
  readonly signedUpAt: Date
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly hasPassword: boolean
  readonly otpAuthEnabled: boolean
  readonly passkeyAuthEnabled: boolean
  readonly isMultiFactorRequired: boolean
  readonly emailAuthEnabled: boolean
  readonly isAnonymous: boolean
  /**
   * Whether the user must do something before an application counts the user as signed in: that holds for
   * anonymous users only.
   */
  readonly isRestricted: boolean
  readonly restrictedReason: { readonly type: 'anonymous' } | null
  readonly oauthProviders: readonly { readonly id: string }[]
  readonly selectedTeam: Team | null
  /** The user as the account service sends it, which JSON can represent. */
  toClientJson(): WireUser
}

export interface ProfileMethods {
  update(change: UserUpdate): Promise<void>
  setDisplayName(displayName: string | null): Promise<void>
  setClientMetadata(clientMetadata: unknown): Promise<void>
  /** Takes the team or its id. */
  setSelectedTeam(team: Pick<Team, 'id'> | string | null): Promise<void>
}

export function toUserProfile(deps: Pick<UserDeps, 'core' | 'refresh'>, wire: WireUser): UserProfile {
  const { selected_team } = wire
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
    isRestricted: wire.is_restricted,
    restrictedReason: wire.restricted_reason,
    oauthProviders: wire.oauth_providers,
    selectedTeam: selected_team ? createTeamObject(deps.core, selected_team, deps.refresh) : null,
    toClientJson: () => wire,
  }
}

export function createProfileMethods({ patch, refresh }: UserDeps): ProfileMethods {
  async function update(change: UserUpdate): Promise<void> {
    unwrap(await patch(encodeUpdate(change)))
    await refresh()
  }

  return {
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setSelectedTeam: (team) =>
      update({ selectedTeamId: typeof team === 'string' ? team : (team?.id ?? null) }),
  }
}

export function encodeUpdate(change: UserUpdate): UserPatch {
  return {
    display_name: change.displayName,
    client_metadata: change.clientMetadata,
    primary_email: change.primaryEmail,
    selected_team_id: change.selectedTeamId,
    otp_auth_enabled: change.otpAuthEnabled,
    passkey_auth_enabled: change.passkeyAuthEnabled,
    profile_image_url: change.profileImageUrl,
    totp_secret_base64: encodeSecret(change.totpMultiFactorSecret),
    totp_code: change.totpCode,
  }
}

function encodeSecret(secret: Uint8Array | null | undefined): string | null | undefined {
  return secret ? btoa(String.fromCharCode(...secret)) : secret
}
