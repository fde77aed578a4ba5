import { KnownError } from '@parley/contract'
import { requireTeamPermission } from '../permissions/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Access } from '../platform/request-context/index.ts'

/**
 * Requires a team permission of the signed-in user for client access. Server and admin access is not
 * restricted.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED
 */
export async function authorizeTeam(
  database: Database,
  { project, accessType, user }: Pick<Access, 'project' | 'accessType' | 'user'>,
  teamId: string,
  permissionId: string,
): Promise<void> {
  if (accessType !== 'client') return
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  await requireTeamPermission(database, project.id, { teamId, userId: user.id, permissionId })
}
