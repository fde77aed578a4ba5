export {
  hasTeamPermission,
  listEffectiveProjectPermissions,
  listEffectiveTeamPermissions,
} from './effective-permissions.ts'
export { expandPermissions } from './expand-permissions.ts'
export {
  deleteTeamPermission,
  isOwner,
  lockManagedPermissions,
  requireOwnerToChangeOwner,
  requireRemainingHolders,
} from './managed-permissions.ts'
export {
  defaultPermissionDefinitions,
  deletePermissionDefinition,
  insertPermissionDefinition,
  listPermissionDefinitions,
  lockPermissionDefinition,
  type PermissionDefinition,
  type PermissionScope,
  replaceContainedPermission,
  updatePermissionDefinition,
} from './permission-definitions.ts'
export {
  deleteGrantsOfPermission,
  deleteProjectGrant,
  deleteTeamGrant,
  digestTeamGrants,
  grantForeignKeys,
  insertProjectGrants,
  insertTeamGrants,
  type ProjectGrant,
  renameGrants,
  type TeamGrant,
} from './permission-grants.ts'
export { requireRemainingHolder } from './require-remaining-holder.ts'
export { requireMember, requireTeamPermission } from './require-team-permission.ts'
