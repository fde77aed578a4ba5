const ownerPermissions: ReadonlySet<string> = new Set(['team_admin', '$delete_team'])

/** Returns whether a permission makes a member an owner of the team: the role, or the right to delete the team. */
export function isOwnerPermission(permissionId: string): boolean {
  return ownerPermissions.has(permissionId)
}
