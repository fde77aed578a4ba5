import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import { isMember } from '../teams/records/index.ts'
import { hasTeamPermission } from './effective-permissions.ts'
import type { TeamGrant } from './permission-grants.ts'

/** @throws {KnownError} TEAM_MEMBERSHIP_NOT_FOUND */
export async function requireMember(
  database: Database,
  projectId: string,
  { teamId, userId }: Pick<TeamGrant, 'teamId' | 'userId'>,
): Promise<void> {
  if (!(await isMember(database, { projectId, teamId, userId })))
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
}

/** @throws {KnownError} TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED */
export async function requireTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<void> {
  await requireMember(database, projectId, { teamId, userId })
  if (!(await hasTeamPermission(database, projectId, { teamId, userId, permissionId })))
    throw new KnownError('TEAM_PERMISSION_REQUIRED', {
      team_id: teamId,
      user_id: userId,
      permission_id: permissionId,
    })
}
