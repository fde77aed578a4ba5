import { KnownError } from '@parley/contract'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { authorizeTeam } from '../index.ts'
import { findTeam, type Team } from '../records/index.ts'

/**
 * Returns the team whose invitations the request may manage: a client needs the permissions, a back end none.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_REQUIRED,
 * TEAM_NOT_FOUND
 */
export async function requireManagedTeam(
  { database }: Pick<Services, 'database'>,
  access: Access,
  teamId: string,
  permissionIds: readonly string[],
): Promise<Team> {
  for (const permissionId of permissionIds) await authorizeTeam(database, access, teamId, permissionId)
  const team = await findTeam(database, access.project.id, teamId)
  if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return team
}
