/** The permission to configure the phone. */
export const adminPermission = 'phone_admin'

/** The permission to do everything in the workspace, such as to delete it. */
export const ownerPermission = 'team_admin'

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
 * Returns the changes that give a member a role, in an order in which a failure between them leaves the role
 * of an administrator. Only owners change ownership.
 */
export function planRoleChange(
  { isAdmin, isOwner }: HeldPermissions,
  role: Role,
  isByOwner: boolean,
): PermissionChange[] {
  const changes: PermissionChange[] = []
  if (role !== 'member' && !isAdmin) changes.push({ type: 'grant', permission: adminPermission })
  if (role !== 'owner' && isOwner && isByOwner) changes.push({ type: 'revoke', permission: ownerPermission })
  if (role === 'member' && isAdmin) changes.push({ type: 'revoke', permission: adminPermission })
  if (role === 'owner' && !isOwner) changes.push({ type: 'grant', permission: ownerPermission })
  return changes
}
