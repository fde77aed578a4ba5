export { closureOf, compareTexts } from './closure.ts'
export {
  changePermissionDefinition,
  deletePermissionDefinition,
  firstDefinitions,
  holdPermissionDefinition,
  insertPermissionDefinition,
  listPermissionDefinitions,
  type PermissionDefinition,
  type PermissionScope,
  replaceContained,
} from './definitions.ts'
export {
  deleteGrants,
  deleteProjectGrant,
  deleteTeamGrant,
  grantConstraints,
  insertProjectGrants,
  insertTeamGrants,
  type ProjectGrant,
  renameGrants,
  type TeamGrant,
} from './grants.ts'
export { holdsTeamPermission, listHeldProjectPermissions, listHeldTeamPermissions } from './held.ts'
