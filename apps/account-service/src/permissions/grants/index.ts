import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { grantProjectPermission } from './grant-project-permission.ts'
import { grantTeamPermission } from './grant-team-permission.ts'
import { listProjectPermissions } from './list-project-permissions.ts'
import { listTeamPermissions } from './list-team-permissions.ts'
import { revokeProjectPermission } from './revoke-project-permission.ts'
import { revokeTeamPermission } from './revoke-team-permission.ts'

export const permissionGrantHandlers = {
  'GET /team-permissions': listTeamPermissions,
  'POST /team-permissions/{team}/{user}/{permission}': grantTeamPermission,
  'DELETE /team-permissions/{team}/{user}/{permission}': revokeTeamPermission,
  'GET /project-permissions': listProjectPermissions,
  'POST /project-permissions/{user}/{permission}': grantProjectPermission,
  'DELETE /project-permissions/{user}/{permission}': revokeProjectPermission,
} satisfies Partial<AccountHandlers>
