import { type Collection, createCollection } from '../collection.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'
import { collectPermissions } from '../user/permissions.ts'
import type { TeamInvitation, TeamInvitationOptions, TeamUser } from './team-member.ts'

export interface TeamMemberMethods {
  /**
   * Requires the team permission `$invite_members`. The link leads to the team-invitation page by default.
   */
  inviteUser(options: TeamInvitationOptions): Promise<void>
  /** Requires the team permission `$read_members`. */
  listUsers(): Promise<TeamUser[]>
  useUsers(): TeamUser[]
  /** Removes a member. Requires the team permission `$remove_members`. */
  removeUser(userId: string): Promise<void>
  /**
   * Returns the ids of the members who have a permission, in a project that lets members manage permissions.
   */
  listPermissionHolders(permissionId: string): Promise<string[]>
  usePermissionHolders(permissionId: string): string[]
  /** Requires the permission itself or `$delete_team`, in a project that lets members manage it. */
  grantPermission(userId: string, permissionId: string): Promise<void>
  /** Requires what {@link grantPermission} requires. The last member with a permission keeps it. */
  revokePermission(userId: string, permissionId: string): Promise<void>
  listInvitations(): Promise<TeamInvitation[]>
  useInvitations(): TeamInvitation[]
  /** Refetches the members, the invitations and the holders of permissions where a component shows them. */
  refreshMembers(permissionIds?: readonly string[]): Promise<void>
}

export function createTeamMemberMethods(core: AppCore, teamId: string): TeamMemberMethods {
  // Few pages show the members of a team.
  const requests = () => import('./team-member-requests.ts')
  const users = createCollection(core, `team-users ${teamId}`, async () =>
    (await requests()).listUsers(core, teamId),
  )
  const invitations: Collection<TeamInvitation> = createCollection(
    core,
    `team-invitations ${teamId}`,
    async () => (await requests()).listInvitations(core, teamId, invitations.refresh),
  )
  const holders = (permissionId: string) =>
    createCollection(core, `permission-holders ${teamId} ${permissionId}`, async () =>
      (await requests()).listPermissionHolders(core, teamId, permissionId),
    )

  // The user may change the own permissions.
  const refreshPermissions = async (permissionId: string) => {
    const own = collectPermissions({ core, userId: 'me' }, { id: teamId })
    await Promise.all([holders(permissionId).refresh(), own.refresh()])
  }

  return {
    async inviteUser(options) {
      await (await requests()).inviteUser(core, teamId, options)
      await invitations.refresh()
    },
    listUsers: users.list,
    useUsers: () => useData(users.data),
    async removeUser(userId) {
      await (await requests()).removeUser(core, teamId, userId)
      await users.refresh()
    },
    listPermissionHolders: (permissionId) => holders(permissionId).list(),
    usePermissionHolders: (permissionId) => useData(holders(permissionId).data),
    async grantPermission(user, permission) {
      await (await requests()).grantPermission(core, { team: teamId, user, permission })
      await refreshPermissions(permission)
    },
    async revokePermission(user, permission) {
      await (await requests()).revokePermission(core, { team: teamId, user, permission })
      await refreshPermissions(permission)
    },
    listInvitations: invitations.list,
    useInvitations: () => useData(invitations.data),
    async refreshMembers(permissionIds = []) {
      await Promise.all([users, invitations, ...permissionIds.map(holders)].map((each) => each.refresh()))
    },
  }
}
