import type { users } from '@parley/contract/account'
import type { z } from 'zod'
import { serializeTeam } from '../teams/index.ts'
import { restrictedReason, type User } from './records/index.ts'

/** Serializes a user for server access; the contract strips fields for clients. */
export function serializeUser(user: User): z.infer<typeof users.serverUser> {
  const reason = restrictedReason(user)
  return {
    id: user.id,
    display_name: user.displayName,
    primary_email: user.primaryEmail,
    primary_email_verified: user.primaryEmailVerified,
    primary_email_auth_enabled: user.primaryEmailAuthEnabled,
    profile_image_url: user.profileImageUrl,
    signed_up_at_millis: user.signedUpAt.getTime(),
    last_active_at_millis: user.lastActiveAt.getTime(),
    client_metadata: user.clientMetadata,
    client_read_only_metadata: user.clientReadOnlyMetadata,
    server_metadata: user.serverMetadata,
    has_password: user.hasPassword,
    otp_auth_enabled: user.otpAuthEnabled,
    passkey_auth_enabled: user.hasPasskey,
    requires_totp_mfa: user.hasTotp,
    oauth_providers: user.oauthProviders.map(({ id, accountId, email }) => ({
      id,
      account_id: accountId,
      email,
    })),
    auth_with_email: user.hasPassword || user.otpAuthEnabled,
    is_anonymous: user.isAnonymous,
    is_restricted: reason !== null,
    restricted_reason: reason,
    restricted_by_admin: false,
    restricted_by_admin_reason: null,
    restricted_by_admin_private_details: null,
    country_code: null,
    risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
    selected_team_id: user.selectedTeam?.id ?? null,
    selected_team: user.selectedTeam && serializeTeam(user.selectedTeam),
  }
}

/** Serializes a user without the metadata of the user and of the selected team. */
export function serializeUserWithoutMetadata(user: User): z.infer<typeof users.serverUser> {
  return serializeUser({
    ...user,
    ...noMetadata,
    selectedTeam: user.selectedTeam && { ...user.selectedTeam, ...noMetadata },
  })
}

const noMetadata = {
  clientMetadata: undefined,
  clientReadOnlyMetadata: undefined,
  serverMetadata: undefined,
}
