import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import { type Collection, createCollection } from '../collection.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'

/** The name and picture of a member in a team. They default to those of the user. */
export interface TeamMemberProfile {
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

export interface TeamUser {
  readonly id: string
  readonly teamProfile: TeamMemberProfile
}

export interface TeamInvitation {
  readonly id: string
  readonly recipientEmail: string | null
  readonly expiresAt: Date
  /** The e-mail server of the recipient has rejected the address. */
  readonly isUndeliverable: boolean
  /** Requires the team permission `$remove_members`. */
  revoke(): Promise<void>
}

export interface TeamMemberMethods {
  /** Requires the team permission `$invite_members`. The link leads to the team-invitation page by default. */
  inviteUser(options: { readonly email: string; readonly callbackUrl?: string }): Promise<void>
  /** Requires the team permission `$read_members`. */
  listUsers(): Promise<TeamUser[]>
  useUsers(): TeamUser[]
  /** Removes a member. Requires the team permission `$remove_members`. */
  removeUser(userId: string): Promise<void>
  /** Returns the ids of the members who have a permission, in a project that lets members manage permissions. */
  listPermissionHolders(permissionId: string): Promise<string[]>
  usePermissionHolders(permissionId: string): string[]
  /** Requires the permission itself or `$delete_team`, in a project that lets members manage it. */
  grantPermission(userId: string, permissionId: string): Promise<void>
  /** Requires what {@link grantPermission} requires. The last member with a permission keeps it. */
  revokePermission(userId: string, permissionId: string): Promise<void>
  listInvitations(): Promise<TeamInvitation[]>
  useInvitations(): TeamInvitation[]
}

type WireProfile = EndpointData<'GET /team-member-profiles'>['items'][number]

export function toMemberProfile(wire: WireProfile): TeamMemberProfile {
  return { displayName: wire.display_name, profileImageUrl: wire.profile_image_url }
}

export function createTeamMemberMethods(core: AppCore, teamId: string): TeamMemberMethods {
  const users: Collection<TeamUser> = createCollection(core, `team-users ${teamId}`, async () => {
    const query = { team_id: teamId }
    const { items } = unwrap(await core.request('GET /team-member-profiles', { query }))
    return items.map((wire) => ({ id: wire.user_id, teamProfile: toMemberProfile(wire) }))
  })
  const invitations = collectInvitations(core, teamId)

  return {
    async inviteUser({ email, callbackUrl = core.redirects.callbackUrl('teamInvitation') }) {
      const body = { team_id: teamId, email, callback_url: callbackUrl }
      unwrap(await core.request('POST /team-invitations/send-code', { body }))
      await invitations.refresh()
    },
    listUsers: users.list,
    useUsers: () => useData(users.data),
    async removeUser(userId) {
      const params = { team: teamId, user: userId }
      unwrap(await core.request('DELETE /team-memberships/{team}/{user}', { params }))
      await users.refresh()
    },
    ...createHolderMethods(core, teamId),
    listInvitations: invitations.list,
    useInvitations: () => useData(invitations.data),
  }
}

type HolderMethods = Pick<
  TeamMemberMethods,
  'listPermissionHolders' | 'usePermissionHolders' | 'grantPermission' | 'revokePermission'
>

function createHolderMethods(core: AppCore, teamId: string): HolderMethods {
  const collect = (permissionId: string) =>
    createCollection(core, `permission-holders ${teamId} ${permissionId}`, async () => {
      const query = { team_id: teamId, permission_id: permissionId, recursive: 'true' } as const
      const { items } = unwrap(await core.request('GET /team-permissions', { query }))
      return items.map((wire) => wire.user_id)
    })
  const toParams = (user: string, permission: string) => ({ params: { team: teamId, user, permission } })

  return {
    listPermissionHolders: (permissionId) => collect(permissionId).list(),
    usePermissionHolders: (permissionId) => useData(collect(permissionId).data),
    async grantPermission(userId, permissionId) {
      const input = toParams(userId, permissionId)
      unwrap(await core.request('POST /team-permissions/{team}/{user}/{permission}', input))
      await collect(permissionId).refresh()
    },
    async revokePermission(userId, permissionId) {
      const input = toParams(userId, permissionId)
      unwrap(await core.request('DELETE /team-permissions/{team}/{user}/{permission}', input))
      await collect(permissionId).refresh()
    },
  }
}

function collectInvitations(core: AppCore, teamId: string): Collection<TeamInvitation> {
  const query = { team_id: teamId }
  const invitations: Collection<TeamInvitation> = createCollection(
    core,
    `team-invitations ${teamId}`,
    async () => {
      const { items } = unwrap(await core.request('GET /team-invitations', { query }))
      return items.map((wire) => ({
        id: wire.id,
        recipientEmail: wire.recipient_email,
        expiresAt: new Date(wire.expires_at_millis),
        isUndeliverable: wire.is_undeliverable ?? false,
        revoke: () => revoke(wire.id),
      }))
    },
  )
  async function revoke(id: string): Promise<void> {
    unwrap(await core.request('DELETE /team-invitations/{id}', { params: { id }, query }))
    await invitations.refresh()
  }
  return invitations
}
