import { KnownError } from '@parley/contract'
import type { Database } from '../database/index.ts'
import { holdsTeamPermission, type TeamGrant } from '../permissions/index.ts'
import { isMember } from './memberships.ts'

/** @throws {KnownError} TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED */
export async function requireTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<void> {
  if (!(await isMember(database, { projectId, teamId, userId })))
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  if (!(await holdsTeamPermission(database, projectId, { teamId, userId, permissionId })))
    throw new KnownError('TEAM_PERMISSION_REQUIRED', {
      team_id: teamId,
      user_id: userId,
      permission_id: permissionId,
    })
}
