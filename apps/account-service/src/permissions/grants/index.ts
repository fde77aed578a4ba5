import { permissions } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { grantProjectPermission } from './grant-project-permission.ts'
import { grantTeamPermission } from './grant-team-permission.ts'
import { listProjectPermissions } from './list-project-permissions.ts'
import { listTeamPermissions } from './list-team-permissions.ts'
import { revokeProjectPermission } from './revoke-project-permission.ts'
import { revokeTeamPermission } from './revoke-team-permission.ts'

export function servePermissionGrants(serve: AccountRouter, services: Services): void {
  serve(permissions.listTeamPermissions, (request) => listTeamPermissions(services, request))
  serve(permissions.grantTeamPermission, (request) => grantTeamPermission(services, request))
  serve(permissions.revokeTeamPermission, (request) => revokeTeamPermission(services, request))
  serve(permissions.listProjectPermissions, (request) => listProjectPermissions(services, request))
  serve(permissions.grantProjectPermission, (request) => grantProjectPermission(services, request))
  serve(permissions.revokeProjectPermission, (request) => revokeProjectPermission(services, request))
}
