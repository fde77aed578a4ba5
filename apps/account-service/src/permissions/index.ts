import { permissions } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listTeamPermissions } from './list-team-permissions.ts'

export {
  firstDefinitions,
  insertPermissionDefinition,
  listPermissionDefinitions,
  type PermissionDefinition,
} from './definitions.ts'
export { insertProjectGrants, insertTeamGrants, type TeamGrant } from './grants.ts'
export { holdsTeamPermission } from './held.ts'

export function servePermissions(serve: Serve, services: Services): void {
  serve(permissions.listTeamPermissions, (request) => listTeamPermissions(services, request))
}
