import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import { isMember } from '../teams/records/index.ts'
import { hasTeamPermission } from './effective-permissions.ts'
import type { TeamGrant } from './permission-grants.ts'

/** @throws {KnownError} TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED */
export async function requireTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<void> {
  const member = { team_id: teamId, user_id: userId }
  if (!(await isMember(database, { projectId, teamId, userId })))
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', member)
  if (!(await hasTeamPermission(database, projectId, { teamId, userId, permissionId })))
    throw new KnownError('TEAM_PERMISSION_REQUIRED', { ...member, permission_id: permissionId })
}
