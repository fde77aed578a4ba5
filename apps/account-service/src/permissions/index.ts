export { expandPermissions, compareCaseInsensitive } from './expand-permissions.ts'
export {
  updatePermissionDefinition,
  deletePermissionDefinition,
  defaultPermissionDefinitions,
  lockPermissionDefinition,
  insertPermissionDefinition,
  listPermissionDefinitions,
  type PermissionDefinition,
  type PermissionScope,
  replaceContainedPermission,
} from './permission-definitions.ts'
export {
  deleteGrantsOfPermission,
  deleteProjectGrant,
  deleteTeamGrant,
  grantForeignKeys,
  insertProjectGrants,
  insertTeamGrants,
  type ProjectGrant,
  renameGrants,
  type TeamGrant,
} from './permission-grants.ts'
export { hasTeamPermission, listEffectiveProjectPermissions, listEffectiveTeamPermissions } from './effective-permissions.ts'
