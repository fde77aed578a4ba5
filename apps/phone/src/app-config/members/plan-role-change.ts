import { adminPermission, ownerPermission } from '../../api/workspace-permissions.ts'

/** An owner is also an administrator. */
export type Role = 'owner' | 'admin' | 'member'

/** The permissions of a member before a change of the role. */
export interface HeldPermissions {
  readonly isAdmin: boolean
  readonly isOwner: boolean
}

interface PermissionChange {
  readonly type: 'grant' | 'revoke'
  readonly permission: typeof adminPermission | typeof ownerPermission
}

/**
 * Returns the changes that give a member a role. Only owners change ownership, which comes first: when the
 * user does not confirm it, the member keeps the role.
 */
export function planRoleChange(
  { isAdmin, isOwner }: HeldPermissions,
  role: Role,
  isByOwner: boolean,
): PermissionChange[] {
  const changes: PermissionChange[] = []
  if (role === 'owner' && !isOwner) changes.push({ type: 'grant', permission: ownerPermission })
  if (role !== 'member' && !isAdmin) changes.push({ type: 'grant', permission: adminPermission })
  if (role !== 'owner' && isOwner && isByOwner) changes.push({ type: 'revoke', permission: ownerPermission })
  if (role === 'member' && isAdmin) changes.push({ type: 'revoke', permission: adminPermission })
  return changes
}
