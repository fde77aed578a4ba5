import type { CurrentUser, Team } from '@parley/kit'
import { adminPermission, ownerPermission } from '../../api/workspace-permissions.ts'
import type { Role } from './plan-role-change.ts'
import type { MemberRole } from './role-select.tsx'

/** Returns the roles of the members, and which roles the user may give to each. */
export function useRoles(team: Team, user: CurrentUser) {
  const admins = new Set(team.usePermissionHolders(adminPermission))
  const owners = new Set(team.usePermissionHolders(ownerPermission))
  const isByOwner = owners.has(user.id)
  const isOnlyOwner = isByOwner && owners.size === 1
  const hasOneAdmin = admins.size === 1

  const mayChange = isByOwner || admins.has(user.id)

  function listChoices(memberId: string, current: Role): Role[] {
    if (!mayChange) return []
    if (owners.has(memberId) && !isByOwner) return []
    const isPossible: Record<Role, boolean> = {
      owner: isByOwner,
      admin: !(owners.has(memberId) && isOnlyOwner),
      member: !(admins.has(memberId) && hasOneAdmin) && !(owners.has(memberId) && isOnlyOwner),
    }
    const choices = (['owner', 'admin', 'member'] as const).filter(
      (role) => role === current || isPossible[role],
    )
    return choices.length > 1 ? choices : []
  }

  return {
    getRole(memberId: string): MemberRole {
      const held = { isAdmin: admins.has(memberId), isOwner: owners.has(memberId) }
      // An owner from whom the administrator role was taken gets it back with the role of an owner.
      const administrating = held.isOwner ? 'owner' : 'admin'
      const current = held.isAdmin ? administrating : 'member'
      return { current, held, choices: listChoices(memberId, current), isByOwner }
    },
    mayChange,
    isOnlyOwner,
    hasOneAdmin,
  }
}
