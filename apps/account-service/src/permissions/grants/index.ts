import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { listProjectPermissions, listTeamPermissions } from './list-permissions.ts'
import { grantProjectPermission, revokeProjectPermission } from './project-permissions.ts'
import { grantTeamPermission, revokeTeamPermission } from './team-permissions.ts'

export const permissionGrantHandlers = {
  'GET /team-permissions': listTeamPermissions,
  'POST /team-permissions/{team}/{user}/{permission}': grantTeamPermission,
  'DELETE /team-permissions/{team}/{user}/{permission}': revokeTeamPermission,
  'GET /project-permissions': listProjectPermissions,
  'POST /project-permissions/{user}/{permission}': grantProjectPermission,
  'DELETE /project-permissions/{user}/{permission}': revokeProjectPermission,
} satisfies Partial<AccountHandlers>
