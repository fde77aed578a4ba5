import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import type { UserDeps } from '../user/user-deps.ts'
import type {
  EditableTeamMemberProfile,
  ReceivedTeamInvitation,
  TeamInvitation,
  TeamInvitationOptions,
  TeamMemberProfile,
  TeamUser,
} from './team-member.ts'

type WireProfile = EndpointData<'GET /team-member-profiles'>['items'][number]

export function toMemberProfile(wire: WireProfile): TeamMemberProfile {
  return { displayName: wire.display_name, profileImageUrl: wire.profile_image_url }
}

export async function listUsers(core: AppCore, teamId: string): Promise<TeamUser[]> {
  const query = { team_id: teamId }
  const { items } = unwrap(await core.request('GET /team-member-profiles', { query }))
  return items.map((wire) => ({ id: wire.user_id, teamProfile: toMemberProfile(wire) }))
}

export async function removeUser(core: AppCore, teamId: string, userId: string): Promise<void> {
  const params = { team: teamId, user: userId }
  unwrap(await core.request('DELETE /team-memberships/{team}/{user}', { params }))
}

export async function inviteUser(
  core: AppCore,
  teamId: string,
  { email, callbackUrl = core.redirects.callbackUrl('teamInvitation') }: TeamInvitationOptions,
): Promise<void> {
  const body = { team_id: teamId, email, callback_url: callbackUrl }
  unwrap(await core.request('POST /team-invitations/send-code', { body }))
}

/** @param refresh - Refetches what shows the invitations. */
export async function listInvitations(
  core: AppCore,
  teamId: string,
  refresh: () => Promise<void>,
): Promise<TeamInvitation[]> {
  const query = { team_id: teamId }
  const { items } = unwrap(await core.request('GET /team-invitations', { query }))
  return items.map((wire) => ({
    id: wire.id,
    recipientEmail: wire.recipient_email,
    expiresAt: new Date(wire.expires_at_millis),
    isUndeliverable: wire.is_undeliverable ?? false,
    async revoke() {
      unwrap(await core.request('DELETE /team-invitations/{id}', { params: { id: wire.id }, query }))
      await refresh()
    },
  }))
}

/** Returns the ids of the members who have a permission. */
export async function listPermissionHolders(
  core: AppCore,
  teamId: string,
  permissionId: string,
): Promise<string[]> {
  const query = { team_id: teamId, permission_id: permissionId, recursive: 'true' } as const
  const { items } = unwrap(await core.request('GET /team-permissions', { query }))
  return items.map((wire) => wire.user_id)
}

interface Grant {
  readonly team: string
  readonly user: string
  readonly permission: string
}

export async function grantPermission(core: AppCore, params: Grant): Promise<void> {
  unwrap(await core.request('POST /team-permissions/{team}/{user}/{permission}', { params }))
}

export async function revokePermission(core: AppCore, params: Grant): Promise<void> {
  unwrap(await core.request('DELETE /team-permissions/{team}/{user}/{permission}', { params }))
}

/** @param refresh - Refetches what shows the profile. */
export async function getTeamProfile(
  { core, userId }: UserDeps,
  teamId: string,
  refresh: () => Promise<void>,
): Promise<EditableTeamMemberProfile> {
  const params = { team: teamId, user: userId }
  const wire = unwrap(await core.request('GET /team-member-profiles/{team}/{user}', { params }))
  return {
    ...toMemberProfile(wire),
    async update({ displayName, profileImageUrl }) {
      const body = { display_name: displayName, profile_image_url: profileImageUrl }
      unwrap(await core.request('PATCH /team-member-profiles/{team}/{user}', { params, body }))
      await refresh()
    },
  }
}

/** @param refresh - Refetches what an accepted invitation changes. */
export async function listReceivedInvitations(
  { core, userId }: UserDeps,
  refresh: () => Promise<void>,
): Promise<ReceivedTeamInvitation[]> {
  const query = { user_id: userId }
  const { items } = unwrap(await core.request('GET /team-invitations', { query }))
  return items.map((wire) => ({
    id: wire.id,
    teamId: wire.team_id,
    teamDisplayName: wire.team_display_name,
    recipientEmail: wire.recipient_email,
    expiresAt: new Date(wire.expires_at_millis),
    async accept() {
      unwrap(await core.request('POST /team-invitations/{id}/accept', { params: { id: wire.id }, query }))
      await refresh()
    },
  }))
}
