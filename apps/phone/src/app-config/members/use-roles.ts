import type { CurrentUser, Team } from '@parley/kit'

/** The permission to configure the phone. */
export const adminPermission = 'phone_admin'

/** `owner`: an administrator who may also delete the workspace. */
export type Role = 'owner' | 'admin' | 'member'

/** Returns the roles of the members, and which of them the user may change. */
export function useRoles(team: Team, user: CurrentUser) {
  const admins = new Set(team.usePermissionHolders(adminPermission))
  const owners = new Set(team.usePermissionHolders('$delete_team'))
  const hasOneAdmin = admins.size === 1
  const isManager = admins.has(user.id) || owners.has(user.id)
  const getRole = (memberId: string): Role => {
    if (!admins.has(memberId)) return 'member'
    return owners.has(memberId) ? 'owner' : 'admin'
  }
  return {
    getRole,
    /** Owners keep their role, and so does the last administrator. */
    canChange(memberId: string): boolean {
      const role = getRole(memberId)
      return isManager && role !== 'owner' && !(role === 'admin' && hasOneAdmin)
    },
    hasOneAdmin,
  }
}
