import type { users } from '@parley/contract/account'
import type { z } from 'zod'
import { serializeTeam } from '../teams/index.ts'
import type { UserRecord } from './records/index.ts'

/** Serializes a user for server access; the contract strips fields for clients. */
export function serializeUser(user: UserRecord): z.infer<typeof users.serverUser> {
  return {
    id: user.id,
    display_name: user.display_name,
    primary_email: user.primary_email,
    primary_email_verified: user.primary_email_verified,
    primary_email_auth_enabled: user.primary_email_auth_enabled,
    profile_image_url: user.profile_image_url,
    signed_up_at_millis: user.signed_up_at.getTime(),
    last_active_at_millis: user.last_active_at.getTime(),
    client_metadata: user.client_metadata,
    client_read_only_metadata: user.client_read_only_metadata,
    server_metadata: user.server_metadata,
    has_password: user.has_password,
    otp_auth_enabled: user.otp_auth_enabled,
    passkey_auth_enabled: user.has_passkey,
    requires_totp_mfa: user.has_totp,
    oauth_providers: user.oauth_providers,
    auth_with_email: user.has_password || user.otp_auth_enabled,
    is_anonymous: user.is_anonymous,
    selected_team_id: user.selected_team_id,
    selected_team: selectedTeam(user),
  }
}

function selectedTeam(user: UserRecord) {
  if (user.selected_team_id === null || user.team_created_at === null) return null
  return serializeTeam({
    id: user.selected_team_id,
    display_name: user.team_display_name ?? '',
    profile_image_url: user.team_profile_image_url,
    client_metadata: user.team_client_metadata,
    client_read_only_metadata: user.team_client_read_only_metadata,
    server_metadata: user.team_server_metadata,
    created_at: user.team_created_at,
  })
}
